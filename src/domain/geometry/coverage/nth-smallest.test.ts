import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { nthSmallest } from './nth-smallest.ts'

const weights = fc.oneof(
  fc.constantFrom(0, 1, 1.5, Number.POSITIVE_INFINITY),
  fc.double({ min: -140, max: 120, noNaN: true }).map((power) => 2 ** power),
  // Their bits differ in the lower half alone.
  fc.integer({ min: 0, max: 1_000 }).map((steps) => 1 + steps * 2 ** -23),
)

test('the value at each place of the order is found', () => {
  fc.assert(
    fc.property(fc.array(weights, { minLength: 1, maxLength: 60 }), fc.nat(), (list, place) => {
      const values = Float32Array.from(list)
      const n = place % values.length
      assert.equal(nthSmallest(values, n), values.toSorted()[n])
    }),
    { numRuns: casesOf('places of an order') },
  )
})

test('a part of a larger array is looked at alone', () => {
  assert.equal(nthSmallest(Float32Array.of(1, 9, 7, 8, 2).subarray(1, 4), 0), 7)
})
