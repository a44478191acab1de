import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shortened } from './shortened.ts'

test('what fits stays as it is', () => {
  assert.equal(shortened('France', 6), 'France')
})

test('what does not ends with an ellipsis, no space before it', () => {
  assert.equal(shortened('New Jersey', 5), 'New…')
})

test('a shortened text is never longer than it may be, and never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 20 }), (text, most) => {
      const short = shortened(text, most)
      assert.ok(short.length <= most && short.isWellFormed())
    }),
  )
})
