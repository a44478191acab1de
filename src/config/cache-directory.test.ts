import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheDirectory } from './cache-directory.ts'

test('the cache is where the user keeps caches', () => {
  for (const [environment, expected] of [
    [{ HOME: '/home/ann' }, '/home/ann/.cache/metes'],
    [{ HOME: '/home/ann', XDG_CACHE_HOME: '/var/cache/ann' }, '/var/cache/ann/metes'],
    [{ HOME: '/home/ann', XDG_CACHE_HOME: 'caches' }, '/home/ann/.cache/metes'],
    [{ HOME: '' }, null],
    [{}, null],
  ] as const)
    assert.equal(cacheDirectory(environment), expected)
})
