import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryStorage } from '../../../test/support/databases.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import type { IdempotencyStore } from './ports.ts'

test('a key that could not be released is free for the next call that the store can take', async () => {
  const storage = await temporaryStorage()
  try {
    let isFailing = false
    const store = new Proxy(storage.idempotency, {
      get: (real, name: keyof IdempotencyStore) =>
        isFailing ? () => Promise.reject(new Error('The disk is full.')) : real[name].bind(real),
    })
    await storage.units.heartbeat('p1', { nowMs: 0, aliveUntilMs: Number.MAX_SAFE_INTEGER })
    const keys = createIdempotencyKeys({ store, owner: 'p1', clock: systemClock, random: systemRandom })
    const first = await keys.begin('a', 'k', 'f')
    assert.ok(first.kind === 'begun')
    isFailing = true
    await first.call.forget()
    await assert.rejects(keys.begin('a', 'k', 'f'), /full/)
    isFailing = false
    assert.equal((await keys.begin('a', 'k', 'f')).kind, 'begun')
  } finally {
    await storage.close()
  }
})
