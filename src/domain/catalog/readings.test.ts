import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingsOf } from './readings.ts'
import { spellingsOf } from './spellings.ts'

const shown = (text: string) => {
  const { written, guessed } = readingsOf(text)
  const show = ({ name, context }: (typeof written)[number]) => [name, ...context].join(' < ')
  return { written: written.map(show), guessed: guessed.map(show) }
}

test('a comma says where the name ends; the whole may still be one name', () => {
  assert.deepEqual(shown('Paris, Texas, USA'), {
    written: ['paris < texas < usa', 'paris texas usa'],
    guessed: ['usa < paris < texas'],
  })
})

test('commas of other scripts are commas, and empty parts are none', () => {
  assert.equal(shown('باريس، فرنسا').written[0], 'باريس < فرنسا')
  assert.equal(shown('港区、東京都').written[0], '港区 < 東京都')
  assert.deepEqual(shown('Vaduz, ,'), { written: ['vaduz'], guessed: [] })
})

test('without commas every place to part the words is tried, the longest name first, the parent behind or before', () => {
  assert.deepEqual(shown('new york usa'), {
    written: ['new york usa'],
    guessed: ['new york < usa', 'new < york usa', 'york usa < new', 'usa < new york'],
  })
})

test('scripts without spaces are parted between any two letters, the larger place before the smaller', () => {
  assert.deepEqual(shown('東京都港区').guessed, [
    '京都港区 < 東',
    '都港区 < 東京',
    '港区 < 東京都',
    '区 < 東京都港',
  ])
})

test('nothing but signs means nothing', () => {
  assert.deepEqual(shown(' ,-.'), { written: [], guessed: [] })
})

test('words that are written out or shortened are tried both ways', () => {
  assert.deepEqual(spellingsOf('st louis'), ['st louis', 'saint louis', 'sankt louis', 'sint louis'])
  assert.deepEqual(spellingsOf('paris'), ['paris'])
})

test('a name of many such words has a handful of spellings, itself among them', () => {
  const name = Array(50).fill('saint').join(' ')
  assert.ok(spellingsOf(name).length <= 16)
  assert.equal(spellingsOf(name)[0], name)
})
