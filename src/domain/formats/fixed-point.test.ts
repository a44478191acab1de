import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_NUMBER_BYTES, putDegrees, putScaled } from './fixed-point.ts'

const degrees = (units: number, decimals: number): string => {
  const bytes = new Uint8Array(MAX_NUMBER_BYTES)
  return Buffer.from(bytes.subarray(0, putDegrees(bytes, 0, units, decimals))).toString()
}

test('a coordinate has no trailing zeros, no lone point and no minus zero', () => {
  assert.equal(degrees(0, 7), '0')
  assert.equal(degrees(-4, 6), '0')
  assert.equal(degrees(1_800_000_000, 7), '180')
  assert.equal(degrees(-1_800_000_000, 0), '-180')
  assert.equal(degrees(-1, 7), '-0.0000001')
  assert.equal(degrees(-1_234_500_000, 7), '-123.45')
  assert.equal(degrees(1_005_000_000, 7), '100.5')
})

test('a half is rounded away from zero on both sides', () => {
  assert.equal(degrees(500, 4), '0.0001')
  assert.equal(degrees(-500, 4), '-0.0001')
  assert.equal(degrees(499, 4), '0')
})

test('with seven decimals every coordinate reads back as the integer it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }), (units) => {
      assert.equal(Math.round(Number(degrees(units, 7)) * 1e7), units)
    }),
    { seed: 3, numRuns: 2000 },
  )
})

test('with fewer decimals the number is the nearest one and takes no more decimals than asked', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
      fc.integer({ min: 0, max: 7 }),
      (units, decimals) => {
        const text = degrees(units, decimals)
        assert.match(text, new RegExp(`^-?(0|[1-9]\\d*)(\\.\\d{0,${decimals}}[1-9])?$`))
        assert.ok((text.split('.')[1] ?? '').length <= decimals)
        assert.ok(Math.abs(Number(text) * 1e7 - units) <= 0.5 * 10 ** (7 - decimals) + 1e-6)
      },
    ),
    { seed: 4, numRuns: 2000 },
  )
})

test('any 32-bit integer fits the room that is promised', () => {
  for (const scaled of [-2_147_483_648, 2_147_483_647]) {
    for (let decimals = 0; decimals <= 7; decimals++) {
      const bytes = new Uint8Array(MAX_NUMBER_BYTES)
      const end = putScaled(bytes, 0, scaled, decimals)
      assert.equal(Number(Buffer.from(bytes.subarray(0, end)).toString()), scaled / 10 ** decimals)
    }
  }
})
