import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { isValid } from '../../../test/support/geos.ts'
import { archipelago, boxRing, coastRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { polygonCount, type Rings, ringCount, vertexCount } from './rings.ts'
import { fromWebMercator, toWebMercator, webMercatorRings } from './web-mercator.ts'

const SIDE = 20_037_508.342789244

const assertNear = (actual: readonly number[], expected: readonly number[], delta: number): void => {
  assert.equal(actual.length, expected.length)
  for (const [i, value] of actual.entries())
    assert.ok(Math.abs(value - expected[i]) <= delta, `${actual} is not ${expected}`)
}

test('the corners of the square, and the example of EPSG’s guidance note', () => {
  assertNear(toWebMercator([180, 85.0511287798066]), [SIDE, SIDE], 1e-3)
  assert.deepEqual(toWebMercator([0, 0]), [0, 0])
  // IOGP Guidance Note 7-2, method 1024: 24°22'54.433"N, 100°20'00"W.
  assertNear(toWebMercator([-100 - 20 / 60, 24 + 22 / 60 + 54.433 / 3600]), [-11_169_055.58, 2_800_000], 0.01)
})

test('what is nearer to a pole than the square reaches is at its rim', () => {
  for (const lat of [85.06, 89, 90]) {
    assertNear(toWebMercator([10, lat]), [1_113_194.907932735, SIDE], 1e-6)
    assertNear(toWebMercator([10, -lat]), [1_113_194.907932735, -SIDE], 1e-6)
  }
})

test('metres lead back to the position, and to a longitude beyond ±180 outside the square', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      (lon, lat) => assertNear(fromWebMercator(...toWebMercator([lon, lat])), [lon, lat], 1e-9),
    ),
    { seed: 3857, numRuns: casesOf('positions in Web Mercator') },
  )
  assertNear(fromWebMercator(1.5 * SIDE, 0), [270, 0], 1e-9)
  assertNear(fromWebMercator(0, 1e308), [0, 90], 0)
})

test('positions of an area are rounded to the decimals, and its rings stay', () => {
  const rings = ringsOf([[boxRing(-180, -85, 0, 85)], [boxRing(1, 1, 2, 2)]])
  const metres = webMercatorRings(rings, 0)
  assert.deepEqual([...metres.coords.slice(0, 4)], [-20_037_508, -19_971_869, 0, -19_971_869])
  const centimetres = webMercatorRings(rings, 2)
  assert.deepEqual([...centimetres.coords.slice(0, 2)], [-2_003_750_834, -1_997_186_888])
  for (const { ringEnds, polygonEnds } of [metres, centimetres])
    assert.deepEqual([ringEnds, polygonEnds], [rings.ringEnds, rings.polygonEnds])
})

test('areas stay valid', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed)
    const rings = ringsOf([
      ...archipelago(random, { lon: 10, lat: 60, islands: 10, spacing: 0.1, doublings: 4 }),
      [coastRing(random, { lon: -60, lat: -50, radius: 5, doublings: 8 })],
    ])
    for (const decimals of [0, 1, 2])
      assert.ok(isValid(webMercatorRings(rings, decimals), 10 ** decimals), `${seed} ${decimals}`)
  }
})

test('edges that cross when only positions move are repaired', () => {
  // The notch ends north of the long edge in degrees, and south of it in Web Mercator.
  const rings = ringsOf([
    [
      [
        [0, 40],
        [60, 60],
        [60, 80],
        [31, 80],
        [30, 50.1],
        [29, 80],
        [0, 80],
      ],
    ],
  ])
  assert.ok(isValid(rings))
  const coords = Int32Array.from(rings.coords, (_, i) => {
    const position = [rings.coords[i - (i % 2)] / 1e7, rings.coords[i - (i % 2) + 1] / 1e7] as const
    return Math.round(toWebMercator(position)[i % 2])
  })
  assert.ok(!isValid({ ...rings, coords }, 1))
  const repaired = webMercatorRings(rings, 0)
  assert.ok(isValid(repaired, 1))
  assert.equal(polygonCount(repaired), 2)
})

test('an area that reaches a pole is cut at the rim, with its holes, and one beyond it is empty', () => {
  const cap = ringsOf([[boxRing(-180, -90, 180, -60), boxRing(10, -86, 20, -84).toReversed()]])
  const cut = webMercatorRings(cap, 2)
  assert.deepEqual([polygonCount(cut), ringCount(cut)], [1, 1])
  assert.ok(isValid(cut, 100))
  const lowest = Math.min(...cut.coords.filter((_, i) => i % 2 === 1))
  assert.ok(Math.abs(lowest + SIDE * 100) < 20, `${lowest}`)
  // The hole opens to the rim, so its two corners within the square are on the outline.
  assert.equal(vertexCount(cut), 9)
  const beyond: Rings = webMercatorRings(ringsOf([[boxRing(0, 86, 10, 88)]]), 2)
  assert.equal(polygonCount(beyond), 0)
})
