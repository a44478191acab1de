import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { ENTRY, PointGrid } from './point-grid.ts'

/** Crowds of positions around a few places that lie far apart. */
const crowds = fc
  .array(
    fc.record({
      x: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
      y: fc.integer({ min: -900_000_000, max: 900_000_000 }),
      spread: fc.constantFrom(0, 3, 1_000, 100_000_000),
      places: fc.array(
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        {
          minLength: 1,
          maxLength: 60,
        },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    Int32Array.from(
      all.flatMap(({ x, y, spread, places }) =>
        places.flatMap(([dx, dy]) => [Math.round(x + dx * spread), Math.round(y + dy * spread)]),
      ),
    ),
  )

const foundIn = (grid: PointGrid, [west, south, east, north]: readonly number[]): readonly number[] => {
  const found: number[] = []
  for (let row = grid.rowAt(south); row <= grid.rowAt(north); row++) {
    const length = grid.findInRow(row, west, south, east, north)
    for (let i = 0; i < length; i += 2)
      for (let at = grid.ranges[i]; at < grid.ranges[i + 1]; at += ENTRY) {
        const [x, y, number] = grid.entries.subarray(at, at + ENTRY)
        if (x >= west && x <= east && y >= south && y <= north) found.push(number)
      }
  }
  return found.sort((a, b) => a - b)
}

test('a search finds each position of a box once, in crowds and between them', () => {
  fc.assert(
    fc.property(crowds, fc.nat(), fc.nat(), fc.constantFrom(0, 2, 5_000, 2e9), (coords, one, other, more) => {
      const grid = new PointGrid(coords)
      const at = (which: number): number => 2 * (which % (coords.length / 2))
      const [a, b] = [at(one), at(other)]
      const box = [
        Math.min(coords[a], coords[b]) - more,
        Math.min(coords[a + 1], coords[b + 1]) - more,
        Math.max(coords[a], coords[b]) + more,
        Math.max(coords[a + 1], coords[b + 1]) + more,
      ]
      const [west, south, east, north] = box
      const expected = Array.from({ length: coords.length / 2 }, (_, i) => i).filter(
        (i) =>
          coords[2 * i] >= west &&
          coords[2 * i] <= east &&
          coords[2 * i + 1] >= south &&
          coords[2 * i + 1] <= north,
      )
      assert.deepEqual(foundIn(grid, box), expected)
    }),
    { numRuns: casesOf('searches of a grid of points') },
  )
})

test('a crowd in one coarse cell is not searched as a whole for one of its positions', () => {
  const side = 60
  const crowd = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]).flat()
  const grid = new PointGrid(Int32Array.from([...crowd, 50 * side, 50 * side, -50 * side, -50 * side]))
  const length = grid.findInRow(grid.rowAt(30), 30, 30, 31, 31)
  let entries = 0
  for (let i = 0; i < length; i += 2) entries += (grid.ranges[i + 1] - grid.ranges[i]) / ENTRY
  assert.ok(entries >= 4 && entries < 100, `${entries} entries`)
})
