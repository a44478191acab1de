/** What every store of sign-ins by mail must do. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { PendingSignIn, SignInStore, WrongCode } from '../../src/platform/sign-in/ports.ts'

export interface OpenedStore {
  readonly store: SignInStore
  readonly close: () => Promise<void>
}

const NOW_MS = Date.parse('2026-01-02T03:04:05Z')
const target = { email: 'ann@example.org', next: '/account' }
const pending: PendingSignIn = {
  browserHash: 'b1',
  linkHash: 'l1',
  codeHash: 'c1',
  ...target,
  expiresAtMs: NOW_MS + 1_000,
}
/** To the browser no code is right any more, or none ever was. */
const none: WrongCode = { triesLeft: 0, email: null }
const limits = { nowMs: NOW_MS, maxTries: 5 }

export const signInStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`sign-in store: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: SignInStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      await store.add(pending)
    })
    afterEach(() => opened.close())

    test('a link is looked at as often as one likes and used once', async () => {
      assert.deepEqual(await store.find('l1', NOW_MS), target)
      assert.deepEqual(await store.find('l1', NOW_MS), target)
      assert.deepEqual(await store.redeemLink('l1', NOW_MS), target)
      assert.equal(await store.find('l1', NOW_MS), null)
      assert.equal(await store.redeemLink('l1', NOW_MS), null)
      assert.equal(await store.redeemLink('l2', NOW_MS), null)
    })

    test('of many at once with link and code one is let in', async () => {
      const found = await Promise.all(
        Array.from({ length: 4 }, () => [
          store.redeemLink('l1', NOW_MS),
          store.redeemCode('b1', 'c1', limits),
        ]).flat(),
      )
      assert.equal(found.filter((each) => each !== null && 'next' in each).length, 1)
    })

    test('a code is good in the browser that asked for it', async () => {
      assert.deepEqual(await store.redeemCode('b2', 'c1', limits), none)
      assert.deepEqual(await store.redeemCode('b1', 'c1', limits), target)
      assert.equal(await store.redeemLink('l1', NOW_MS), null)
    })

    test('after five wrong codes the right one is wrong, but the link still opens', async () => {
      const left = []
      for (let attempt = 0; attempt < 6; attempt++) left.push(await store.redeemCode('b1', 'wrong', limits))
      assert.deepEqual(left, [
        ...[4, 3, 2, 1, 0].map((triesLeft) => ({ triesLeft, email: target.email })),
        none,
      ])
      assert.deepEqual(await store.redeemCode('b1', 'c1', limits), none)
      assert.deepEqual(await store.redeemLink('l1', NOW_MS), target)
    })

    test('twenty wrong codes at once are five tries', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store.redeemCode('b1', 'wrong', limits)),
      )
      const left = answers.map((answer) => ('triesLeft' in answer ? answer.triesLeft : -1))
      assert.deepEqual(left.filter((count) => count > 0).sort(), [1, 2, 3, 4])
    })

    test('after its time nothing opens', async () => {
      const late = NOW_MS + 1_000
      assert.equal(await store.find('l1', late), null)
      assert.equal(await store.redeemLink('l1', late), null)
      assert.deepEqual(await store.redeemCode('b1', 'c1', { ...limits, nowMs: late }), none)
    })

    test('what is long over is forgotten, and nothing else', async () => {
      await store.add({ ...pending, browserHash: 'b2', linkHash: 'l2', expiresAtMs: NOW_MS + 5_000 })
      await store.sweep(NOW_MS + 2_000)
      assert.equal(await store.find('l1', 0), null)
      assert.deepEqual(await store.find('l2', NOW_MS), target)
    })
  })
}
