import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lex } from './lex.ts'
import { TokenLine, WordClass } from './word-class.ts'

/** How many tokens each word of the class has that stands at the beginning of the text. */
const lengths = (words: readonly string[], text: string): readonly number[] =>
  new WordClass(words).endsFrom(0, new TokenLine(lex(text)))

describe('a class of words', () => {
  test('has each word that its brackets stand for', () => {
    const words = ['(the |our |)(new |)(area|zone)(s|)', 'sub(-|)licen(c|s)ee(s)']
    for (const text of ['area', 'the new zones', 'our area', 'Sub-licensees', 'sublicencee'])
      assert.deepEqual(lengths(words, text), [lex(text).length], text)
    for (const text of ['the', 'areas', 'new the zone', 'zoned', 'sub licensee'])
      assert.deepEqual(lengths(words, `${text} x`), text === 'areas' ? [1] : [], text)
  })

  test('ends wherever one of its words does', () => {
    assert.deepEqual(lengths(['also', 'also in', 'also in all'], 'also in all of it'), [1, 2, 3])
  })

  test('needs no space beside signs, and none at the end of a word', () => {
    assert.deepEqual(lengths(['no. 3', '(note|nb):', 'could you (please |)'], 'No. 3 west'), [3])
    assert.deepEqual(lengths(['(note|nb):'], 'NB : Ohio'), [2])
    assert.deepEqual(lengths(['could you (please |)'], 'Could you please draw'), [2, 3])
  })
})
