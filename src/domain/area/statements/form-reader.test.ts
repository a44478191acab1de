import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NAME_WORDS } from '../../../../test/support/name-words.ts'
import { loadVocabulary } from '../../../sources/areas/load-vocabulary.ts'
import { parseForm } from './form.ts'
import { createFormReader } from './form-reader.ts'

const vocabulary = loadVocabulary(
  fileURLToPath(new URL('../../../../data/areas', import.meta.url)),
  NAME_WORDS,
)
const read = createFormReader(vocabulary)

/** "+Norway −Oslo", "±Oslo" for what is in again; null where no form matches. */
const shown = (sentence: string): string | null =>
  read(sentence)
    ?.places.filter(({ slot }) => slot !== 'place')
    .map(({ slot, text }) => `${{ in: '+', out: '−', back: '±', place: '' }[slot]}${text}`)
    .join(' ') ?? null

describe('every form reads its example', () => {
  for (const { form, example, in: inside, out, back } of vocabulary.forms.forms)
    test(example, () => {
      const stated = read(example)
      assert.ok(stated !== null, form)
      const filled = Object.fromEntries(
        stated.places.filter(({ slot }) => slot !== 'place').map(({ slot, text }) => [slot, text]),
      )
      assert.deepEqual(filled, JSON.parse(JSON.stringify({ in: inside, out, back })))
    })
})

test('a word that no form has is never dropped', () => {
  for (const sentence of [
    'Nobody may sell the Products in Norway.',
    'If targets are met, Licensee may sell the Products in Norway.',
    'Licensor may sell the Products in Norway.',
    'Licensee formerly sold the Products in Norway.',
    'Licensee may soon sell the Products in Norway.',
  ])
    assert.equal(shown(sentence), null, sentence)
})

test('words behind the place stay with it, where they are no place', () => {
  assert.equal(shown('Licensee may sell the Products in Norway until 2030.'), '+Norway until 2030')
})

test('what is left out or in again is a plain list', () => {
  assert.equal(shown('Norway is off limits.'), '−Norway')
  assert.equal(shown('Norway except Oslo is off limits.'), null)
  assert.equal(shown('Sweden; provided that Norway is not included.'), null)
})

test('a form with an unknown class or slot, or an open bracket, is rejected', () => {
  assert.throws(() => parseForm('{nobody} sells in <in>', {}), /unknown class "nobody"/)
  assert.throws(() => parseForm('sells in <there>', {}), /unknown slot "there"/)
  assert.throws(() => parseForm('sells [in <in>', {}), /brackets/)
})
