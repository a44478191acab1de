/** Marks in descriptions on the map page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { descriptionPieces } from '../../src/explorer/mark-words.ts'

const marked = (description: string, words: readonly string[]): readonly string[] =>
  descriptionPieces(
    description,
    words.map((text, index) => ({ text, index })),
  ).map(({ text, index }) => (index === null ? text : `[${index} ${text}]`))

test('words are marked where they stand', () => {
  assert.deepEqual(marked('Oregon except Lane County.', ['Oregon', 'Lane County']), [
    '[0 Oregon]',
    ' except ',
    '[1 Lane County]',
    '.',
  ])
})

test('case and spaces may differ', () => {
  assert.deepEqual(marked('the  STATE of\nOregon', ['state of oregon']), ['the  ', '[0 STATE of\nOregon]'])
})

test('longer words go before shorter ones within them', () => {
  assert.deepEqual(marked('New York and New York City', ['New York', 'New York City']), [
    '[0 New York]',
    ' and ',
    '[1 New York City]',
  ])
})

test('the same words twice are marked one after the other', () => {
  assert.deepEqual(marked('Orange, Orange', ['Orange', 'Orange']), ['[0 Orange]', ', ', '[1 Orange]'])
})

test('words within other words are not marked, nor are signs taken for patterns', () => {
  assert.deepEqual(marked('Romania, Oman', ['Oman']), ['Romania, ', '[0 Oman]'])
  assert.deepEqual(marked('A (b) c', ['(b)', '.*']), ['A ', '[0 (b)]', ' c'])
})

test('the pieces together are the description, whatever is marked', () => {
  const words = fc.array(fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', ' ', '(', 'ä', '\n') }))
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60, unit: fc.constantFrom('a', 'b', ' ', '(', 'ä', '\n') }),
      words,
      (text, marks) => {
        const pieces = descriptionPieces(
          text,
          marks.map((each, index) => ({ text: each, index })),
        )
        assert.equal(pieces.map((piece) => piece.text).join(''), text)
      },
    ),
  )
})
