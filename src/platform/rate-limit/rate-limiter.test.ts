import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryRateLimitStore } from './memory-store.ts'
import { createRateLimiter } from './rate-limiter.ts'

const limiter = () => {
  let nowMs = 5_000
  const limits = createRateLimiter(
    {
      publicCallsPerMinute: 3,
      defaultPlan: 'free',
      planCallsPerMinute: (plan) => (plan === 'unlimited' ? null : 2),
    },
    createMemoryRateLimitStore({ now: () => nowMs, elapsedMs: () => nowMs }),
  )
  return {
    wait: (seconds: number) => {
      nowMs += seconds * 1000
    },
    from: (address: string) => limits.take({ kind: 'anonymous', address }),
    account: (keyId: string, plan: string) => limits.take({ kind: 'account', accountId: 'a', keyId, plan }),
    operator: () => limits.take({ kind: 'operator' }),
  }
}

test('an address can call up to the public limit, then gets the seconds to wait', async () => {
  const { from, wait } = limiter()
  assert.deepEqual(await from('192.0.2.1'), {
    allowed: true,
    policy: 'public',
    calls: 3,
    windowSeconds: 60,
    remaining: 2,
    resetSeconds: 60,
  })
  await from('192.0.2.1')
  wait(42.5)
  assert.equal((await from('192.0.2.1'))?.remaining, 0)
  const refused = await from('192.0.2.1')
  assert.deepEqual([refused?.allowed, refused?.remaining, refused?.resetSeconds], [false, 0, 18])
})

test('a refused caller without a key learns what a key of a new account allows, if that is more', async () => {
  for (const [ofPlan, expected] of [
    [null, null],
    [4, 4],
    [3, undefined],
  ] as const) {
    const limits = createRateLimiter(
      { publicCallsPerMinute: 3, defaultPlan: 'free', planCallsPerMinute: () => ofPlan },
      createMemoryRateLimitStore({ now: () => 0, elapsedMs: () => 0 }),
    )
    const from = () => limits.take({ kind: 'anonymous', address: '192.0.2.1' })
    for (let call = 0; call < 3; call++) assert.equal((await from())?.callsWithKey, undefined)
    assert.equal((await from())?.callsWithKey, expected)
  }
})

test('the count resets after a minute, and refused calls do not extend the window', async () => {
  const { from, wait } = limiter()
  for (let call = 0; call < 10; call++) await from('192.0.2.1')
  wait(59)
  assert.equal((await from('192.0.2.1'))?.allowed, false)
  wait(1)
  assert.equal((await from('192.0.2.1'))?.remaining, 2)
})

test('callers do not share their limits', async () => {
  const { from } = limiter()
  for (let call = 0; call < 5; call++) await from('192.0.2.1')
  assert.equal((await from('192.0.2.2'))?.remaining, 2)
})

test('sweeping removes only ended windows', async () => {
  const { from, wait } = limiter()
  await from('192.0.2.1')
  wait(50)
  await from('192.0.2.2')
  wait(15)
  await from('192.0.2.3')
  assert.equal((await from('192.0.2.2'))?.remaining, 1)
})

test('an account is limited by its plan, whichever key it uses, and a plan without a limit is not', async () => {
  const { account } = limiter()
  assert.equal((await account('one', 'free'))?.remaining, 1)
  assert.equal((await account('two', 'free'))?.remaining, 0)
  assert.equal((await account('two', 'free'))?.allowed, false)
  assert.equal(await account('three', 'unlimited'), null)
})

test('the local operator is not limited', async () => {
  assert.equal(await limiter().operator(), null)
})
