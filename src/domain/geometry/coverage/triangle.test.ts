import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNITS_PER_DEGREE } from '../rings.ts'
import { doubledTriangle, narrowingOfDegrees, noNarrowing } from './triangle.ts'

const near = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) <= 1e-9 * Math.abs(expected), `${value}, not ${expected}`)

test('a triangle counts twice its area, whichever way it is passed', () => {
  const coords = Int32Array.of(10, 0, 0, 0, 0, 10)
  assert.equal(doubledTriangle(coords, 0, 1, 2, noNarrowing), 100)
  assert.equal(doubledTriangle(coords, 2, 1, 0, noNarrowing), 100)
})

test('on the ground a triangle at 60° is half as wide as at the equator, in the north and the south', () => {
  for (const [lat, width] of [
    [0, 1],
    [60, 0.5],
    [-60, 0.5],
  ]) {
    const y = lat * UNITS_PER_DEGREE
    near(doubledTriangle(Int32Array.of(10, y, 0, y, 0, y + 10), 0, 1, 2, narrowingOfDegrees), 100 * width)
  }
})
