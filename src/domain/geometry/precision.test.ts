import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { tangledPolygons } from '../../../test/support/arbitrary-rings.ts'
import { areaOf, validityReason } from '../../../test/support/geos.ts'
import {
  boxRing,
  clockwise,
  coastRing,
  combRing,
  ringsOf,
  seededRandom,
} from '../../../test/support/shapes.ts'
import { type Decimals, roundTo } from './precision.ts'
import { repair } from './repair.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'

const DECIMALS: readonly Decimals[] = [3, 4, 5, 6, 7]

const assertRounded = (rings: Rings, decimals: Decimals): void => {
  const unit = 10 ** (7 - decimals)
  assert.ok(rings.coords.every((value) => value % unit === 0))
  assert.equal(validityReason(rings), 'Valid Geometry')
}

for (const decimals of DECIMALS) {
  test(`at ${decimals} decimals any area is valid and not empty`, () => {
    fc.assert(
      fc.property(tangledPolygons({ corners: 9, spacings: [3, 777, 12_345, 7_654_321] }), (tangled) => {
        const rings = repair(tangled)
        const rounded = roundTo(rings, decimals)
        assertRounded(rounded, decimals)
        assert.equal(rounded.polygonEnds.length > 0, rings.polygonEnds.length > 0)
      }),
      { seed: 20260103 + decimals, numRuns: casesOf('areas of every precision') },
    )
  })

  test(`at ${decimals} decimals a rough coast keeps its area`, () => {
    const coast = ringsOf([[coastRing(seededRandom(7), { lon: 10, lat: 50, radius: 1, doublings: 10 })]])
    const rounded = roundTo(coast, decimals)
    assertRounded(rounded, decimals)
    assert.ok(Math.abs(areaOf(rounded) / areaOf(coast) - 1) < 10 ** -decimals)
  })
}

test('fjords narrower than the grid close, and the land stays', () => {
  const comb = ringsOf([[combRing({ lon: 7, lat: 60, teeth: 200, gap: 0.0003, length: 0.4 })]])
  const rounded = roundTo(comb, 3)
  assertRounded(rounded, 3)
  assert.ok(Math.abs(areaOf(rounded) / areaOf(comb) - 1) < 0.5)
})

test('a town smaller than the grid becomes the smallest box around it', () => {
  const town = ringsOf([[boxRing(12.4501, 41.9001, 12.4503, 41.9002)]])
  const rounded = roundTo(town, 3)
  assert.deepEqual(
    [...rounded.coords].map((value) => value / 1e7),
    [12.45, 41.9, 12.451, 41.9, 12.451, 41.901, 12.45, 41.901],
  )
  assertRounded(rounded, 3)
})

test('the box of something tiny at the corner of the map stays on the map', () => {
  const corner = ringsOf([[boxRing(179.9999, 89.9999, 180, 90)]])
  const rounded = roundTo(corner, 3)
  assertRounded(rounded, 3)
  assert.equal(Math.max(...rounded.coords), 1.8e9)
})

test('an exclave too small for the grid is dropped while its country stays', () => {
  const rings = ringsOf([[boxRing(6, 49, 7, 50)], [boxRing(8.00011, 49, 8.00012, 49.00001)]])
  assert.equal(roundTo(rings, 3).polygonEnds.length, 1)
  assert.equal(roundTo(rings, 7).polygonEnds.length, 2)
})

test('a collapsed hole is dropped', () => {
  const lake = clockwise(boxRing(6.50011, 49.5, 6.50012, 49.50001))
  assert.equal(roundTo(ringsOf([[boxRing(6, 49, 7, 50), lake]]), 3).ringEnds.length, 1)
})

test('an empty area stays empty', () => {
  assert.equal(roundTo(EMPTY_RINGS, 3).polygonEnds.length, 0)
})
