import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryRateLimitStore } from '../../platform/rate-limit/memory-store.ts'
import { createRateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import { CALL_MS, createVisitorWork, MAX_CALLS_OF_ONE } from './visitor-work.ts'

const CALLS = 20

const setUp = () => {
  const time = { ms: 0 }
  const clock = { now: () => time.ms, elapsedMs: () => time.ms }
  const limits = { publicCallsPerMinute: CALLS, defaultPlan: 'free', planCallsPerMinute: () => null }
  const rateLimiter = createRateLimiter(limits, createMemoryRateLimitStore(clock))
  const work = createVisitorWork({ rateLimiter, clock, log: { warn: () => {} } as never })
  /** Makes calls one after the other until one is refused, and returns their number. */
  const until = async (address: string, processorMs: number, max = 1_000): Promise<number> => {
    for (let calls = 0; calls < max; calls++) {
      const end = await work.begin(address).catch(() => null)
      if (end === null) return calls
      end(processorMs)
      await new Promise(setImmediate)
    }
    return max
  }
  const left = async () => {
    const state = await rateLimiter.take({ kind: 'anonymous', address: '192.0.2.1' })
    return state?.allowed === true ? state.remaining + 1 : 0
  }
  return { time, work, until, left }
}

test('an address gets the time of its calls, in calls of any size', async () => {
  for (const [processorMs, calls] of [
    [CALL_MS, CALLS],
    [4 * CALL_MS, CALLS / 4],
    [1_000_000, CALLS / MAX_CALLS_OF_ONE],
  ]) {
    const { until } = setUp()
    assert.equal(await until('192.0.2.1', processorMs), calls, `${processorMs} ms each`)
  }
  const { until } = setUp()
  const small = await until('192.0.2.1', CALL_MS / 10)
  assert.ok(small > (CALLS - 2) * 10 && small <= CALLS * 10, `${small} calls of a tenth`)
})

test('calls that cost nothing use up one call', async () => {
  const { until, left } = setUp()
  assert.equal(await until('192.0.2.1', 0, 500), 500)
  assert.equal(await left(), CALLS - 1)
})

test('calls at once do not exceed the count, and what they did not use pays for later ones', async () => {
  const { work, until } = setUp()
  const begun = await Promise.allSettled(Array.from({ length: 100 }, () => work.begin('192.0.2.1')))
  const ends = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  assert.equal(ends.length, CALLS)
  await assert.rejects(work.begin('192.0.2.1'), { code: 'rate_limited' })
  for (const end of ends) end(0)
  assert.equal(await until('192.0.2.1', CALL_MS), CALLS)
})

test('what was paid in one minute is worth nothing in the next', async () => {
  const { time, work, until } = setUp()
  for (const end of await Promise.all(Array.from({ length: CALLS }, () => work.begin('192.0.2.1')))) end(0)
  time.ms += 60_000
  assert.equal(await until('192.0.2.1', CALL_MS), CALLS)
})

test('networks are counted apart, and the addresses of one together', async () => {
  const { until } = setUp()
  assert.equal(await until('2001:db8::1', 2 * CALL_MS), CALLS / 2)
  assert.equal(await until('2001:db8::2', CALL_MS), 0)
  assert.equal(await until('2001:db8:0:1::1', CALL_MS), CALLS)
})
