import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { areaOf, validityReason } from '../../../test/support/geos.ts'
import {
  archipelago,
  boxRing,
  clockwise,
  coastRing,
  combRing,
  nestedEnclaves,
  type PolygonRings,
  ringsOf,
  seededRandom,
  starRing,
} from '../../../test/support/shapes.ts'
import { planarAreaOfRing } from './area.ts'
import { polygonCount, polygonStart, type Rings, ringCount, ringStart, vertexCount } from './rings.ts'
import { simplifyToBudget } from './simplify.ts'
import { vertexWeights } from './weights.ts'

const simplify = (rings: Rings, budget: number): Rings =>
  simplifyToBudget(rings, vertexWeights(rings), budget)

const assertValid = (rings: Rings): void => {
  assert.equal(validityReason(rings), 'Valid Geometry')
  assert.ok(polygonCount(rings) > 0)
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    for (let ring = exterior; ring < rings.polygonEnds[polygon]; ring++) {
      assert.ok(rings.ringEnds[ring] - ringStart(rings, ring) >= 3)
      assert.equal(planarAreaOfRing(rings, ring) > 0, ring === exterior)
    }
  }
}

const assertNear = (rings: Rings, budget: number): void =>
  assert.ok(
    Math.abs(vertexCount(rings) - budget) <= budget / 10,
    `${vertexCount(rings)} vertices are not ${budget} within a tenth`,
  )

test('a geometry within its budget is returned unchanged', () => {
  const rings = ringsOf([[boxRing(0, 0, 1, 1)]])
  assert.equal(simplify(rings, 5), rings)
})

test('weights of another geometry are refused with a sentence', () => {
  const rings = ringsOf([[boxRing(0, 0, 1, 1)]])
  assert.throws(
    () => simplifyToBudget(rings, new Uint16Array(3), 4),
    /There are 3 weights for 4 positions; each position needs one\./,
  )
})

test('coasts meet their budget and stay valid', () => {
  const rings = ringsOf([
    [coastRing(seededRandom(1), { lon: 0, lat: 60, radius: 5, doublings: 12, roughness: 0.8 })],
  ])
  for (const budget of [20, 100, 1000, 5000, 25_000]) {
    const simplified = simplify(rings, budget)
    assertValid(simplified)
    assertNear(simplified, budget)
  }
})

test('many vertices of equal weight still give the requested number', () => {
  const circle = ringsOf([
    [
      Array.from(
        { length: 20_000 },
        (_, i) => [Math.cos(i * (Math.PI / 1e4)), Math.sin(i * (Math.PI / 1e4))] as const,
      ),
    ],
  ])
  const steps = Array.from({ length: 4000 }, (_, i) => [i * 1e-4, (i % 2) * 1e-4] as const)
  const comb = ringsOf([[[...steps, [0.4, 1], [0, 1]]]])
  for (const rings of [circle, comb]) {
    for (const budget of [100, 1000, 3000]) {
      const simplified = simplify(rings, budget)
      assertValid(simplified)
      assertNear(simplified, budget)
    }
  }
})

test('the smallest rings are dropped first, and only when there is no room for four positions each', () => {
  const islands = archipelago(seededRandom(2), {
    lon: 5,
    lat: 40,
    islands: 3000,
    spacing: 0.01,
    doublings: 2,
  })
  const rings = ringsOf(islands)
  assert.equal(ringCount(simplify(rings, 12_500)), 3000)
  const few = simplify(rings, 1000)
  assertValid(few)
  assertNear(few, 1000)
  assert.equal(ringCount(few), 125)
  const areas = Array.from({ length: 3000 }, (_, ring) => planarAreaOfRing(rings, ring)).sort((a, b) => b - a)
  const kept = areas.slice(0, 125).reduce((sum, area) => sum + area, 0) / 1e14
  assert.ok(areaOf(few) > 0.8 * kept)
})

test('rings of few vertices fill the budget by their number', () => {
  const boxes = Array.from({ length: 3000 }, (_, i) => [
    boxRing(i % 60, Math.floor(i / 60), (i % 60) + 0.5, Math.floor(i / 60) + 0.5),
  ])
  const simplified = simplify(ringsOf(boxes), 1000)
  assertValid(simplified)
  assertNear(simplified, 1000)
})

test('the last ring stays, however small the budget', () => {
  const rings = ringsOf(
    archipelago(seededRandom(3), { lon: 5, lat: 40, islands: 50, spacing: 0.1, doublings: 3 }),
  )
  const simplified = simplify(rings, 1)
  assertValid(simplified)
  assert.equal(ringCount(simplified), 1)
})

test('enclaves in enclaves stay inside one another', () => {
  const rings = ringsOf(
    nestedEnclaves(seededRandom(4), { lon: 5, lat: 51, radius: 1, depth: 7, doublings: 8 }),
  )
  for (const budget of [40, 60, 200, 1000, 5000]) {
    const simplified = simplify(rings, budget)
    assertValid(simplified)
    assert.equal(ringCount(simplified), 7)
  }
})

