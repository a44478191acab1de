import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codePart, joinedWords, nameForms, searchWords } from './name-forms.ts'

const TEXAS = { name: 'Texas', names: { en: 'Texas', fr: 'Texas', ru: 'Техас' }, iso: 'US-TX' }

test('a name shared by several languages is one form, in its first spelling', () => {
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

test('the code of a country belongs to that country only', () => {
  const usa = { folded: 'usa', name: 'USA' }
  assert.equal(codePart(usa, { kind: 'country', country: 'US' }), 'country')
  assert.equal(codePart(usa, { kind: 'country', country: 'JP' }), null)
})

test('codes and abbreviations are distinguished from names', () => {
  const codes = nameForms(TEXAS, [{ name: 'USA' }, { name: 'Usa' }, { name: 'NRW' }]).map((form) => [
    form.name,
    codePart(form, { kind: 'state', country: 'US' }),
  ])
  assert.deepEqual(codes, [
    ['Texas', null],
    ['USA', 'subdivision'],
    ['NRW', 'subdivision'],
    ['Техас', null],
    ['US-TX', 'subdivision'],
    ['US-TX', 'subdivision'],
  ])
})

test('numbers of subdivisions are not names', () => {
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
