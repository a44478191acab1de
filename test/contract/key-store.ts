/** What every store of accounts and keys must do. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Account, KeyStore, NewApiKey } from '../../src/platform/ports.ts'

export interface OpenedStore {
  readonly store: KeyStore
  readonly close: () => Promise<void>
}

const AT = '2026-01-02T03:04:05Z'
const LATER = '2026-02-03T04:05:06Z'

const account: Account = { id: 'a1', email: 'ann@example.org', plan: 'free', createdAt: AT }
const key: NewApiKey = {
  id: 'k1',
  accountId: 'a1',
  name: 'laptop',
  prefix: 'mts_abcd',
  createdAt: AT,
  hash: 'h1',
}

export const keyStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`key store: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: KeyStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    test('an address has one account, the first one', async () => {
      assert.deepEqual(await store.accountFor(account), account)
      assert.deepEqual(
        await store.accountFor({ ...account, id: 'a2', plan: 'pro', createdAt: LATER }),
        account,
      )
    })

    test('twenty calls at once for a new address make one account', async () => {
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, number) => store.accountFor({ ...account, id: `a${number}` })),
      )
      assert.equal(new Set(made.map(({ id }) => id)).size, 1)
    })

    test('a plan is changed for the accounts that exist', async () => {
      await store.accountFor(account)
      assert.equal(await store.setPlan('ann@example.org', 'pro'), true)
      assert.equal((await store.accountFor(account)).plan, 'pro')
      assert.equal(await store.setPlan('bob@example.org', 'pro'), false)
    })

    test('a key is found by its hash, with its account, and by nothing else', async () => {
      await store.accountFor(account)
      await store.addKey(key)
      const { hash: _hash, ...shown } = key
      assert.deepEqual(await store.findKey('h1'), {
        key: { ...shown, lastUsedAt: null, revokedAt: null },
        account,
      })
      assert.equal(await store.findKey('h2'), null)
      assert.equal(await store.findKey(''), null)
    })

    test('two keys never have one hash, and no key is without an account', async () => {
      await store.accountFor(account)
      await store.addKey(key)
      await assert.rejects(store.addKey({ ...key, id: 'k2' }))
      await assert.rejects(store.addKey({ ...key, id: 'k3', hash: 'h3', accountId: 'nobody' }))
    })

    test('keys of an account are listed, the newest first, and those of others are not', async () => {
      await store.accountFor(account)
      await store.accountFor({ ...account, id: 'a2', email: 'bob@example.org' })
      await store.addKey(key)
      await store.addKey({ ...key, id: 'k2', hash: 'h2', createdAt: LATER, name: null })
      await store.addKey({ ...key, id: 'k3', hash: 'h3', accountId: 'a2' })
      assert.deepEqual(
        (await store.listKeys('a1')).map(({ id, name }) => [id, name]),
        [
          ['k2', null],
          ['k1', 'laptop'],
        ],
      )
    })

    test('a key is revoked once, by its own account only', async () => {
      await store.accountFor(account)
      await store.addKey(key)
      assert.equal(await store.revokeKey('a2', 'k1', AT), null)
      assert.equal((await store.findKey('h1'))?.key.revokedAt, null)
      assert.equal(await store.revokeKey('a1', 'k1', AT), AT)
      assert.equal(await store.revokeKey('a1', 'k1', LATER), AT)
      assert.equal((await store.findKey('h1'))?.key.revokedAt, AT)
      assert.equal(await store.revokeKey('a1', 'unknown', AT), null)
    })

    test('the last use of a key is remembered', async () => {
      await store.accountFor(account)
      await store.addKey(key)
      await store.markUsed('k1', LATER)
      assert.equal((await store.findKey('h1'))?.key.lastUsedAt, LATER)
    })
  })
}
