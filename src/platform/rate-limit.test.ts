import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimiter, network } from './rate-limit.ts'

const limiter = () =>
  createRateLimiter({
    publicCallsPerMinute: 3,
    planCallsPerMinute: (plan) => (plan === 'unlimited' ? null : 2),
  })

test('an address may call as often as the public limit says, and then is told when to come back', async () => {
  const limits = limiter()
  const states = []
  for (let call = 0; call < 4; call++)
    states.push(await limits.take({ kind: 'anonymous', address: '192.0.2.1' }))
  assert.deepEqual(
    states.map((state) => [state?.allowed, state?.remaining]),
    [
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  )
  assert.ok(states[3] !== null && states[3].resetSeconds >= 1 && states[3].resetSeconds <= 60)
  assert.equal((await limits.take({ kind: 'anonymous', address: '192.0.2.2' }))?.allowed, true)
})

test('many calls at the same moment never pass more than the limit', async () => {
  const limits = limiter()
  const states = await Promise.all(
    Array.from({ length: 50 }, () => limits.take({ kind: 'anonymous', address: '192.0.2.9' })),
  )
  assert.equal(states.filter((state) => state?.allowed).length, 3)
})

test('an account is limited by its plan, whichever key it uses, and a plan without a limit is not', async () => {
  const limits = limiter()
  const account = (keyId: string, plan: string) => ({ kind: 'account', accountId: 'a', keyId, plan }) as const
  assert.equal((await limits.take(account('one', 'free')))?.remaining, 1)
  assert.equal((await limits.take(account('two', 'free')))?.remaining, 0)
  assert.equal((await limits.take(account('two', 'free')))?.allowed, false)
  assert.equal(await limits.take(account('three', 'unlimited')), null)
})

test('the local operator is not limited', async () => {
  assert.equal(await limiter().take({ kind: 'operator' }), null)
})

test('an IPv6 customer is counted by its /64, an IPv4 address in IPv6 clothes as itself', () => {
  assert.equal(network('2001:db8:0:7::1'), network('2001:0db8:0000:0007:ffff:1:2:3'))
  assert.notEqual(network('2001:db8:0:7::1'), network('2001:db8:0:8::1'))
  assert.equal(network('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(network('::1'), '0:0:0:0::/64')
  assert.equal(network('fe80::1%eth0'), 'fe80:0:0:0::/64')
})
