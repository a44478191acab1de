import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../util/random.ts'
import { deviceCodeHash, newDeviceCode, newUserCode, readUserCode } from './codes.ts'

test('a user code is eight consonants in two groups', () => {
  for (let count = 0; count < 200; count++)
    assert.match(newUserCode(systemRandom), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
})

test('a user code is read in any case, with any dash or none', () => {
  for (const written of [
    'BCDF-GHJK',
    'bcdf-ghjk',
    'BcDfGhJk',
    ' bcdf ghjk ',
    'BCDF–GHJK',
    'BCDF‑GHJK',
    'b-c-d-f-g-h-j-k',
  ])
    assert.equal(readUserCode(written), 'BCDF-GHJK', written)
})

test('malformed user codes are rejected', () => {
  for (const written of ['', 'BCDF', 'BCDF-GHJKL', 'ACDF-GHJK', 'BCD1-GHJK', "BCDF-GHJ'", '-'.repeat(10_000)])
    assert.equal(readUserCode(written), null, written)
})

test('a device code has 256 bits, and its hash does not show it', () => {
  const code = newDeviceCode(systemRandom)
  assert.equal(Buffer.from(code, 'base64url').length, 32)
  assert.match(deviceCodeHash(code), /^[0-9a-f]{64}$/)
  assert.notEqual(newDeviceCode(systemRandom), code)
})

test('a device code can be typed after a command: it does not look like an option', () => {
  const bytes = Buffer.alloc(32, 0xff)
  bytes[0] = 0xf8
  assert.match(bytes.toString('base64url'), /^-/)
  assert.match(newDeviceCode({ ...systemRandom, bytes: () => bytes }), /^_/)
})
