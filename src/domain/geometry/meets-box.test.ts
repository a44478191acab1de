import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { meetsBox } from './meets-box.ts'
import type { BBox } from './rings.ts'

/** An L along the west and south of ten degrees, with a hole in its corner. */
const corner = ringsOf([
  [
    [
      [0, 0],
      [10, 0],
      [10, 2],
      [2, 2],
      [2, 10],
      [0, 10],
    ],
    boxRing(0.5, 0.5, 1.5, 1.5),
  ],
])

const CASES: readonly (readonly [what: string, box: BBox, meets: boolean])[] = [
  ['crosses an edge', [1.9, 5, 3, 6], true],
  ['is inside', [3, 0.5, 4, 1], true],
  ['contains it', [-1, -1, 11, 11], true],
  ['is in its bounding box only', [3, 3, 9, 9], false],
  ['is in its hole', [0.7, 0.7, 1.3, 1.3], false],
  ['touches the hole', [0.5, 0.7, 1.3, 1.3], true],
  ['touches a vertex', [10, 2, 11, 3], true],
  ['is a point on the border', [2, 5, 2, 5], true],
  ['is a point outside', [5, 5, 5, 5], false],
  ['is a line across', [-1, 5, 11, 5], true],
  ['is elsewhere', [20, 20, 21, 21], false],
]

for (const [what, box, meets] of CASES)
  test(`a box that ${what}: ${meets}`, () => assert.equal(meetsBox(corner, box), meets))

test('a slanted edge is compared exactly, not by its bounding box', () => {
  const triangle = ringsOf([
    [
      [
        [0, 0],
        [10, 0],
        [0, 10],
      ],
    ],
  ])
  assert.equal(meetsBox(triangle, [5, 5, 6, 6]), true)
  assert.equal(meetsBox(triangle, [5.0000001, 5, 6, 6]), false)
})

test('a random box meets a random box as their sides say', () => {
  const random = seededRandom(5)
  for (let i = 0; i < 2_000; i++) {
    const [a, b] = [randomBox(random), randomBox(random)]
    const wanted = a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]
    assert.equal(meetsBox(ringsOf([[boxRing(...a)]]), b), wanted, `${a} and ${b}`)
  }
})

const randomBox = (random: () => number): readonly [number, number, number, number] => {
  const [x, y] = [Math.floor(random() * 12), Math.floor(random() * 12)]
  return [x, y, x + 1 + Math.floor(random() * 4), y + 1 + Math.floor(random() * 4)]
}
