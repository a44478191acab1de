import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaOf, invalidCoverageEdges } from '../../../../test/support/geos.ts'
import { ringsFromParts } from '../parts.ts'
import type { Rings } from '../rings.ts'
import { coverageOf, simplifyCoverage } from './simplify-coverage.ts'
import { noNarrowing } from './triangle.ts'

const SIDE = 1_000_000

/** Two squares side by side; the border of the left one reaches over by so much in the middle. */
const pair = (overlap: number): readonly Rings[] => [
  ringsFromParts([[[0, 0, SIDE, 0, SIDE + overlap, SIDE / 2, SIDE, SIDE, 0, SIDE]]]),
  ringsFromParts([[[SIDE, 0, 2 * SIDE, 0, 2 * SIDE, SIDE, SIDE, SIDE]]]),
]

const drawn = (members: readonly Rings[]): readonly Rings[] =>
  simplifyCoverage(coverageOf(members, noNarrowing), 0, 1)

test('an overlap below a hectare is given to one of the areas, and the union stays', () => {
  const members = pair(100)
  assert.ok(invalidCoverageEdges(members, 1) > 0)
  const settled = drawn(members)
  assert.equal(invalidCoverageEdges(settled, 1), 0)
  assert.equal(areaOf(settled[0], 1) + areaOf(settled[1], 1), 2 * SIDE * SIDE)
})

test('a larger overlap stays as the source has it', () => {
  // The first is just larger than a hectare.
  for (const overlap of [170, 1_000]) {
    const members = pair(overlap)
    const settled = drawn(members)
    members.forEach((each, i) => {
      assert.equal(areaOf(settled[i], 1), areaOf(each, 1))
    })
  }
})

test('a tiny area between two borders keeps its place', () => {
  const middle = ringsFromParts([[[SIDE, 0, SIDE + 100, SIDE / 2, SIDE, SIDE]]])
  const cut = ringsFromParts([[[0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE]]])
  const around = ringsFromParts([[[SIDE, 0, 2 * SIDE, 0, 2 * SIDE, SIDE, SIDE, SIDE, SIDE + 100, SIDE / 2]]])
  const settled = drawn([cut, middle, around])
  assert.equal(areaOf(settled[1], 1), areaOf(middle, 1))
})
