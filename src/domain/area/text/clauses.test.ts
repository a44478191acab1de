import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NAME_WORDS } from '../../../../test/support/name-words.ts'
import { loadVocabulary } from '../../../sources/areas/load-vocabulary.ts'
import { createClauseReader } from './clauses.ts'

const read = createClauseReader(
  loadVocabulary(fileURLToPath(new URL('../../../../data/areas', import.meta.url)), NAME_WORDS),
)

/** `+A, B −C`. */
const shown = (text: string): string =>
  read(text)
    .map(
      ({ role, phrases }) =>
        `${role === 'include' ? '+' : '−'}${phrases.map((each) => each.text).join(', ')}`,
    )
    .join(' ')

const READINGS: readonly (readonly [string, string])[] = [
  ['A and B', '+A, B'],
  ['A, B & C', '+A, B, C'],
  ['A; B', '+A +B'],
  ['A except B and C', '+A −B, C'],
  ['A (except B) and C', '+A −B +C'],
  ['A other than B; provided that C shall be included', '+A −B +C'],
  ['A, but including C', '+A +C'],
  ['Alpha. Beta is excluded.', '+Alpha −Beta'],
  ['The “Territory” means Alpha, but shall not include Beta.', '+Alpha −Beta'],
  ['A (hereinafter the "Territory") and B', '+A, B'],
  ['- A\n- B', '+A +B'],
  ['(a) A; (b) B; and (c) C', '+A +B +C'],
  ['A mit Ausnahme von B', '+A −B'],
  ["A à l'exception de B", '+A −B'],
  ['A à l’exception de B', '+A −B'],
  ['CA, OR and WA', '+CA, OR, WA'],
  ['Baden-sans-Souci', '+Baden-sans-Souci'],
  ['Delivery area: A and B', '+A, B'],
  ['Alpha, Beta and Gamma excluded', '+Alpha −Beta, Gamma'],
  ['Alpha (Beta excluded) and Gamma', '+Alpha −Beta +Gamma'],
  ['Alpha, ausgenommen Beta', '+Alpha −Beta'],
  ['Alpha; it does not apply in Beta or Gamma.', '+Alpha −Beta, Gamma'],
  ['Alpha, provided that Beta and Gamma shall be excluded', '+Alpha −Beta, Gamma'],
  ['Except for Alpha, Beta', '−Alpha, Beta'],
  ['Alpha except: (a) Beta; (b) Gamma', '+Alpha −Beta −Gamma'],
  ['Alpha excl. Beta incl. Gamma', '+Alpha −Beta +Gamma'],
  ['Alpha (the land of Beta, Gamma) and Delta', '+Alpha (the land of Beta, Gamma), Delta'],
  ['Alpha (Beta and Gamma), Delta', '+Alpha +Beta, Gamma +Delta'],
  ['東京都を除く日本', '−東京都 +日本'],
  ['日本（沖縄県を除く）', '+日本 −沖縄県'],
  ['除巴伐利亚州外的德国', '−巴伐利亚州 +德国'],
  ['제주도를 제외한 대한민국', '−제주도 +대한민국'],
  ['Türkiye, İstanbul hariç', '+Türkiye −İstanbul'],
]

for (const [text, expected] of READINGS) {
  test(`"${text.replaceAll('\n', ' ⏎ ')}" is read as ${expected}`, () => assert.equal(shown(text), expected))
}

test('what follows an exception of an exception says so', () => {
  const from = (text: string) => read(text).map((clause) => clause.from)
  assert.deepEqual(from('A except B except C'), ['everything', 'everything', 'exceptions'])
  assert.deepEqual(from('A (except B (other than C))'), ['everything', 'everything', 'exceptions'])
  assert.deepEqual(from('A without B and without C'), ['everything', 'everything', 'either'])
})

test('a clause behind a colon or in brackets knows that it is a list', () => {
  assert.deepEqual(
    read('Alpha: Beta and Gamma (Delta and Epsilon)').map(({ listedBy }) => listedBy),
    ['nothing', 'colon', 'brackets'],
  )
})
