/** Contract of the stores of accounts and keys. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { AuditStore } from '../../src/platform/audit/ports.ts'
import type { Account, KeyLimits, KeyStore, NewApiKey } from '../../src/platform/ports.ts'
import { auditEvent, EVERYTHING } from '../support/audit-events.ts'

export interface OpenedStore {
  readonly store: KeyStore
  /** In the same database. */
  readonly audit: AuditStore
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
  event: auditEvent('made k1', { keyId: 'k1', keyPrefix: 'mts_abcd' }),
}
/** Another key of the account. */
const keyAt = (number: number, fields: Partial<NewApiKey> = {}): NewApiKey => ({
  ...key,
  id: `k${number}`,
  hash: `h${number}`,
  event: auditEvent(`made k${number}`),
  ...fields,
})
const planned = auditEvent('planned', { action: 'plan_changed', accountId: null })
const revoked = auditEvent('revoked', { action: 'key_revoked', keyId: 'k1' })
const limits: KeyLimits = { maxActive: 3, maxNew: 5, newAfter: '2026-01-01T00:00:00Z', keptRevoked: 2 }

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

    test('twenty concurrent calls for a new address create one account', async () => {
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, number) => store.accountFor({ ...account, id: `a${number}` })),
      )
      assert.equal(new Set(made.map(({ id }) => id)).size, 1)
    })

    test('a plan is changed only for existing accounts', async () => {
      await store.accountFor(account)
      assert.equal(await store.setPlan('ann@example.org', 'pro', planned), true)
      assert.equal((await store.accountFor(account)).plan, 'pro')
      assert.equal(await store.setPlan('bob@example.org', 'pro', planned), false)
    })

    test('a key is found by its hash, with its account, and by nothing else', async () => {
      await store.accountFor(account)
      await store.addKey(key, limits)
      const { hash: _hash, event: _event, ...shown } = key
      assert.deepEqual(await store.findKey('h1'), {
        key: { ...shown, lastUsedAt: null, revokedAt: null },
        account,
      })
      assert.equal(await store.findKey('h2'), null)
      assert.equal(await store.findKey(''), null)
    })

    test('two keys never share a hash, and every key has an account', async () => {
      await store.accountFor(account)
      await store.addKey(key, limits)
      await assert.rejects(store.addKey(keyAt(2, { hash: 'h1' }), limits))
      await assert.rejects(store.addKey(keyAt(3, { accountId: 'nobody' }), limits))
    })

    test('keys of an account are listed, the newest first, and those of others are not', async () => {
      await store.accountFor(account)
      await store.accountFor({ ...account, id: 'a2', email: 'bob@example.org' })
      await store.addKey(key, limits)
      await store.addKey(keyAt(2, { createdAt: LATER, name: null }), limits)
      await store.addKey(keyAt(3, { accountId: 'a2' }), limits)
      assert.deepEqual(
        (await store.listKeys('a1')).map(({ id, name }) => [id, name]),
        [
          ['k2', null],
          ['k1', 'laptop'],
        ],
      )
    })

    test('a key is revoked once, only by its own account', async () => {
      await store.accountFor(account)
      await store.addKey(key, limits)
      assert.equal(await store.revokeKey('a2', 'k1', AT, revoked), null)
      assert.equal((await store.findKey('h1'))?.key.revokedAt, null)
      assert.equal(await store.revokeKey('a1', 'k1', AT, revoked), AT)
      assert.equal(await store.revokeKey('a1', 'k1', LATER, revoked), AT)
      assert.equal((await store.findKey('h1'))?.key.revokedAt, AT)
      assert.equal(await store.revokeKey('a1', 'unknown', AT, revoked), null)
    })

    test('an account has a maximum of valid keys, and revoking one makes room', async () => {
      await store.accountFor(account)
      await store.accountFor({ ...account, id: 'a2', email: 'bob@example.org' })
      for (const number of [1, 2, 3]) assert.equal(await store.addKey(keyAt(number), limits), true)
      assert.equal(await store.addKey(keyAt(4), limits), false)
      assert.equal(await store.findKey('h4'), null)
      assert.equal(await store.addKey(keyAt(5, { accountId: 'a2' }), limits), true)
      await store.revokeKey('a1', 'k1', AT, revoked)
      assert.equal(await store.addKey(keyAt(4), limits), true)
    })

    test('twenty concurrent new keys respect the maximum', async () => {
      await store.accountFor(account)
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, number) => store.addKey(keyAt(number), limits)),
      )
      assert.equal(added.filter(Boolean).length, limits.maxActive)
      assert.equal((await store.listKeys('a1')).length, limits.maxActive)
    })

    test('creating and revoking in turn is limited by the number of new keys', async () => {
      await store.accountFor(account)
      for (let number = 1; number <= limits.maxNew; number++) {
        assert.equal(await store.addKey(keyAt(number), limits), true)
        await store.revokeKey('a1', `k${number}`, AT, auditEvent(`revoked ${number}`))
      }
      assert.equal(await store.addKey(keyAt(6), limits), false)
      assert.equal(await store.addKey(keyAt(6), { ...limits, newAfter: AT }), true)
    })

    test('only the latest revoked keys are kept, and valid keys are never dropped', async () => {
      await store.accountFor(account)
      const old = { ...limits, newAfter: AT }
      await store.addKey(keyAt(9), old)
      for (const number of [1, 2, 3, 4]) {
        await store.addKey(keyAt(number), old)
        await store.revokeKey('a1', `k${number}`, `2026-01-02T03:04:0${number}Z`, auditEvent(`r${number}`))
      }
      await store.addKey(keyAt(5), old)
      assert.deepEqual((await store.listKeys('a1')).map(({ id }) => id).sort(), ['k3', 'k4', 'k5', 'k9'])
    })

    test('the audit trail has what was done, and nothing else', async () => {
      const trail = async () =>
        (await opened.audit.list(EVERYTHING)).map(({ id, accountId, keyPrefix }) => [
          id,
          accountId,
          keyPrefix,
        ])
      await store.accountFor(account)
      await store.revokeKey('a1', 'k1', AT, revoked)
      await store.setPlan('bob@example.org', 'pro', planned)
      await store.setPlan('ann@example.org', 'free', planned)
      await store.addKey(key, { ...limits, maxActive: 0 })
      await assert.rejects(store.addKey(keyAt(3, { accountId: 'nobody' }), limits))
      assert.deepEqual(await trail(), [])
      await store.addKey(key, limits)
      await store.setPlan('ann@example.org', 'pro', planned)
      await store.revokeKey('a1', 'k1', AT, revoked)
      await store.revokeKey('a1', 'k1', LATER, auditEvent('again'))
      assert.deepEqual(await trail(), [
        ['made k1', 'a1', 'mts_abcd'],
        ['planned', 'a1', null],
        ['revoked', 'a1', 'mts_abcd'],
      ])
    })

    test('an account is found by its address, and a lookup creates none', async () => {
      assert.equal(await store.findAccount('ann@example.org'), null)
      await store.accountFor(account)
      assert.deepEqual(await store.findAccount('ann@example.org'), account)
    })

    test('the last use of a key is stored', async () => {
      await store.accountFor(account)
      await store.addKey(key, limits)
      await store.markUsed('k1', LATER)
      assert.equal((await store.findKey('h1'))?.key.lastUsedAt, LATER)
    })
  })
}
