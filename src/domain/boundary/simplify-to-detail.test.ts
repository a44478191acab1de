import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { cutAtAntimeridian } from '../../../test/support/cut-at-antimeridian.ts'
import { validityReason } from '../../../test/support/geos.ts'
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
import { areaKm2, planarAreaOfRing } from '../geometry/area.ts'
import { polygonCount, polygonStart, type Rings, vertexCount } from '../geometry/rings.ts'
import { vertexWeights } from '../geometry/weights.ts'
import { DETAILS, type Detail } from './detail-levels.ts'
import { atDetail } from './simplify-to-detail.ts'

const BUDGETS: Record<Detail, number> = {
  low: 1000,
  medium: 5000,
  high: 25_000,
  full: Number.POSITIVE_INFINITY,
}
const PRECISIONS = [3, 4, 5, 6, 7]

/** Asserts the guarantees that hold for every answer. */
const assertKept = (rings: Rings, shown: Rings, detail: Detail, precision: number): void => {
  const what = `${detail} at ${precision} decimals`
  assert.equal(validityReason(shown), 'Valid Geometry', what)
  assert.ok(polygonCount(shown) > 0, what)
  assert.ok(
    shown.coords.every((value) => value % 10 ** (7 - precision) === 0),
    what,
  )
  for (let polygon = 0; polygon < polygonCount(shown); polygon++) {
    const exterior = polygonStart(shown, polygon)
    for (let ring = exterior; ring < shown.polygonEnds[polygon]; ring++) {
      assert.equal(planarAreaOfRing(shown, ring) > 0, ring === exterior, what)
    }
  }
  const budget = BUDGETS[detail]
  const count = vertexCount(shown)
  assert.ok(count <= 1.1 * budget, `${what}: ${count} vertices`)
  if (count < 0.9 * budget && vertexCount(rings) > budget) {
    const most = vertexCount(atDetail(rings, null, 'full', precision))
    assert.ok(most < budget, `${what}: ${count} vertices though ${most} are to be had`)
  }
}

const assertAllKept = (rings: Rings): void => {
  assert.equal(validityReason(rings), 'Valid Geometry')
  const weights = vertexWeights(rings)
  for (const detail of DETAILS) {
    for (const precision of PRECISIONS) {
      assertKept(rings, atDetail(rings, weights, detail, precision), detail, precision)
    }
  }
}

test('a country with a rough coast meets every guarantee at every detail and precision', () => {
  const random = seededRandom(31)
  assertAllKept(
    ringsOf([[coastRing(random, { lon: 10, lat: 60, radius: 6, doublings: 12, roughness: 0.9 })]]),
  )
})

test('the coarsest precision keeps a town in one piece', () => {
  const random = seededRandom(32)
  assertAllKept(
    ringsOf([[coastRing(random, { lon: 7.42, lat: 43.73, radius: 0.02, doublings: 9, roughness: 0.9 })]]),
  )
})

test('a house is still an area at three decimals', () => {
  const rings = ringsOf([[boxRing(7.41234, 43.73123, 7.41236, 43.73125)]])
  assertAllKept(rings)
})

test('an archipelago of 3,000 islands meets every guarantee', () => {
  const random = seededRandom(33)
  assertAllKept(
    ringsOf(archipelago(random, { lon: 100, lat: -5, islands: 3000, spacing: 0.02, doublings: 1 })),
  )
})

test('enclaves in enclaves meet every guarantee', () => {
  const random = seededRandom(34)
  assertAllKept(ringsOf(nestedEnclaves(random, { lon: 5, lat: 51, radius: 0.05, depth: 7, doublings: 7 })))
})

test('thin peninsulas and thin fjords meet every guarantee', () => {
  assertAllKept(ringsOf([[combRing({ lon: 5, lat: 60, teeth: 700, gap: 0.0004, length: 0.5 })]]))
})

test('land across the antimeridian and around a pole meets every guarantee', () => {
  const random = seededRandom(35)
  const coast = coastRing(random, { lon: 0, lat: 65, radius: 4, doublings: 9, roughness: 0.6 })
  const wrapped = coast.map(([lon, lat]) => [lon < 0 ? lon + 180 : lon - 180, lat] as const)
  assertAllKept(cutAtAntimeridian(ringsOf([[wrapped]])))
  const shore = Array.from({ length: 6000 }, (_, i) => [i * 0.06 - 179.97, -75 + 3 * random()] as const)
  const cap = cutAtAntimeridian(ringsOf([[shore]]))
  assertAllKept(cap)
  assert.ok(Math.abs(areaKm2(atDetail(cap, null, 'low', 4)) / areaKm2(cap) - 1) < 0.03)
})

test('full detail at seven decimals is the stored geometry itself', () => {
  const rings = ringsOf([[boxRing(0, 0, 1, 1)]])
  assert.equal(atDetail(rings, null, 'full', 7), rings)
})

test('stored weights and weights computed on demand give the same result', () => {
  const rings = ringsOf([[coastRing(seededRandom(36), { lon: 10, lat: 60, radius: 1, doublings: 8 })]])
  assert.deepEqual(atDetail(rings, vertexWeights(rings), 'low', 4), atDetail(rings, null, 'low', 4))
})

test('an unknown precision is refused with a sentence', () => {
  assert.throws(
    () => atDetail(ringsOf([[boxRing(0, 0, 1, 1)]]), null, 'low', 8),
    /A precision is 3 to 7 decimals, not 8\./,
  )
})

test('low detail meets every guarantee for any shape, size and precision', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.constantFrom('star', 'coasts', 'archipelago', 'enclaves', 'comb'),
      fc.constantFrom(...PRECISIONS),
      fc.constantFrom(0.003, 0.03, 0.3, 3),
      (seed, kind, precision, size) => {
        const random = seededRandom(seed)
        const at = { lon: 320 * random() - 160, lat: 140 * random() - 70 }
        const shapes: Record<typeof kind, () => readonly PolygonRings[]> = {
          star: () => [[starRing(random, { ...at, radius: size, corners: 1500 })]],
          coasts: () => [
            [
              coastRing(random, { ...at, radius: size, doublings: 7, roughness: 1 }),
              clockwise(coastRing(random, { ...at, radius: size / 10, doublings: 6, roughness: 0.2 })),
            ],
            ...archipelago(random, {
              lon: at.lon + 2 * size,
              lat: at.lat,
              islands: 9,
              spacing: size / 5,
              doublings: 3,
            }),
          ],
          archipelago: () => archipelago(random, { ...at, islands: 100, spacing: size / 10, doublings: 2 }),
          enclaves: () => nestedEnclaves(random, { ...at, radius: size, depth: 5, doublings: 6 }),
          comb: () => [[combRing({ ...at, teeth: 400, gap: size / 400, length: size })]],
        }
        const rings = ringsOf(shapes[kind]())
        if (validityReason(rings) !== 'Valid Geometry') return
        assertKept(rings, atDetail(rings, null, 'low', precision), 'low', precision)
      },
    ),
    { seed: 37, numRuns: casesOf('shapes at low detail') },
  )
})
