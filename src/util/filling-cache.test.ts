import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FillingCache } from './filling-cache.ts'

const cacheOf = () => new FillingCache<string>(100, (text) => text.length)

test('a value is made once, by one of concurrent calls, and then cached', async () => {
  const cache = cacheOf()
  let made = 0
  let hits = 0
  const get = () => cache.get('a', async () => `made ${++made}`, { onHit: () => hits++ })
  assert.equal(cache.peek('a'), null)
  assert.deepEqual(await Promise.all([get(), get()]), ['made 1', 'made 1'])
  assert.equal(hits, 0)
  assert.equal(get(), 'made 1')
  assert.equal(hits, 1)
  assert.equal(cache.peek('a'), 'made 1')
})

test('a failure is not cached, nor is a value that is too large', async () => {
  const cache = cacheOf()
  await assert.rejects(async () => cache.get('a', async () => Promise.reject(new Error('broken'))), /broken/)
  assert.equal((await cache.get('a', async () => 'x'.repeat(51))).length, 51)
  assert.equal(cache.peek('a'), null)
  assert.equal(await cache.get('a', async () => 'small'), 'small')
})

test('callers of one group share the making, and wait for no other group', async () => {
  const cache = cacheOf()
  const slow = Promise.withResolvers<string>()
  let made = 0
  const make = (value: () => Promise<string>) => () => {
    made++
    return value()
  }
  const first = cache.get(
    'a',
    make(() => slow.promise),
    { group: 'slow' },
  )
  const second = cache.get(
    'a',
    make(() => slow.promise),
    { group: 'slow' },
  )
  assert.equal(
    await cache.get(
      'a',
      make(async () => 'quick'),
      { group: 'quick' },
    ),
    'quick',
  )
  slow.resolve('slow')
  assert.deepEqual(await Promise.all([first, second]), ['slow', 'slow'])
  assert.equal(made, 2)
})
