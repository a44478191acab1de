import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameIn } from './language.ts'

const vienna = { name: 'Wien', names: { de: 'Wien', en: 'Vienna', zh: '维也纳', 'zh-Hant': '維也納' } }

test('the first requested language with a name wins', () => {
  assert.equal(nameIn(vienna, ['fr', 'en', 'de']), 'Vienna')
})

test('a regional tag falls back to its language', () => {
  assert.equal(nameIn(vienna, ['en-GB']), 'Vienna')
  assert.equal(nameIn(vienna, ['zh-Hant-TW']), '維也納')
})

test('a region implies its script, and two tags of one language are equal', () => {
  assert.equal(nameIn(vienna, ['zh-TW']), '維也納')
  assert.equal(nameIn(vienna, ['zh-HK']), '維也納')
  assert.equal(nameIn(vienna, ['zh-CN']), '维也纳')
  assert.equal(nameIn({ name: 'Wien', names: { nb: 'Wien by' } }, ['no']), 'Wien by')
  assert.equal(nameIn({ name: 'Wien', names: { no: 'Wien by' } }, ['nn-NO']), 'Wien by')
})

test('without a requested or known language the local name is used', () => {
  assert.equal(nameIn(vienna, []), 'Wien')
  assert.equal(nameIn(vienna, ['xx', '*', 'constructor', '__proto__']), 'Wien')
})
