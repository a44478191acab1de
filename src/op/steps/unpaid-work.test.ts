import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT } from '../../../test/support/account-caller.ts'
import { createMemoryRateLimitStore } from '../../platform/rate-limit/memory-store.ts'
import { createUnpaidWork } from './unpaid-work.ts'

const OTHER = { ...ACCOUNT, accountId: 'b' }
const UNLIMITED = { ...ACCOUNT, accountId: 'c', plan: 'unlimited' }

const setUp = () => {
  const time = { ms: 0 }
  const clock = { now: () => time.ms, elapsedMs: () => time.ms }
  const log = { warn: () => {} } as never
  return {
    time,
    work: createUnpaidWork({
      rateLimits: createMemoryRateLimitStore(clock),
      isCharged: (plan) => plan !== 'unlimited',
      clock,
      log,
    }),
  }
}

/** Waits until the store, which counts behind a promise, has counted. */
const counted = () => new Promise((resolve) => setImmediate(resolve))

test('thirty costly calls a minute may end without a charge, then the caller waits', async () => {
  const { time, work } = setUp()
  for (let calls = 0; calls < 30; calls++) {
    work.check(ACCOUNT)
    work.note(ACCOUNT, 200)
    await counted()
  }
  assert.throws(() => work.check(ACCOUNT), { code: 'rate_limited' })
  work.check(OTHER)
  time.ms += 60_000
  work.check(ACCOUNT)
})

test('cheap failures are limited as other calls are; the operator and plans without units never', async () => {
  const { work } = setUp()
  for (let calls = 0; calls < 100; calls++) {
    work.note(ACCOUNT, 49)
    work.note({ kind: 'operator' }, 5_000)
    work.note(UNLIMITED, 5_000)
    await counted()
  }
  work.check(ACCOUNT)
  work.check({ kind: 'operator' })
  work.check(UNLIMITED)
})
