import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearMiss } from './near-miss.ts'

const FIELDS = ['limit', 'country', 'admin_level', 'q']

test('a slip of the fingers is recognised: a letter more, less, wrong or swapped', () => {
  assert.equal(nearMiss('limt', FIELDS), 'limit')
  assert.equal(nearMiss('limitt', FIELDS), 'limit')
  assert.equal(nearMiss('contry', FIELDS), 'country')
  assert.equal(nearMiss('coutnry', FIELDS), 'country')
  assert.equal(nearMiss('adminlevel', FIELDS), 'admin_level')
  assert.equal(nearMiss('LIMIT', FIELDS), 'limit')
})

test('another word is not taken for a slip', () => {
  for (const word of ['x', 'near', 'radius', '', 'li']) assert.equal(nearMiss(word, FIELDS), null, word)
})
