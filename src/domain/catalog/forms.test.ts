import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBareCode, joinedWords, nameForms, searchWords } from './forms.ts'

const TEXAS = { name: 'Texas', names: { en: 'Texas', fr: 'Texas', ru: 'Техас' }, iso: 'US-TX' }

test('a name that several languages share is one form, written as in the first', () => {
  const forms = nameForms(TEXAS, [{ name: 'Texas' }, { name: 'TEXAS' }, { name: 'Lone Star State' }])
  assert.deepEqual(
    forms.map((form) => [form.folded, form.name]),
    [
      ['texas', 'Texas'],
      ['lone star state', 'Lone Star State'],
      ['техас', 'Техас'],
      ['us tx', 'US-TX'],
      ['tx', 'US-TX'],
    ],
  )
})

test('only the part of a code without its country is a bare code', () => {
  const bare = nameForms(TEXAS, []).filter(isBareCode)
  assert.deepEqual(bare, [{ folded: 'tx', name: 'US-TX' }])
})

test('numbers of subdivisions are not names of their own', () => {
  assert.deepEqual(nameForms({ name: 'Paris', names: {}, iso: 'FR-75' }, []).at(-1), {
    folded: 'fr 75',
    name: 'FR-75',
  })
})

test('short names of several words are also found as one word', () => {
  const forms = nameForms(
    { name: 'New York', names: { fr: 'Département de New York', es: 'Nueva York' }, iso: null },
    [],
  )
  assert.deepEqual([...searchWords(forms)], ['new', 'york', 'departement', 'de', 'nueva'])
  assert.deepEqual([...joinedWords(forms)], ['newyork', 'nuevayork'])
})

test('a text longer than any name is not indexed', () => {
  assert.deepEqual(nameForms({ name: 'x'.repeat(201), names: {}, iso: null }, []), [])
})
