import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { crcOfBoth } from './crc-of-both.ts'

test('the checksum of two pieces is that of their bytes together', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 3_000 }), (first, second) => {
      const both = crc32(Buffer.concat([first, second]))
      assert.equal(crcOfBoth(crc32(first), crc32(second), second.length), both)
    }),
  )
})
