import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomText, systemRandom } from './random.ts'

test('bytes are handed out once each, in any number', () => {
  const pieces = [systemRandom.bytes(3000), systemRandom.bytes(3000), systemRandom.bytes(10_000)]
  assert.deepEqual(
    pieces.map(({ length }) => length),
    [3000, 3000, 10_000],
  )
  assert.notDeepEqual(pieces[0], pieces[1])
  assert.ok(new Set(pieces[2]).size > 200)
})

test('letters that the alphabet cannot share out evenly are thrown away', () => {
  // 256 is not a multiple of 10: bytes from 250 on would favour the first six letters.
  const given = [255, 250, 249, 12, 254, 7]
  const random = { bytes: (count: number) => Uint8Array.from(given.splice(0, count)) }
  assert.equal(randomText(random, 3, '0123456789'), '927')
})
