import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxOf, divide } from './cells.ts'

const NEEDLES = 4_000

/** Edges from one end of a square to the other, side by side. */
const needles = (axis: 'along x' | 'along y'): { coords: Int32Array; edges: Int32Array } => {
  const coords = new Int32Array(4 * NEEDLES)
  for (let needle = 0; needle < NEEDLES; needle++) {
    const ends = [0, 1000 * needle, 1000 * NEEDLES, 1000 * needle + 7]
    coords.set(axis === 'along x' ? ends : [ends[1], ends[0], ends[3], ends[2]], 4 * needle)
  }
  return { coords, edges: Int32Array.from({ length: NEEDLES }, (_, needle) => 2 * needle) }
}

for (const axis of ['along x', 'along y'] as const) {
  test(`thousands of needles ${axis} are told apart at once`, () => {
    const { coords, edges } = needles(axis)
    const cells = divide(coords, edges, boxOf(coords))
    assert.ok(cells)
    const crowds = Array.from(cells.starts.subarray(1), (end, cell) => end - cells.starts[cell])
    assert.ok(Math.max(...crowds) <= 8, `${Math.max(...crowds)} edges in a cell`)
  })
}
