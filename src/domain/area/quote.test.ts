/** Words of plans are words of descriptions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QuotedText } from './quote.ts'

test('a quote is words of the text in their order, whatever case, accents and punctuation', () => {
  const text = 'The Départements of Haute-Saône,\n  and NORTH and South Dakota; 東京都と大阪府'
  for (const quote of [
    'Haute-Saône',
    'haute saone',
    'North Dakota',
    'South Dakota',
    '大阪府',
    'the DÉPARTEMENTS',
  ])
    assert.ok(new QuotedText(text).has(quote), quote)
  for (const quote of [
    'France',
    'Dakota South',
    'Saône Haute',
    'Dako',
    '京都府',
    '',
    ' ,;',
    'Haute-Saône France',
  ])
    assert.ok(!new QuotedText(text).has(quote), quote)
})

test('words that are written together with others are found', () => {
  for (const [text, quotes] of [
    ["Andorra, llevat d'Andorra la Vella i l’Aquila", ['Andorra la Vella', 'Aquila', "l'Aquila"]],
    ['독일과 프랑스', ['독일', '프랑스']],
    ['فرنسا وألمانيا', ['ألمانيا', 'فرنسا']],
    ['ドイツとフランスとイタリア', ['ドイツ', 'フランス', 'イタリア']],
    ['法国和德国', ['法国', '德国']],
  ] as const)
    for (const quote of quotes) assert.ok(new QuotedText(text).has(quote), quote)
})

test('a quote may be as long as the text, and no longer', () => {
  const words = Array.from({ length: 1500 }, (_, index) => `w${index}`)
  const text = new QuotedText(words.join(' '))
  assert.ok(text.has(words.join(', ')))
  assert.ok(!text.has([...words, 'more'].join(' ')))
})
