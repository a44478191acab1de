/** Numbers and places as people read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesText, pointText, unwrapped } from '../../src/explorer/format-numbers.ts'

test('sizes have the unit that people would choose', () => {
  const texts = [0, 1, 999, 1_000, 1_234, 999_000, 1_000_000, 12_340_000].map(bytesText)
  assert.deepEqual(texts, ['0 bytes', '1 byte', '999 bytes', '1 kB', '1.23 kB', '999 kB', '1 MB', '12.3 MB'])
})

test('points name their hemispheres', () => {
  assert.equal(pointText([11.575, 48.137]), '48.1370° N, 11.5750° E')
  assert.equal(pointText([-70.6, -33.4]), '33.4000° S, 70.6000° W')
})

test('a box across the antimeridian ends east of where it begins', () => {
  assert.deepEqual(unwrapped([177, -20, -178, -12]), [177, -20, 182, -12])
  assert.deepEqual(unwrapped([-10, -20, 10, 20]), [-10, -20, 10, 20])
})
