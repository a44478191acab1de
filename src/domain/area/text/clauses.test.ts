import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadVocabulary } from '../../../sources/areas/load-vocabulary.ts'
import { createClauseReader } from './clauses.ts'

const read = createClauseReader(
  loadVocabulary(fileURLToPath(new URL('../../../../data/areas', import.meta.url))),
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
]

for (const [text, expected] of READINGS) {
  test(`"${text.replaceAll('\n', ' ⏎ ')}" is read as ${expected}`, () => assert.equal(shown(text), expected))
}
