import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../../test/support/shapes.ts'
import { Chart } from './chart.ts'
import { CLAUSE_GRAMMAR } from './clause-grammar.ts'

const KINDS = [
  ...[
    'PHRASE',
    'PHRASE',
    'PHRASE',
    'EXCEPT',
    'BUT',
    'ONLY',
    'ONLY_AFTER',
    'INCLUDING',
    'INCLUDE',
    'BREAK',
    'COLON',
  ],
  ...['OPENING', 'EXCLUDED_AFTER', 'EXCLUDED_BESIDE', 'INCLUDED_AFTER', 'OPEN', 'CLOSE'],
]

/** With as many brackets closed as opened, as the lexer gives them. */
const randomRow = (random: () => number): readonly string[] => {
  const row: string[] = []
  let depth = 0
  for (let length = Math.floor(random() * 16); length > 0; length--) {
    const kind = KINDS[Math.floor(random() * KINDS.length)]
    if (kind === 'CLOSE' && depth === 0) continue
    depth += kind === 'OPEN' ? 1 : kind === 'CLOSE' ? -1 : 0
    row.push(kind)
  }
  return [...row, ...Array.from({ length: depth }, () => 'CLOSE')]
}

test('every row of tokens has one reading, so none is dropped and none is guessed', () => {
  const random = seededRandom(20_261_129)
  for (let at = 0; at < 3_000; at++) {
    const row = randomRow(random)
    const readings = new Chart(CLAUSE_GRAMMAR, row).readings('section')
    assert.equal(readings?.length, 1, row.join(' '))
  }
})
