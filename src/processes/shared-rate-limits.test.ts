import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { channelPair } from '../../test/support/channel-pair.ts'
import { createMemoryRateLimitStore } from '../platform/rate-limit/memory-store.ts'
import type { Policy } from '../platform/rate-limit/store.ts'
import { countRateLimits, sharedRateLimits } from './shared-rate-limits.ts'

const processes = (count: number) => {
  const clock = { nowMs: 0 }
  const store = createMemoryRateLimitStore({ now: () => clock.nowMs, elapsedMs: () => clock.nowMs })
  const limits = Array.from({ length: count }, () => {
    const pair = channelPair()
    countRateLimits(pair.primary, store)
    return { ...sharedRateLimits(pair.process), sent: pair.sent }
  })
  return {
    limits,
    clock,
    used: async (policy: Policy) => policy.calls - (await store.take(policy, 'a', 0)).remaining,
  }
}

const allowedOf = async (calls: readonly unknown[]): Promise<number> =>
  ((await Promise.all(calls)) as { allowed: boolean }[]).filter(({ allowed }) => allowed).length

/** What processes were given in advance is back. */
const returned = async (): Promise<void> => {
  mock.timers.tick(100)
  await new Promise(setImmediate)
}

describe('a limit of several processes', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  for (const calls of [1, 20, 60, 199, 1_000, 6_000])
    test(`of ${calls} calls is ${calls} calls, however they are spread`, async () => {
      const { limits } = processes(4)
      const policy = { name: 'public', calls, windowSeconds: 60 }
      let allowed = 0
      // Bursts to one process, then to all: what one holds is used or returned before a call is refused for good.
      for (let round = 0; round < 60; round++) {
        const burst = Array.from({ length: Math.ceil(calls / 20) }, (_, index) =>
          limits[round % 2 === 0 ? 0 : index % 4].take(policy, 'a'),
        )
        allowed += await allowedOf(burst)
        if (round % 10 === 9) await returned()
      }
      assert.equal(allowed, calls)
    })

  test('asks the primary about few calls of a large limit', async () => {
    const { limits } = processes(1)
    const policy = { name: 'public', calls: 1_000_000, windowSeconds: 60 }
    const [{ take, sent }] = limits
    const first = await take(policy, 'a')
    const second = await take(policy, 'a')
    assert.deepEqual([first.remaining, second.remaining], [999_999, 999_998])
    for (let call = 0; call < 1_000; call++) await take(policy, 'a')
    assert.equal(sent(), 2)
  })

  test('gets back what a process does not use', async () => {
    const { limits, used } = processes(1)
    const policy = { name: 'public', calls: 1_000, windowSeconds: 60 }
    await limits[0].take(policy, 'a')
    assert.ok((await used(policy)) > 1)
    await returned()
    assert.equal(await used(policy), 1)
  })

  test('gives nothing in advance at the end of a window', async () => {
    const { limits, clock, used } = processes(1)
    const policy = { name: 'public', calls: 1_000, windowSeconds: 60 }
    await limits[0].take(policy, 'b')
    await limits[0].take({ ...policy, calls: 1 }, 'a')
    clock.nowMs = 59_100
    await limits[0].take(policy, 'a')
    assert.equal(await used(policy), 2)
  })
})
