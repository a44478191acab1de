import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { areasAt } from '../../../../test/support/read-cover.ts'
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
} from '../../../../test/support/shapes.ts'
import { locate, OUTSIDE } from '../contains.ts'
import { HALF_TURN, POLE } from '../map-rim.ts'
import type { Rings } from '../rings.ts'
import { edgesOf } from './cell-edges.ts'
import {
  type AreaEdges,
  type CoverCell,
  coverCells,
  MAX_CELL_AREAS,
  MAX_CELL_EDGES,
  TooManyAreas,
} from './cover-cells.ts'
import { mortonCode } from './morton.ts'

const edgesOfAll = (areas: readonly Rings[]): AreaEdges => {
  const lists = areas.map(edgesOf)
  return {
    coords: Int32Array.from(lists.flatMap((list) => [...list])),
    owners: Int32Array.from(lists.flatMap((list, area) => new Array(list.length / 4).fill(area))),
  }
}

const coverOf = (areas: readonly Rings[]): readonly CoverCell[] => {
  const cells: CoverCell[] = []
  coverCells(edgesOfAll(areas), (cell) => cells.push(cell))
  return cells
}

const assertSame = (
  areas: readonly Rings[],
  cells: readonly CoverCell[],
  points: readonly (readonly [lon: number, lat: number])[],
): void => {
  for (const [lon, lat] of points) {
    const expected = areas.flatMap((rings, area) => (locate(rings, lon, lat) === OUTSIDE ? [] : [area]))
    assert.deepEqual(areasAt(cells, lon, lat), expected, `${lon} ${lat}`)
  }
}

/** Every position within a unit of each corner, and of the middle of each edge. */
const nearBorders = (areas: readonly Rings[]): readonly (readonly [number, number])[] =>
  areas.flatMap(({ coords }) =>
    [...coords.keys()].flatMap((i) => {
      if (i % 2 === 1) return []
      const next = (i + 2) % coords.length
      const middle = [
        Math.round((coords[i] + coords[next]) / 2),
        Math.round((coords[i + 1] + coords[next + 1]) / 2),
      ]
      return [[coords[i], coords[i + 1]], middle].flatMap(([lon, lat]) =>
        STEPS.flatMap((x) => STEPS.map((y) => onMap(lon + x, lat + y))),
      )
    }),
  )

const STEPS = [-1, 0, 1]

const onMap = (lon: number, lat: number): readonly [number, number] => [
  Math.max(-HALF_TURN, Math.min(HALF_TURN, lon)),
  Math.max(-POLE, Math.min(POLE, lat)),
]

