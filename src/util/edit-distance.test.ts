import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../test/cases.ts'
import { editDistance } from './edit-distance.ts'

const CASES: readonly [from: string, to: string, edits: number][] = [
  ['', '', 0],
  ['paris', 'paris', 0],
  ['paris', 'pariz', 1],
  ['paris', 'pari', 1],
  ['paris', 'parris', 1],
  ['paris', 'prais', 1],
  ['springfeild', 'springfield', 1],
  ['lichtenstien', 'liechtenstein', 2],
  ['ca', 'abc', 3],
  ['vaduz', 'paris', 4],
]

for (const [from, to, edits] of CASES) {
  test(`"${from}" and "${to}" are ${edits} apart`, () => {
    assert.equal(editDistance(from, to), edits)
    assert.equal(editDistance(to, from), edits)
  })
}

/** The recurrence by its definition, without any short cut. */
const plain = (from: string, to: string): number => {
  const table = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const ways = [
        table[row - 1][column] + 1,
        table[row][column - 1] + 1,
        table[row - 1][column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1),
      ]
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        ways.push(table[row - 2][column - 2] + 1)
      }
      table[row][column] = Math.min(...ways)
    }
  }
  return table[from.length][to.length]
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })

test('the short cuts never change the distance, nor whether it is within a limit', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (from, to, most) => {
      const edits = plain(from, to)
      assert.equal(editDistance(from, to), edits)
      assert.equal(editDistance(from, to, most) <= most, edits <= most)
      if (edits <= most) assert.equal(editDistance(from, to, most), edits)
    }),
    { seed: 5, numRuns: casesOf('edit distances') },
  )
})
