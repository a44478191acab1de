import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../test/cases.ts'
import { ByteCache } from './byte-cache.ts'

interface Sized {
  readonly name: string
  readonly bytes: number
}

const value = (name: string, bytes = 10): Sized => ({ name, bytes })

const set = (cache: ByteCache<Sized>, key: string, entry: Sized) => cache.set(key, entry, entry.bytes)

test('a stored value is found, and nothing else', () => {
  const cache = new ByteCache<Sized>(100)
  const one = value('one')
  set(cache, 'a', one)
  assert.equal(cache.get('a'), one)
  assert.equal(cache.get('b'), undefined)
})

test('used entries stay, unused ones are evicted', () => {
  const cache = new ByteCache<Sized>(100)
  set(cache, 'hot', value('hot'))
  for (let i = 0; i < 50; i++) {
    set(cache, `cold ${i}`, value('cold'))
    assert.notEqual(cache.get('hot'), undefined)
  }
  assert.equal(cache.get('cold 0'), undefined)
})

test('a value larger than half the cache is not kept and evicts nothing', () => {
  const cache = new ByteCache<Sized>(100)
  set(cache, 'small', value('small'))
  set(cache, 'large', value('large', 51))
  assert.equal(cache.get('large'), undefined)
  assert.notEqual(cache.get('small'), undefined)
})

test('it never exceeds its limit and never returns a replaced value', () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 60 }), fc.boolean()),
  )
  fc.assert(
    fc.property(steps, (done) => {
      const cache = new ByteCache<Sized>(100)
      const latest = new Map<string, object>()
      for (const [key, bytes, isSet] of done) {
        if (isSet) {
          const entry = value(String(key), bytes)
          set(cache, String(key), entry)
          if (bytes <= 50) latest.set(String(key), entry)
        } else {
          const found = cache.get(String(key))
          if (found !== undefined) assert.equal(found, latest.get(String(key)))
        }
      }
      let held = 0
      for (let key = 0; key < 10; key++) held += cache.get(String(key))?.bytes ?? 0
      assert.ok(held <= 100, `${held} bytes`)
    }),
    { seed: 1, numRuns: casesOf('uses of a cache') },
  )
})
