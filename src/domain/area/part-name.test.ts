import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partName } from './part-name.ts'

const BAVARIA = {
  name: 'Bayern',
  names: { en: 'Bavaria', fr: 'Bavière', ja: 'バイエルン州', hu: 'Bajorország' },
}
const NIGERIA = { name: 'Nigeria', names: { en: 'Nigeria', vi: 'Ni' } }

for (const [what, text, boundary, languages, expected] of [
  ['a part has the name that stands in its words', 'the state of Bavaria', BAVARIA, ['de'], 'Bavaria'],
  ['the local name counts as any other', 'Freistaat Bayern', BAVARIA, ['en'], 'Bayern'],
  ['the spelling is that of the record', 'BAVARIA', BAVARIA, [], 'Bavaria'],
  ['accents count', 'Baviere', BAVARIA, [], 'Bayern'],
  [
    'scripts without spaces are searched as they are written',
    '日本とバイエルン州',
    BAVARIA,
    [],
    'バイエルン州',
  ],
  ['the longest of several names is taken', 'Nigeria (Ni)', NIGERIA, ['vi'], 'Nigeria'],
  ['a piece of a word is no name', 'Nigerian land', NIGERIA, [], 'Nigeria'],
  ['without such a name the languages of the caller decide', 'Germany’s south', BAVARIA, ['fr'], 'Bavière'],
  ['without any the local name stays', '', BAVARIA, [], 'Bayern'],
] as const) {
  test(what, () => assert.equal(partName(text, boundary, languages), expected))
}
