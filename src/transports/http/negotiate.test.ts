import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedCoding, acceptedLanguages } from './negotiate.ts'

test('of equally preferred codings the smaller is chosen', () => {
  assert.equal(acceptedCoding('gzip, deflate, br, zstd'), 'br')
  assert.equal(acceptedCoding('gzip, deflate'), 'gzip')
  assert.equal(acceptedCoding('br;q=0.5, gzip;q=0.8'), 'gzip')
  assert.equal(acceptedCoding('GZIP'), 'gzip')
  assert.equal(acceptedCoding('*'), 'br')
  assert.equal(acceptedCoding('br;q=0, *'), 'gzip')
})

test('a coding that the client does not accept is never chosen', () => {
  assert.equal(acceptedCoding(''), null)
  assert.equal(acceptedCoding('identity'), null)
  assert.equal(acceptedCoding('deflate, zstd'), null)
  assert.equal(acceptedCoding('gzip;q=0'), null)
  assert.equal(acceptedCoding('gzip;q=0.1, identity'), null)
  assert.equal(acceptedCoding('gzip;q=nonsense'), null)
})

test('languages come in the order of their weight, in canonical case, once each', () => {
  assert.deepEqual(acceptedLanguages('en;q=0.5, DE-at, fr;q=0.7'), ['de-AT', 'fr', 'en'])
  assert.deepEqual(acceptedLanguages('zh-hant-tw, ZH-Hant-TW'), ['zh-Hant-TW'])
})

test('refused languages, stars and invalid tags are left out', () => {
  assert.deepEqual(acceptedLanguages('*, en;q=0, ../../etc, <b>, 1234567890, x-'), [])
  assert.equal(
    acceptedLanguages(Array.from({ length: 50 }, (_, i) => `x${'abcdefghij'[i % 10]}`).join()).length,
    8,
  )
})
