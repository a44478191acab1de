/** Contract of the stores that count files of accounts. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { AccountFile, AccountFileStore } from '../../src/platform/file-allowance.ts'

const NOW_MS = 1_000_000

const file = (key: string, facts: Partial<AccountFile> = {}): AccountFile => ({
  accountId: 'a1',
  key,
  bytes: 10,
  expiresAtMs: NOW_MS + 1_000,
  ...facts,
})

export const accountFileStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<{ readonly store: AccountFileStore; readonly close: () => Promise<void> }>,
): void => {
  describe(`files of accounts: ${name}`, { skip }, () => {
    let store: AccountFileStore
    let close: () => Promise<void>
    beforeEach(async () => {
      const opened = await open()
      store = opened.store
      close = opened.close
    })
    afterEach(() => close())

    test('twenty concurrent files are counted only up to the allowance', async () => {
      const refusals = await Promise.all(
        Array.from({ length: 20 }, (_, number) => store.add(file(`f${number}`), 70, NOW_MS)),
      )
      assert.equal(refusals.filter((refusal) => refusal === null).length, 7)
      for (const refusal of refusals.filter((each) => each !== null))
        assert.deepEqual(refusal, { used: 70, nextExpiryMs: NOW_MS + 1_000 })
    })

    test('the same file is counted once, even without room for another', async () => {
      assert.equal(await store.add(file('f1'), 10, NOW_MS), null)
      assert.equal(await store.add(file('f1'), 10, NOW_MS), null)
      assert.deepEqual(await store.add(file('f2'), 10, NOW_MS), { used: 10, nextExpiryMs: NOW_MS + 1_000 })
    })

    test('an account counts only its own files, and without an allowance there is no limit', async () => {
      assert.equal(await store.add(file('f1'), 10, NOW_MS), null)
      assert.equal(await store.add(file('f1', { accountId: 'a2' }), 10, NOW_MS), null)
      assert.equal(await store.add(file('f2', { bytes: 2 ** 40 }), null, NOW_MS), null)
    })

    test('expired files leave room, swept or not', async () => {
      await store.add(file('f1'), 10, NOW_MS)
      assert.notEqual(await store.add(file('f2', { expiresAtMs: NOW_MS + 5_000 }), 10, NOW_MS + 999), null)
      assert.equal(await store.add(file('f2', { expiresAtMs: NOW_MS + 5_000 }), 10, NOW_MS + 1_000), null)
      await store.sweep(NOW_MS + 4_999)
      assert.notEqual(await store.add(file('f3'), 10, NOW_MS + 2_000), null)
      await store.sweep(NOW_MS + 5_000)
      assert.equal(await store.add(file('f3'), 10, NOW_MS + 2_000), null)
    })

    test('a removed file leaves room, for its account alone', async () => {
      await store.add(file('f1'), 10, NOW_MS)
      await store.add(file('f1', { accountId: 'a2' }), 10, NOW_MS)
      await store.remove('a1', 'f1')
      await store.remove('a1', 'f1')
      assert.equal(await store.add(file('f2'), 10, NOW_MS), null)
      assert.notEqual(await store.add(file('f2', { accountId: 'a2' }), 10, NOW_MS), null)
    })

    test('a file that never fits is refused as such', async () => {
      assert.deepEqual(await store.add(file('f1', { bytes: 11 }), 10, NOW_MS), {
        used: 0,
        nextExpiryMs: null,
      })
    })
  })
}
