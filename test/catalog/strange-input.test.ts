/** Queries that people do not type: signs without a shape, letters of other alphabets that look alike, emoji, articles alone, two scripts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { suiteAreaWorld } from '../support/area-world.ts'

/** Places with names in several scripts, by ISO code. */
const NAMES: Readonly<Record<string, readonly [latin: string, other: string]>> = {
  DE: ['Germany', 'Германия'],
  GE: ['Georgia', 'საქართველო'],
  JP: ['Japan', '日本'],
  PE: ['Peru', 'بيرو'],
  'US-TX': ['Texas', 'Техас'],
  'AU-NSW': ['New South Wales', '新南威尔士州'],
}

/** Cyrillic and Greek letters that look like Latin ones. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  G: 'Ԍ',
  N: 'Ν',
  P: 'Ρ',
  T: 'Т',
}

const UNSEEN: Readonly<Record<string, string>> = {
  'zero-width space': '\u200b',
  'zero-width joiner': '\u200d',
  'word joiner': '\u2060',
  'soft hyphen': '\u00ad',
  'byte order mark': '\ufeff',
  'right-to-left mark': '\u200f',
  'right-to-left override': '\u202e',
  'isolate, popped': '\u2067\u2069',
  'combining grapheme joiner': '\u034f',
}

describe('a strange query finds the right place or none', () => {
  const world = suiteAreaWorld()
  const found = (text: string) =>
    world.catalog.search({ text, countries: [], kind: null, adminLevel: null, near: null, limit: 10 })
  const exactly = async (text: string): Promise<readonly (string | null)[]> =>
    (await found(text)).filter(({ match }) => match === 'exact').map(({ record }) => record.iso)

  for (const [what, sign] of Object.entries(UNSEEN)) {
    test(`the name counts, not the ${what} in it`, async () => {
      for (const [iso, [name]] of Object.entries(NAMES))
        for (const text of [`${sign}${name}`, `${name.slice(0, 2)}${sign}${name.slice(2)}`, `${name}${sign}`])
          assert.equal((await exactly(text))[0], iso, JSON.stringify(text))
    })
  }

  test('one look-alike letter makes no name', async () => {
    for (const [name] of Object.values(NAMES))
      for (const [index, letter] of [...name].entries()) {
        const twin = LOOK_ALIKE[letter]
        if (twin === undefined) continue
        const text = name.slice(0, index) + twin + name.slice(index + 1)
        assert.deepEqual(await exactly(text), [], text)
      }
  })

  test('an emoji beside a name is ignored, and alone names nothing', async () => {
    for (const [iso, [name]] of Object.entries(NAMES))
      for (const text of [`${name} 🎉`, `🎉 ${name}`]) assert.equal((await exactly(text))[0], iso, text)
    for (const text of ['🎉', '😀😀', '🇫🇷🇩🇪', '👩‍👩‍👧']) assert.deepEqual(await exactly(text), [], text)
  })

  test('one letter two hundred times names nothing', async () => {
    for (const letter of ['a', 'é', 'я', '国', 'ｗ', '\u0301', '\u200b'])
      assert.deepEqual(await exactly(letter.repeat(200)), [], letter)
  })

  test('articles and "and" alone name nothing, and are no codes in small letters', async () => {
    for (const text of [
      'the',
      'of the',
      'the of and',
      'THE AND',
      'de la',
      'der die das',
      'la',
      'and',
      'los',
      'de',
    ])
      assert.deepEqual(await exactly(text), [], text)
    for (const text of ['of the', 'the of and', 'de la']) assert.deepEqual(await found(text), [], text)
    assert.equal((await exactly('AND'))[0], 'AD')
    assert.equal((await exactly('LA'))[0], 'LA')
  })

  test('names in two scripts are one place or nothing', async () => {
    for (const [iso, [latin, other]] of Object.entries(NAMES))
      for (const [another, [, foreign]] of Object.entries(NAMES))
        for (const text of [
          `${latin} ${foreign}`,
          `${foreign} ${latin}`,
          `${latin} / ${foreign}`,
          `${latin} (${foreign})`,
        ])
          assert.deepEqual(
            (await exactly(text)).slice(0, 1),
            iso === another ? [iso] : [],
            `${text} ${other}`,
          )
  })
})
