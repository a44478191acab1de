import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggest } from './suggest.ts'

const FIELDS = ['limit', 'country', 'admin_level', 'q']

test('a typing error is recognized: an extra, missing, wrong or swapped letter', () => {
  assert.equal(suggest('limt', FIELDS), 'limit')
  assert.equal(suggest('limitt', FIELDS), 'limit')
  assert.equal(suggest('contry', FIELDS), 'country')
  assert.equal(suggest('coutnry', FIELDS), 'country')
  assert.equal(suggest('adminlevel', FIELDS), 'admin_level')
  assert.equal(suggest('LIMIT', FIELDS), 'limit')
})

test('a different word is not taken for a typing error', () => {
  for (const word of ['x', 'near', 'radius', '', 'li']) assert.equal(suggest(word, FIELDS), null, word)
})
