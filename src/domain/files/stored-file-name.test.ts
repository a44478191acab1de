import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  contentHash,
  expiresAt,
  expiryOf,
  extensionOf,
  fileKey,
  hasExpired,
  keyOfAddress,
  parseFileKey,
  variantKey,
} from './stored-file-name.ts'

const HASH = 'ab'.repeat(32)
const TIMES = fc.option(fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }))

test('a key, its copies and its address state content hash, extension and expiry', () => {
  fc.assert(
    fc.property(TIMES, (time) => {
      assert.equal(extensionOf(fileKey(HASH, 'shp.zip', time)), 'shp.zip')
      const key = fileKey(HASH, 'geojson', time)
      assert.equal(parseFileKey(key), key)
      assert.equal(keyOfAddress(`https://metes.example/files/${key}`), key)
      assert.equal(keyOfAddress(key), key)
      for (const each of [key, variantKey(key, 'br')]) {
        assert.equal(contentHash(each), HASH)
        assert.equal(expiresAt(each), time)
        assert.ok(extensionOf(each).startsWith('geojson'))
      }
      if (time === null) assert.equal(hasExpired(key, Number.MAX_SAFE_INTEGER), false)
      else assert.deepEqual([hasExpired(key, time * 1000 - 1), hasExpired(key, time * 1000)], [false, true])
    }),
    { seed: 90 },
  )
})

test('no key leads out of its directory', () => {
  for (const text of [
    `expiring/../${HASH}.geojson`,
    `expiring/1700000000/../${HASH}.geojson`,
    `expiring/17000000/${HASH}.geojson`,
    `other/1700000000/${HASH}.geojson`,
    `expiring//${HASH}.geojson`,
  ])
    assert.equal(parseFileKey(text), null, text)
})

test('a file is kept at least for the promised time and at most a thirtieth longer; concurrent requests share a key', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }),
      fc.integer({ min: 60, max: 315_360_000 }),
      (nowMs, ttlSeconds) => {
        const life = expiryOf(nowMs, ttlSeconds) - nowMs / 1000
        assert.ok(life >= ttlSeconds && life <= ttlSeconds + ttlSeconds / 30)
        assert.ok(expiryOf(nowMs + 1, ttlSeconds) >= expiryOf(nowMs, ttlSeconds))
      },
    ),
    { seed: 90 },
  )
})
