import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../util/random.ts'
import { isKeyText, keyHash, keyPrefix, newKeyText } from './key-format.ts'

/**
 * Made once by an independent program: CRC-32 (ISO-HDLC) of the 32 letters in base 62, digits before capitals before small
 * letters.
 */
const KNOWN = 'mts_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL'

test('a key is mts_, 32 letters and digits, and 6 that check them', () => {
  const key = newKeyText(systemRandom)
  assert.match(key, /^mts_[0-9A-Za-z]{38}$/)
  assert.equal(isKeyText(key), true)
})

test('the checksum is a known one, so that other programs can check keys', () => {
  assert.equal(isKeyText(KNOWN), true)
})

test('any single wrong letter is noticed', () => {
  for (let position = 4; position < KNOWN.length; position++) {
    const wrong = KNOWN[position] === 'x' ? 'y' : 'x'
    assert.equal(
      isKeyText(KNOWN.slice(0, position) + wrong + KNOWN.slice(position + 1)),
      false,
      `at ${position}`,
    )
  }
})

test('malformed keys are rejected', () => {
  for (const text of [
    '',
    'mts_',
    KNOWN.slice(1),
    `${KNOWN}0`,
    ` ${KNOWN}`,
    KNOWN.toLowerCase(),
    `${KNOWN}\n`,
    'Bearer x',
  ]) {
    assert.equal(isKeyText(text), false, JSON.stringify(text))
  }
})

test('two keys and their hashes always differ', () => {
  const keys = Array.from({ length: 1_000 }, () => newKeyText(systemRandom))
  assert.equal(new Set(keys).size, 1_000)
  assert.equal(new Set(keys.map(keyHash)).size, 1_000)
})

test('only the prefix of a key is shown', () => {
  assert.equal(keyPrefix(KNOWN), 'mts_0123')
})

test('the hash is SHA-256', () => {
  assert.equal(keyHash('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
