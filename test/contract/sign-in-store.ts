/** Contract of the stores of sign-ins by mail. Called once per adapter. */
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
/** No code is valid in the browser any more, or none ever was. */
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

    test('a link can be viewed any number of times and used once', async () => {
      assert.deepEqual(await store.find('l1', NOW_MS), target)
      assert.deepEqual(await store.find('l1', NOW_MS), target)
      assert.deepEqual(await store.redeemLink('l1', NOW_MS), target)
      assert.equal(await store.find('l1', NOW_MS), null)
      assert.equal(await store.redeemLink('l1', NOW_MS), null)
      assert.equal(await store.redeemLink('l2', NOW_MS), null)
    })

    test('only one of many concurrent uses of link and code succeeds', async () => {
      const found = await Promise.all(
        Array.from({ length: 4 }, () => [
          store.redeemLink('l1', NOW_MS),
          store.redeemCode('b1', 'c1', limits),
        ]).flat(),
      )
      assert.equal(found.filter((each) => each !== null && 'next' in each).length, 1)
    })

    test('a code works only in the browser that requested it', async () => {
      assert.deepEqual(await store.redeemCode('b2', 'c1', limits), none)
      assert.deepEqual(await store.redeemCode('b1', 'c1', limits), target)
      assert.equal(await store.redeemLink('l1', NOW_MS), null)
    })

    test('after five wrong codes the right one is refused, but the link still works', async () => {
      const left = []
      for (let attempt = 0; attempt < 6; attempt++) left.push(await store.redeemCode('b1', 'wrong', limits))
      assert.deepEqual(left, [
        ...[4, 3, 2, 1, 0].map((triesLeft) => ({ triesLeft, email: target.email })),
        none,
      ])
      assert.deepEqual(await store.redeemCode('b1', 'c1', limits), none)
      assert.deepEqual(await store.redeemLink('l1', NOW_MS), target)
    })

    test('twenty concurrent wrong codes use up the five tries', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store.redeemCode('b1', 'wrong', limits)),
      )
      const left = answers.map((answer) => ('triesLeft' in answer ? answer.triesLeft : -1))
      assert.deepEqual(left.filter((count) => count > 0).sort(), [1, 2, 3, 4])
    })

    test('after expiry neither works', async () => {
      const late = NOW_MS + 1_000
      assert.equal(await store.find('l1', late), null)
      assert.equal(await store.redeemLink('l1', late), null)
      assert.deepEqual(await store.redeemCode('b1', 'c1', { ...limits, nowMs: late }), none)
    })

    test('long expired sign-ins are deleted, and no others', async () => {
      await store.add({ ...pending, browserHash: 'b2', linkHash: 'l2', expiresAtMs: NOW_MS + 5_000 })
      await store.sweep(NOW_MS + 2_000)
      assert.equal(await store.find('l1', 0), null)
      assert.deepEqual(await store.find('l2', NOW_MS), target)
    })
  })
}
