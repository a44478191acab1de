/** Contract of the rate limit stores. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Policy, RateLimitStore } from '../../src/platform/rate-limit/store.ts'

export interface OpenedAttempts {
  readonly rateLimits: RateLimitStore
  /** Advances the time of the windows by this much. */
  readonly pass: (seconds: number) => Promise<void>
  /** Sets the time of day back by this much. */
  readonly setBack: (seconds: number) => Promise<void>
  readonly close: () => Promise<void>
}

const THREE: Policy = { name: 'public', calls: 3, windowSeconds: 60 }

export const rateLimitStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedAttempts>,
): void => {
  describe(`rate limit store: ${name}`, { skip }, () => {
    let opened: OpenedAttempts
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    const take = async (key: string, policy = THREE, cost?: number) =>
      opened.rateLimits.take(policy, key, cost)

    test("the policy's number of calls is allowed, then the wait is given", async () => {
      assert.deepEqual(await take('ann'), {
        allowed: true,
        policy: 'public',
        calls: 3,
        windowSeconds: 60,
        remaining: 2,
        resetSeconds: 60,
      })
      await take('ann')
      await opened.pass(40)
      const last = await take('ann')
      assert.deepEqual([last.allowed, last.remaining, last.resetSeconds], [true, 0, 20])
      const refused = await take('ann')
      assert.deepEqual([refused.allowed, refused.remaining, refused.resetSeconds], [false, 0, 20])
    })

    test('a window ends at its time, however many attempts were made meanwhile', async () => {
      for (let attempt = 0; attempt < 10; attempt++) await take('ann')
      await opened.pass(58)
      assert.equal((await take('ann')).allowed, false)
      await opened.pass(3)
      const first = await take('ann')
      assert.deepEqual([first.allowed, first.remaining, first.resetSeconds], [true, 2, 60])
    })

    for (const [jump, hours] of [
      ['an hour', 1],
      ['a day', 24],
    ] as const)
      test(`after the clock was set back by ${jump}, no caller waits longer than a window`, async () => {
        for (let attempt = 0; attempt < 5; attempt++) await take('ann')
        await opened.setBack(hours * 3_600)
        const { resetSeconds } = await take('ann')
        assert.ok(resetSeconds <= 60, `${resetSeconds} s`)
        await opened.pass(61)
        assert.equal((await take('ann')).allowed, true)
      })

    test('each key is counted separately, and in each policy', async () => {
      for (let attempt = 0; attempt < 5; attempt++) await take('ann')
      assert.equal((await take('bob')).remaining, 2)
      assert.equal((await take('ann', { ...THREE, name: 'sign-in' })).remaining, 2)
    })

    test('an attempt may count as several calls, and is refused if they do not all fit', async () => {
      const ten = { ...THREE, calls: 10 }
      assert.deepEqual(
        [(await take('ann', ten, 11)).allowed, (await take('ann', ten, 7)).remaining],
        [false, 3],
      )
      const refused = await take('ann', ten, 4)
      assert.deepEqual([refused.allowed, refused.remaining], [false, 3])
      assert.deepEqual([(await take('ann', ten, 3)).allowed, (await take('ann', ten)).allowed], [true, false])
    })

    test('an attempt that counts as no call tells what is left', async () => {
      assert.deepEqual([(await take('ann', THREE, 0)).remaining, (await take('ann')).remaining], [3, 2])
      assert.deepEqual([(await take('ann', THREE, 0)).remaining, (await take('ann')).remaining], [2, 1])
    })

    test('a refund takes back what an attempt counted, and no more', async () => {
      await take('ann', THREE, 2)
      await opened.rateLimits.refund(THREE, 'ann', 2)
      assert.equal((await take('ann', THREE, 0)).remaining, 3)
      await take('ann')
      await opened.pass(40)
      await opened.rateLimits.refund(THREE, 'ann', 5)
      const first = await take('ann')
      assert.deepEqual([first.remaining, first.resetSeconds], [2, 20], 'the window goes on')
    })

    test('a refund after the end of the window changes nothing', async () => {
      await opened.rateLimits.refund(THREE, 'bob')
      await take('ann')
      await opened.pass(61)
      await opened.rateLimits.refund(THREE, 'ann')
      for (const name of ['ann', 'bob'])
        assert.deepEqual([(await take(name)).remaining, (await take(name, THREE, 3)).allowed], [2, false])
    })

    test('keys may be any text', async () => {
      const keys = ['', ' ', 'ann ', 'ann\n', '*', 'ann\u0000', '\ud83c\udf0d', 'x'.repeat(1_000)]
      for (const key of keys) assert.equal((await take(key)).remaining, 2, JSON.stringify(key))
    })

    test('a policy with a lower limit than before refuses, and reports nothing left', async () => {
      for (let attempt = 0; attempt < 3; attempt++) await take('ann')
      const refused = await take('ann', { ...THREE, calls: 1 })
      assert.deepEqual([refused.allowed, refused.remaining], [false, 0])
    })

    test('of two hundred concurrent calls with fifty left fifty are allowed', async () => {
      const states = await Promise.all(
        Array.from({ length: 200 }, () => take('ann', { ...THREE, calls: 50 })),
      )
      assert.equal(states.filter(({ allowed }) => allowed).length, 50)
    })
  })
}
