import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggest } from './suggest.ts'

const FIELDS = ['limit', 'country', 'admin_level', 'q']

test('a slip of the fingers is recognised: a letter more, less, wrong or swapped', () => {
  assert.equal(suggest('limt', FIELDS), 'limit')
  assert.equal(suggest('limitt', FIELDS), 'limit')
  assert.equal(suggest('contry', FIELDS), 'country')
  assert.equal(suggest('coutnry', FIELDS), 'country')
  assert.equal(suggest('adminlevel', FIELDS), 'admin_level')
  assert.equal(suggest('LIMIT', FIELDS), 'limit')
})

test('another word is not taken for a slip', () => {
  for (const word of ['x', 'near', 'radius', '', 'li']) assert.equal(suggest(word, FIELDS), null, word)
})