test('an island in a bay that would be cut off stays in the water', () => {
  const bay: PolygonRings = [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [5.2, 10],
      [5.1, 9.3],
      [4.9, 9.3],
      [4.8, 10],
      [0, 10],
    ],
  ]
  const island: PolygonRings = [coastRing(seededRandom(5), { lon: 5, lat: 9.8, radius: 0.05, doublings: 4 })]
  const simplified = simplify(ringsOf([bay, island]), 14)
  assertValid(simplified)
  assert.equal(polygonCount(simplified), 2)
})

test('a lake on a peninsula that would be cut off stays on land', () => {
  const land = [...boxRing(0, 0, 10, 10), [4.9, 10], [4.9, 10.8], [4.7, 10.9], [4.7, 10]] as const
  const ring = [...land.slice(0, 3), [5, 10], [5.1, 11], [4.6, 11], [4.6, 10], land[3]] as const
  const lake = clockwise(coastRing(seededRandom(6), { lon: 4.85, lat: 10.6, radius: 0.1, doublings: 4 }))
  const simplified = simplify(ringsOf([[ring, lake]]), 14)
  assertValid(simplified)
  assert.equal(ringCount(simplified), 2)
})

test('a lake that touches the coast at one vertex still touches it or keeps away', () => {
  const coast = coastRing(seededRandom(7), { lon: 0, lat: 0, radius: 4, doublings: 7, roughness: 0.1 })
  const touching = coast.map(([lon, lat], i) => (i === 0 ? [3, 0] : [lon, lat]) as readonly [number, number])
  const lake = clockwise(
    Array.from({ length: 200 }, (_, i) => {
      const angle = (i / 200) * 2 * Math.PI
      return [2 + Math.cos(angle), 0.5 * Math.sin(angle)] as const
    }),
  )
  const rings = ringsOf([[touching, lake]])
  assert.equal(validityReason(rings), 'Valid Geometry')
  for (let budget = 10; budget < 300; budget += 7) assertValid(simplify(rings, budget))
})

test('thin peninsulas never cross', () => {
  const rings = ringsOf([[combRing({ lon: 0, lat: 45, teeth: 400, gap: 0.0001, length: 1 })]])
  for (const budget of [100, 500, 1000]) {
    const simplified = simplify(rings, budget)
    assertValid(simplified)
    assertNear(simplified, budget)
  }
})

test('cut coasts keep their corners on the antimeridian', () => {
  const random = seededRandom(8)
  const coast = Array.from({ length: 500 }, (_, i) => {
    const t = i / 499
    return [-180 + Math.sin(Math.PI * t) * (1 + 0.05 * random()), 59 + 2 * t] as const
  })
  const { coords } = simplify(ringsOf([[[[-180, 59], ...coast.slice(1, -1), [-180, 61]]]]), 12)
  const onSeam = [...coords.keys()].filter((i) => i % 2 === 0 && coords[i] === -1_800_000_000)
  assert.deepEqual(
    onSeam.map((i) => coords[i + 1] / 1e7),
    [59, 61],
  )
})

test('for any shape and budget, the result is valid and at most a tenth over the budget', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.constantFrom('star', 'coasts', 'archipelago', 'enclaves', 'comb'),
      fc.integer({ min: 4, max: 400 }),
      (seed, kind, budget) => {
        const random = seededRandom(seed)
        const at = { lon: 340 * random() - 170, lat: 150 * random() - 75 }
        const shapes: Record<typeof kind, () => readonly PolygonRings[]> = {
          star: () => [[starRing(random, { ...at, radius: 3, corners: 500 })]],
          coasts: () => [
            [
              coastRing(random, { ...at, radius: 2, doublings: 7, roughness: 1 }),
              clockwise(coastRing(random, { ...at, radius: 0.2, doublings: 6, roughness: 0.2 })),
            ],
            ...archipelago(random, { lon: at.lon + 4, lat: at.lat, islands: 5, spacing: 0.4, doublings: 4 }),
          ],
          archipelago: () => archipelago(random, { ...at, islands: 60, spacing: 0.1, doublings: 3 }),
          enclaves: () => nestedEnclaves(random, { ...at, radius: 2, depth: 5, doublings: 6 }),
          comb: () => [[combRing({ ...at, teeth: 100, gap: 1e-5 + random() / 1e3, length: 1 })]],
        }
        const rings = ringsOf(shapes[kind]())
        if (validityReason(rings) !== 'Valid Geometry') return
        const simplified = simplify(rings, budget)
        assertValid(simplified)
        if (budget >= 100) assert.ok(vertexCount(simplified) <= 1.1 * budget)
      },
    ),
    { seed: 22, numRuns: casesOf('shapes that are simplified to a budget') },
  )
})
