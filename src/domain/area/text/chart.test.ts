import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Chart, type ChartOptions, type Node, parseGrammar } from './chart.ts'

const shown = ({ symbol, children }: Node): string =>
  children.length === 0 ? symbol : `${symbol}(${children.map(shown).join(' ')})`

const readings = (
  grammar: Record<string, readonly string[]>,
  kinds: string,
  options?: ChartOptions,
): readonly string[] | undefined =>
  new Chart(parseGrammar(grammar), kinds.split(' '), options).readings(Object.keys(grammar)[0])?.map(shown)

test('a text has every reading that the rules allow, in their order', () => {
  const grammar = { text: ['list EXCEPT list list', 'list EXCEPT list'], list: ['PHRASE+'] }
  assert.deepEqual(readings(grammar, 'PHRASE EXCEPT PHRASE PHRASE'), [
    'text(list(PHRASE) EXCEPT list(PHRASE) list(PHRASE))',
    'text(list(PHRASE) EXCEPT list(PHRASE PHRASE))',
  ])
})

test('what repeats is read as long as it can be, and may be nothing', () => {
  const grammar = { text: ['A* B? C+'] }
  assert.deepEqual(readings(grammar, 'A A C'), ['text(A A C)'])
  assert.deepEqual(readings(grammar, 'B C C'), ['text(B C C)'])
})

test('a text that no rule covers as a whole has no reading', () => {
  assert.deepEqual(readings({ text: ['A B'] }, 'A B B'), [])
})

test('a rule of unknown symbols is rejected', () => {
  assert.throws(() => parseGrammar({ text: ['list'] }), /no rule for "list"/)
})

test('a rule drops a reading wherever it is part of another', () => {
  const grammar = { text: ['list list', 'list'], list: ['PHRASE+'] }
  const keeps = ({ symbol, from, to }: Node): boolean => symbol !== 'list' || to - from > 1
  assert.deepEqual(readings(grammar, 'PHRASE PHRASE PHRASE', { keeps }), ['text(list(PHRASE PHRASE PHRASE))'])
})

test('a text with more readings than may be compared is too ambiguous', () => {
  const grammar = { text: ['list list', 'list'], list: ['PHRASE+'] }
  const kinds = Array.from({ length: 10 }, () => 'PHRASE').join(' ')
  assert.equal(readings(grammar, kinds, { most: 10 })?.length, 10)
  assert.equal(readings(grammar, kinds, { most: 9 }), undefined)
})
