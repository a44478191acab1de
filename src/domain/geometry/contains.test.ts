import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { covers } from '../../../test/support/geos.ts'
import {
  archipelago,
  boxRing,
  clockwise,
  coastRing,
  combRing,
  nestedEnclaves,
  ringsOf,
  seededRandom,
  starRing,
} from '../../../test/support/shapes.ts'
import { BORDER, INSIDE, locate, OUTSIDE, type PointLocation, toUnits } from './contains.ts'
import { buildGrid, locateMany } from './contains-grid.ts'
import { locateManyOnce } from './contains-once.ts'
import { HALF_TURN, onSeam, POLE } from './map-rim.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'
import { StackedAreas } from './stacked-areas.ts'
import { stackEdges } from './stacked-edges.ts'

type Points = readonly (readonly [lon: number, lat: number])[]

/** Every kernel must give the same answers. */
const WAYS: Record<string, (rings: Rings, points: Points) => PointLocation[]> = {
  'one by one': (rings, points) => points.map(([lon, lat]) => locate(rings, toUnits(lon), toUnits(lat))),
  'in one pass': (rings, points) =>
    [...locateManyOnce(rings, Float64Array.from(points.flat()))] as PointLocation[],
  'by a grid': (rings, points) =>
    [...locateMany(buildGrid(rings), Float64Array.from(points.flat()))] as PointLocation[],
}

/** The index of stacked areas counts a point on the border as inside. */
const assertStacked = (rings: Rings, points: Points, expected: readonly PointLocation[]): void => {
  const index = new StackedAreas(stackEdges([rings], WORLD))
  const contains = (lon: number, lat: number): boolean => index.members(index.at(lon, lat)).length === 1
  const found = points.map(([lon, lat]) => {
    const [x, y] = [toUnits(lon), toUnits(lat)]
    return contains(x, y) || (onSeam(x) && contains(-x, y))
  })
  assert.deepEqual(
    found,
    expected.map((location) => location !== OUTSIDE),
    'stacked',
  )
}

const WORLD = { left: -HALF_TURN - 0.5, bottom: -POLE - 0.5, right: HALF_TURN + 0.5, top: POLE + 0.5 }

const assertLocations = (rings: Rings, points: Points, expected: readonly PointLocation[]): void => {
  for (const [way, locations] of Object.entries(WAYS))
    assert.deepEqual(locations(rings, points), expected, way)
  assertStacked(rings, points, expected)
}

const lake = ringsOf([[boxRing(0, 0, 10, 10), clockwise(boxRing(3, 3, 7, 7))]])

test('inside, outside, in a hole and on every kind of border are distinguished', () => {
  assertLocations(
    lake,
    [
      [1, 1],
      [5, 5],
      [11, 5],
      [5, -1],
      [0, 5],
      [5, 10],
      [10, 10],
      [0, 0],
      [3, 5],
      [7, 7],
      [8, 7],
      [2, 3],
    ],
    [INSIDE, OUTSIDE, OUTSIDE, OUTSIDE, BORDER, BORDER, BORDER, BORDER, BORDER, BORDER, INSIDE, INSIDE],
  )
})

test('a point that was written with seven decimals is on the border that has the same decimals', () => {
  const rings = ringsOf([
    [
      [
        [12.3456789, 45.1234567],
        [13.1, 45.1234567],
        [13.1, 46.7654321],
      ],
    ],
  ])
  assertLocations(
    rings,
    [
      [12.3456789, 45.1234567],
      [12.7, 45.1234567],
      [13.1, 46.1],
    ],
    [BORDER, BORDER, BORDER],
  )
})

test('a point finer than the grid is distinguished from the border next to it', () => {
  const rings = ringsOf([[boxRing(0, 0, 1, 1)]])
  assertLocations(
    rings,
    [
      [1 + 1e-12, 0.5],
      [1 - 1e-12, 0.5],
      [0.5, 1 + 1e-12],
      [0.5, 1e-13],
    ],
    [OUTSIDE, INSIDE, OUTSIDE, INSIDE],
  )
})

test('points along a diagonal border are decided exactly', () => {
  // Thirds: the line passes through no grid position except its ends and two more.
  const rings = ringsOf([
    [
      [
        [0, 0],
        [0.0000003, 0.0000001],
        [0, 0.0000009],
      ],
    ],
  ])
  const coarse = ringsOf([
    [
      [
        [0, 0],
        [3, 1],
        [0, 9],
      ],
    ],
  ])
  assertLocations(rings, [[0.00000015, 0.00000005]], [BORDER])
  assertLocations(
    coarse,
    [
      [1.5, 0.5],
      [1.5, 0.5 + 1e-13],
      [1.5, 0.5 - 1e-13],
    ],
    [BORDER, INSIDE, OUTSIDE],
  )
})

