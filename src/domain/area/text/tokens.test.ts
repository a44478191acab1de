import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCases } from '../../../../bench/areas/cases.ts'
import { NAME_WORDS } from '../../../../test/support/name-words.ts'
import { loadVocabulary } from '../../../sources/areas/load-vocabulary.ts'
import { createTokenizer } from './tokens.ts'
import { marksIn } from './wording.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const vocabulary = loadVocabulary(path('../../../../data/areas'), NAME_WORDS)
const tokens = createTokenizer(vocabulary)

test('every character of a description is in one token, or passed over by a rule of wording', () => {
  for (const { text } of readCases(path('../../../../bench/areas/cases.json'))) {
    const plain = text.normalize('NFC')
    const passed = marksIn(plain, vocabulary).filter(({ reads }) => reads.trim() === '')
    const spans = tokens(text).map(({ from, to }) => [from, to] as const)
    for (const [at, [from]] of spans.entries()) assert.ok(at === 0 || spans[at - 1][1] <= from, text)
    const read = [...spans, ...passed.map(({ from, to }) => [from, to] as const)]
    const left = [...plain.matchAll(/\S/g)].filter(({ index }) =>
      read.every(([from, to]) => index < from || to <= index),
    )
    assert.deepEqual(
      left.map(([sign]) => sign),
      [],
      text,
    )
  }
})

test('layout divides as signs do', () => {
  const shown = (text: string): string =>
    tokens(text)
      .map(({ kind, text: words }) => (kind === 'text' ? words : kind))
      .join(' ')
  assert.equal(shown('- Ohio\n- Iowa'), 'break Ohio break Iowa')
  assert.equal(shown('(a) Ohio (b) Iowa'), 'break Ohio break Iowa')
  assert.equal(shown('Georgia – Camden and Glynn Counties'), 'Georgia colon Camden and Glynn Counties')
  assert.equal(shown('Maine – except York County'), 'Maine comma except York County')
  assert.equal(shown('PK; NI'), 'PK comma NI')
  assert.equal(shown('Texas (the "Territory"). Ohio'), 'Texas stop Ohio')
})

test('wording that says nothing is passed over, and counts are no part of a name', () => {
  const texts = (text: string): readonly string[] =>
    tokens(text).flatMap(({ kind, text: words }) => (kind === 'text' ? [words] : []))
  assert.deepEqual(texts('Ohio (hereinafter the Area) and Iowa'), ['Ohio', 'Iowa'])
  assert.deepEqual(texts('the three (3) counties of Kent'), ['the counties of Kent'])
  assert.deepEqual(texts('all provinces and territories of Canada'), [
    'all provinces-and-territories of Canada',
  ])
})
