import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import {
  degreesLength,
  MAX_NUMBER_BYTES,
  MAX_TOUCHED_BYTES,
  putDegrees,
  putScaled,
  scaledLength,
} from './fixed-point.ts'

/** Returns the output of `put` in exactly the promised room: one more byte would throw. */
const written = (put: (target: DataView) => number): string => {
  const target = new DataView(new ArrayBuffer(MAX_NUMBER_BYTES + MAX_TOUCHED_BYTES))
  return Buffer.from(target.buffer, 0, put(target)).toString()
}

const degrees = (units: number, decimals: number): string =>
  written((target) => putDegrees(target, 0, units, decimals))

/** Half of them are short, as people write them. */
const anyUnits = fc
  .tuple(fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }), fc.integer({ min: 0, max: 14 }))
  .map(([units, coarser]) => {
    const step = 10 ** Math.max(0, coarser - 7)
    return Math.trunc(units / step) * step + 0
  })

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
    fc.property(anyUnits, (units) => {
      assert.equal(Math.round(Number(degrees(units, 7)) * 1e7), units)
    }),
    { seed: 3, numRuns: casesOf('coordinates with seven decimals') },
  )
})

test('with fewer decimals the number is the nearest one with at most that many decimals', () => {
  fc.assert(
    fc.property(anyUnits, fc.integer({ min: 0, max: 7 }), (units, decimals) => {
      const text = degrees(units, decimals)
      assert.match(text, new RegExp(`^-?(0|[1-9]\\d*)(\\.\\d{0,${decimals}}[1-9])?$`))
      assert.notEqual(text, '-0')
      assert.ok((text.split('.')[1] ?? '').length <= decimals)
      assert.ok(Math.abs(Number(text) * 1e7 - units) <= 0.5 * 10 ** (7 - decimals) + 1e-6)
    }),
    { seed: 4, numRuns: casesOf('coordinates with fewer decimals') },
  )
})

test('the computed length is the written length, and no byte beyond the allowance is touched', () => {
  fc.assert(
    fc.property(anyUnits, fc.integer({ min: 0, max: 7 }), (units, decimals) => {
      const length = degreesLength(units, decimals)
      assert.equal(length, degrees(units, decimals).length)
      const tight = new DataView(new ArrayBuffer(length + MAX_TOUCHED_BYTES))
      assert.equal(putDegrees(tight, 0, units, decimals), length)
    }),
    { seed: 5, numRuns: casesOf('lengths of coordinates') },
  )
})

test('a number on a grid is written as JavaScript writes it', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), (any, decimals) => {
      const scaled = any | 0
      const text = written((target) => putScaled(target, 0, scaled, decimals))
      assert.equal(text, String(scaled / 10 ** decimals))
      assert.equal(scaledLength(scaled, decimals), text.length)
    }),
    { seed: 6, numRuns: casesOf('numbers on a grid') },
  )
})

test('any 32-bit integer fits the reserved room', () => {
  for (const scaled of [-2_147_483_648, 2_147_483_647]) {
    for (let decimals = 0; decimals <= 7; decimals++) {
      const text = written((target) => putScaled(target, 0, scaled, decimals))
      assert.equal(Number(text), scaled / 10 ** decimals)
      assert.equal(scaledLength(scaled, decimals), text.length)
    }
  }
})
