import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NAME_WORDS } from '../../../test/support/name-words.ts'
import { seededRandom } from '../../../test/support/shapes.ts'
import { readingsOf } from './readings.ts'
import { spellingsOf } from './spellings.ts'

const shown = (text: string) => {
  const { written, guessed } = readingsOf(text, NAME_WORDS)
  const show = ({ name, context }: (typeof written)[number]) => [name, ...context].join(' < ')
  return { written: written.map(show), guessed: guessed.map(show) }
}

test('a comma marks where the name ends; the whole may still be one name', () => {
  assert.deepEqual(shown('Paris, Texas, USA'), {
    written: ['paris < texas < usa', 'paris texas usa'],
    guessed: ['usa < paris < texas'],
  })
})

test('commas of other scripts count, and empty parts are ignored', () => {
  assert.equal(shown('باريس، فرنسا').written[0], 'باريس < فرنسا')
  assert.equal(shown('港区、東京都').written[0], '港区 < 東京都')
  assert.deepEqual(shown('Vaduz, ,'), { written: ['vaduz'], guessed: [] })
})

test('without commas every split is tried, the longest name first, with the parent after or before it', () => {
  assert.deepEqual(shown('new york usa'), {
    written: ['new york usa'],
    guessed: ['new york < usa', 'new < york usa', 'york usa < new', 'usa < new york'],
  })
})

test('text without spaces is split between any two letters, the larger place before the smaller', () => {
  assert.deepEqual(shown('東京都港区').guessed, [
    '京都港区 < 東',
    '都港区 < 東京',
    '港区 < 東京都',
    '区 < 東京都港',
  ])
})

test('a query of signs alone has no reading', () => {
  assert.deepEqual(shown(' ,-.'), { written: [], guessed: [] })
})

test('abbreviated and written-out words are both tried', () => {
  assert.deepEqual(spellingsOf('st louis', NAME_WORDS), [
    'st louis',
    'saint louis',
    'sankt louis',
    'sint louis',
  ])
  assert.deepEqual(spellingsOf('paris', NAME_WORDS), ['paris'])
})

test('a name of many such words has only a handful of spellings, including itself', () => {
  const name = Array(50).fill('saint').join(' ')
  assert.ok(spellingsOf(name, NAME_WORDS).length <= 16)
  assert.equal(spellingsOf(name, NAME_WORDS)[0], name)
})

const understood = (text: string) =>
  readingsOf(text, NAME_WORDS).understood.map(({ name, level, context }) =>
    [`${name}${level === null ? '' : ` (${level.word})`}`, ...context].join(' < '),
  )

test('articles and level words are recognised, the longest name first', () => {
  assert.deepEqual(understood('the Gambia'), ['gambia'])
  assert.deepEqual(understood('State of Texas').slice(0, 2), ['of texas (state)', 'texas (state)'])
  assert.deepEqual(understood('Los Lagos Region').slice(-2), ['los lagos (region)', 'lagos (region)'])
  assert.ok(understood('Kanton Zürich, Schweiz').includes('zurich (kanton) < schweiz'))
})

test('text in brackets or after a comma may be a level, or the beginning of the name', () => {
  const [georgia] = readingsOf('Georgia (country)', NAME_WORDS).written
  assert.deepEqual([georgia.name, georgia.level?.word, georgia.context], ['georgia', 'country', []])
  assert.ok(understood('Congo, Democratic Republic of the').includes('democratic republic of the congo'))
})

test('an elided article and an umlaut typed as two letters are recognised', () => {
  assert.ok(understood("l'Italie").includes('italie'))
  assert.ok(understood('Thueringen').includes('thuringen'))
})

test('a single remaining Chinese character is not a name', () => {
  assert.ok(understood('四川省').includes('四川 (省)'))
  assert.ok(!understood('加州').includes('加'))
})

test('an article with an apostrophe is separated from the name after it', () => {
  const { understood } = readingsOf("province de l'Ontario", NAME_WORDS)
  assert.ok(understood.some(({ name, level }) => name === 'ontario' && level?.word === 'province'))
})

test('a query of nothing but articles and levels has no more readings than a long name', () => {
  const random = seededRandom(11)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]
  const words = [...NAME_WORDS.levels.keys(), ...NAME_WORDS.articles]
  for (let round = 0; round < 500; round++) {
    const few = Array.from({ length: 6 }, () => pick(words))
    const query = Array.from({ length: 60 }, () => pick(few))
      .join(' ')
      .slice(0, 200)
    const { written, understood, guessed } = readingsOf(query, NAME_WORDS)
    assert.ok(written.length + understood.length + guessed.length <= 82, query)
  }
})
