import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ByteCache } from './byte-cache.ts'

const value = (name: string, byteLength = 10) => ({ name, byteLength })

test('what was put in is found again, and nothing else', () => {
  const cache = new ByteCache<{ byteLength: number }>(100)
  const one = value('one')
  cache.set('a', one)
  assert.equal(cache.get('a'), one)
  assert.equal(cache.get('b'), undefined)
})

test('what is used stays while what is not used is forgotten', () => {
  const cache = new ByteCache<{ byteLength: number }>(100)
  cache.set('hot', value('hot'))
  for (let i = 0; i < 50; i++) {
    cache.set(`cold ${i}`, value('cold'))
    assert.notEqual(cache.get('hot'), undefined)
  }
  assert.equal(cache.get('cold 0'), undefined)
})

test('what is larger than half of it is not kept, and drives nothing out', () => {
  const cache = new ByteCache<{ byteLength: number }>(100)
  cache.set('small', value('small'))
  cache.set('large', value('large', 51))
  assert.equal(cache.get('large'), undefined)
  assert.notEqual(cache.get('small'), undefined)
})

test('it never holds more bytes than it was given, and never a value that was replaced', () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 60 }), fc.boolean()),
  )
  fc.assert(
    fc.property(steps, (done) => {
      const cache = new ByteCache<{ byteLength: number }>(100)
      const latest = new Map<string, object>()
      for (const [key, byteLength, isSet] of done) {
        if (isSet) {
          const entry = value(String(key), byteLength)
          cache.set(String(key), entry)
          if (byteLength <= 50) latest.set(String(key), entry)
        } else {
          const found = cache.get(String(key))
          if (found !== undefined) assert.equal(found, latest.get(String(key)))
        }
      }
      let held = 0
      for (let key = 0; key < 10; key++) held += cache.get(String(key))?.byteLength ?? 0
      assert.ok(held <= 100, `${held} bytes`)
    }),
    { seed: 1, numRuns: 300 },
  )
})
