import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VOCABULARY } from '../../../../test/support/area-world.ts'
import { inItsLanguage } from './language.ts'

const read = (text: string): string => inItsLanguage(text, VOCABULARY.sentenceWords)

test('words that say nothing in the language of the text are blank, and the others keep their places', () => {
  assert.equal(read('Leverans sker till Polen och Litauen'), 'Leverans sker      Polen och Litauen')
  assert.equal(read('Si applica in Norvegia e nella Svezia'), '   applica in Norvegia e nella Svezia')
})

test('a text of another or no certain language stays as it is', () => {
  for (const text of ['We deliver to Ohio till the end of 2030', 'till Ohio', ''])
    assert.equal(read(text), text)
})