const WEST = ringsOf([[boxRing(-180, -20, -175, -10)]])
const EAST = ringsOf([[boxRing(170, -15, 180, -5)], [boxRing(179, 30, 180, 31)]])
const TOUCHES_EAST = ringsOf([
  [
    [
      [180, 20],
      [170, 22],
      [170, 20],
    ],
  ],
])
const POLAR = ringsOf([
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

test('codes are positive, and have the bits of longitude and latitude in turn', () => {
  assert.equal(mortonCode(-HALF_TURN, -POLE), 0n)
  assert.equal(mortonCode(-HALF_TURN + 1, -POLE), 1n)
  assert.equal(mortonCode(-HALF_TURN, -POLE + 1), 2n)
  assert.equal(mortonCode(HALF_TURN, -POLE + 3), 10n)
  const interleaved = (x: bigint, y: bigint): bigint => {
    let code = 0n
    for (let bit = 0n; bit < 32n; bit++)
      code |= (((x >> bit) & 1n) << (2n * bit)) | (((y >> bit) & 1n) << (2n * bit + 1n))
    return code
  }
  const random = seededRandom(3)
  for (let i = 0; i < 200; i++) {
    const lon = Math.floor(2 * HALF_TURN * random()) - HALF_TURN
    const lat = Math.floor(2 * POLE * random()) - POLE
    assert.equal(mortonCode(lon, lat), interleaved(BigInt(lon + HALF_TURN), BigInt(lat + POLE)))
  }
})

test('the sides of the antimeridian are one, and poles are in the land that runs along them', () => {
  const areas = [WEST, EAST, TOUCHES_EAST, POLAR]
  assertSame(areas, coverOf(areas), [
    ...nearBorders(areas),
    ...[-HALF_TURN, 0, 1_234_567_890, HALF_TURN].flatMap((lon) =>
      [-POLE, POLE].map((lat) => [lon, lat] as const),
    ),
  ])
})

test('holes, enclaves, repeated edges and areas that overlap are told apart', () => {
  const lake = ringsOf([[boxRing(0, 0, 10, 10), clockwise(boxRing(3, 3, 7, 7))]])
  const island = ringsOf([[boxRing(3, 3, 7, 7)]])
  // Two polygons share an edge, which valid areas never do.
  const halves = ringsOf([[boxRing(0, 0, 5, 10)], [boxRing(5, 0, 10, 10)]])
  const areas = [lake, island, halves, lake]
  assertSame(areas, coverOf(areas), nearBorders(areas))
})

test('no cell has more than a dozen edges, however many meet at a position', () => {
  const star = ringsOf(
    Array.from({ length: 40 }, (_, i) => [
      [
        [0, 0],
        [Math.cos(i / 7), Math.sin(i / 7)],
        [Math.cos((i + 0.5) / 7), Math.sin((i + 0.5) / 7)],
      ],
    ]),
  )
  const cells = coverOf([star])
  assert.ok(cells.every(({ border }) => border === null || border.owners.length <= MAX_CELL_EDGES))
  assertSame([star], cells, nearBorders([star]))
})

test('cells are disjoint and in order, and the same areas next to each other are one interval', () => {
  const cells = coverOf([ringsOf([[boxRing(-180, -90, 180, 90)]])])
  cells.slice(1).forEach(({ lo, border }, i) => {
    const { hi, border: before } = cells[i]
    assert.ok(lo > hi)
    assert.ok(lo > hi + 1n || border !== null || before !== null)
  })
})

test('nothing has no cover, and more areas than a cell can list are refused', () => {
  assert.deepEqual(coverOf([]), [])
  const same = Array.from({ length: MAX_CELL_AREAS + 1 }, () => ringsOf([[boxRing(0, 0, 1, 1)]]))
  const crossed = [...same, ringsOf([[boxRing(0.2, 0.2, 0.4, 0.4)]])]
  assert.throws(() => coverOf(crossed), TooManyAreas)
})

test('for any areas, the cover gives the areas that contain a point, its border included', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const random = seededRandom(seed)
      const at = { lon: 330 * random() - 165, lat: 150 * random() - 75 }
      const areas = [
        ringsOf([[starRing(random, { ...at, radius: 3, corners: 40 })]]),
        ringsOf([[coastRing(random, { ...at, radius: 2, doublings: 4, roughness: 0.8 })]]),
        ringsOf(archipelago(random, { ...at, islands: 20, spacing: 0.3, doublings: 1 })),
        ringsOf(nestedEnclaves(random, { ...at, radius: 2, depth: 4, doublings: 2 })),
        ringsOf([[combRing({ ...at, teeth: 12, gap: 0.01, length: 2 })]]),
        ringsOf([[starRing(random, { lon: 0, lat: 0, radius: 6e-7, corners: 9 })]]),
        WEST,
        EAST,
        POLAR,
      ].filter(() => random() < 0.5)
      const points = areas.flatMap(({ coords }) =>
        Array.from({ length: 40 }, () => {
          const vertex = 2 * Math.floor((random() * coords.length) / 2)
          const spread = random() < 0.2 ? 0 : 10 ** Math.floor(9 * random())
          return onMap(
            Math.round(coords[vertex] + spread * (random() - 0.5)),
            Math.round(coords[vertex + 1] + spread * (random() - 0.5)),
          )
        }),
      )
      assertSame(areas, coverOf(areas), points)
    }),
    { seed: 58, numRuns: casesOf('points in covers') },
  )
})
