import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hilbertOrder } from './hilbert-order.ts'
import { BeyondFormat } from './writer.ts'

const WORLD = [-180, -90, 180, 90] as const

const boxesAt = (...middles: readonly (readonly [number, number])[]): Float64Array =>
  Float64Array.from(middles.flatMap(([x, y]) => [x - 1, y - 1, x + 1, y + 1]))

test('boxes follow the curve through the quarters of the world', () => {
  const [northEast, southEast, southWest, northWest] = [
    [90, 45],
    [90, -45],
    [-90, -45],
    [-90, 45],
  ] as const
  const order = hilbertOrder(boxesAt(northEast, southEast, southWest, northWest), 4, WORLD)
  assert.deepEqual([...order], [2, 3, 0, 1])
})

test('boxes in one place stay in the order in which they came, also at the end of the curve', () => {
  const last = [179.9999, -89.9999] as const
  const first = [-179.9999, -89.9999] as const
  const order = hilbertOrder(boxesAt(last, last, first, last, first), 5, WORLD)
  assert.deepEqual([...order], [2, 4, 0, 1, 3])
})

test('more boxes than there are exact keys are refused', () => {
  assert.throws(() => hilbertOrder(new Float64Array(0), 2 ** 21 + 1, WORLD), BeyondFormat)
})
