import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shortened } from './shorten-text.ts'

test('a text that fits is unchanged', () => {
  assert.equal(shortened('France', 6), 'France')
})

test('a shortened text ends with an ellipsis without a space before it', () => {
  assert.equal(shortened('New Jersey', 5), 'New…')
})

test('a shortened text never exceeds the limit or splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 20 }), (text, most) => {
      const short = shortened(text, most)
      assert.ok(short.length <= most && short.isWellFormed())
    }),
  )
})