test('−180 and 180 are one longitude', () => {
  const rings = ringsOf([[boxRing(170, -20, 180, -10)], [boxRing(-180, 30, -175, 40)]])
  assertLocations(
    rings,
    [
      [180, -15],
      [-180, -15],
      [180, 35],
      [-180, 35],
      [180, 0],
    ],
    [BORDER, BORDER, BORDER, BORDER, OUTSIDE],
  )
})

test('a pole is in the land that runs along it, at every longitude', () => {
  const rings = ringsOf([
    [
      [
        [180, -70],
        [0, -60],
        [-180, -70],
        [-180, -90],
        [180, -90],
      ],
    ],
  ])
  assertLocations(
    rings,
    [
      [0, -90],
      [123.4, -90],
      [180, -90],
      [180, -80],
      [12, 90],
    ],
    [BORDER, BORDER, BORDER, BORDER, OUTSIDE],
  )
})

test('a geometry without polygons contains nothing, and no points give no results', () => {
  assertLocations(EMPTY_RINGS, [[0, 0]], [OUTSIDE])
  assertLocations(lake, [], [])
})

test('a dense harbour in a wide ocean is found', () => {
  const rings = ringsOf([
    [coastRing(seededRandom(1), { lon: 0, lat: 0, radius: 0.01, doublings: 9 })],
    [boxRing(170, 60, 170.1, 60.1)],
    [boxRing(-170, -60, -169.9, -59.9)],
  ])
  const random = seededRandom(2)
  const points = Array.from(
    { length: 300 },
    () => [0.03 * random() - 0.015, 0.03 * random() - 0.015] as const,
  )
  assertLocations(rings, points, WAYS['one by one'](rings, points))
})

test('for any shape and points, all methods agree with one another and with GEOS', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.constantFrom('star', 'coast', 'archipelago', 'enclaves', 'comb', 'units'),
      (seed, kind) => {
        const random = seededRandom(seed)
        const at = { lon: 330 * random() - 165, lat: 150 * random() - 75 }
        const rings = {
          star: () => ringsOf([[starRing(random, { ...at, radius: 3, corners: 60 })]]),
          coast: () => ringsOf([[coastRing(random, { ...at, radius: 2, doublings: 5, roughness: 0.8 })]]),
          archipelago: () => ringsOf(archipelago(random, { ...at, islands: 30, spacing: 0.3, doublings: 2 })),
          enclaves: () => ringsOf(nestedEnclaves(random, { ...at, radius: 2, depth: 5, doublings: 3 })),
          comb: () => ringsOf([[combRing({ ...at, teeth: 30, gap: 0.01, length: 2 })]]),
          // So small that most points lie on a border or in line with a vertex.
          units: () => ringsOf([[starRing(random, { lon: 0, lat: 0, radius: 6e-7, corners: 9 })]]),
        }[kind]()
        const { coords } = rings
        const points = Array.from({ length: 200 }, (_, i) => {
          const vertex = 2 * Math.floor((random() * coords.length) / 2)
          const next = (vertex + 2) % coords.length
          const spread = i % 4 === 0 ? 0 : 10 ** Math.floor(8 * random())
          const x = i % 2 === 0 ? coords[vertex] : (coords[vertex] + coords[next]) / 2
          const y =
            i % 2 === 0 || random() < 0.3 ? coords[vertex + 1] : (coords[vertex + 1] + coords[next + 1]) / 2
          return [
            Math.round(x + spread * (random() - 0.5)) / 1e7,
            Math.round(y + spread * (random() - 0.5)) / 1e7,
          ] as const
        })
        const expected = WAYS['one by one'](rings, points)
        assertLocations(rings, points, expected)
        // In whole units GEOS is exact too.
        points.forEach(([lon, lat], i) => {
          assert.equal(expected[i] !== OUTSIDE, covers(rings, toUnits(lon), toUnits(lat), 1))
        })
      },
    ),
    { seed: 41, numRuns: casesOf('points in any shape') },
  )
})

test('mirroring, and moving by whole units, keep every answer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: -50, max: 50 }), (seed, shift) => {
      const random = seededRandom(seed)
      const ring = coastRing(random, { lon: 0, lat: 0, radius: 20, doublings: 5 })
      const points = Array.from({ length: 100 }, () => [50 * random() - 25, 50 * random() - 25] as const)
      const onGrid = points.map(
        ([lon, lat]) => [Math.round(lon * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7] as const,
      )
      const expected = WAYS['by a grid'](ringsOf([[ring]]), onGrid)
      const mirror = (list: Points): Points => list.map(([lon, lat]) => [-lon, -lat] as const)
      const move = (list: Points): Points => list.map(([lon, lat]) => [lon + shift, lat] as const)
      assertLocations(ringsOf([[mirror(ring)]]), mirror(onGrid), expected)
      assertLocations(
        ringsOf([[move(ring)]]),
        move(onGrid).map(([lon, lat]) => [Math.round(lon * 1e7) / 1e7, lat] as const),
        expected,
      )
    }),
    { seed: 42, numRuns: casesOf('points in shapes that are mirrored and moved') },
  )
})
