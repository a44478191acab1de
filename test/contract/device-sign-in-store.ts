/** Contract of the stores of device sign-ins. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { AuditStore } from '../../src/platform/audit/ports.ts'
import type { DeviceSignIn, DeviceSignInStore } from '../../src/platform/device-sign-in/ports.ts'
import type { KeyLimits, KeyStore, NewApiKey } from '../../src/platform/ports.ts'
import { auditEvent, EVERYTHING } from '../support/audit-events.ts'

export interface OpenedStore {
  readonly store: DeviceSignInStore
  /** In the same database. */
  readonly keys: KeyStore
  readonly audit: AuditStore
  readonly close: () => Promise<void>
}

const AT = '2026-01-02T03:04:05Z'
const NOW_MS = Date.parse(AT)
const EXPIRES_AT_MS = NOW_MS + 900_000

const pending: DeviceSignIn = {
  deviceHash: 'd1',
  userCode: 'BCDF-GHJK',
  state: 'pending',
  clientName: 'laptop',
  address: '192.0.2.1',
  createdAtMs: NOW_MS,
  expiresAtMs: EXPIRES_AT_MS,
  intervalSeconds: 5,
  polledAtMs: null,
  accountId: null,
  access: null,
  grantId: null,
}
const key: NewApiKey = {
  id: 'k1',
  accountId: 'a1',
  name: 'laptop',
  prefix: 'mts_abcd',
  createdAt: AT,
  hash: 'h1',
  event: auditEvent('made k1'),
}
const approval = {
  state: 'approved',
  accountId: 'a1',
  atMs: NOW_MS,
  event: auditEvent('decided', { action: 'device_approved' }),
} as const
const limits: KeyLimits = { maxActive: 2, maxNew: 100, newAfter: '2026-01-01T00:00:00Z', keptRevoked: 100 }

export const deviceSignInStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`store of device sign-ins: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: DeviceSignInStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      for (const id of ['a1', 'a2'])
        await opened.keys.accountFor({ id, email: `${id}@example.org`, plan: 'free', createdAt: AT })
    })
    afterEach(() => opened.close())

    test('a sign-in is found by either code, as stored, and by nothing else', async () => {
      assert.equal(await store.add(pending), true)
      const { userCode, ...polled } = pending
      assert.deepEqual(await store.findByDevice('d1'), polled)
      assert.deepEqual(await store.findByUser(userCode), pending)
      assert.equal(await store.findByDevice('BCDF-GHJK'), null)
      assert.equal(await store.findByUser('d1'), null)
    })

    test('a user code names one sign-in at a time', async () => {
      await store.add(pending)
      assert.equal(await store.add({ ...pending, deviceHash: 'd2' }), false)
      assert.equal(await store.findByDevice('d2'), null)
      await assert.rejects(store.add({ ...pending, userCode: 'ZZZZ-ZZZZ' }))
    })

    test('the last poll and the interval are stored', async () => {
      await store.add(pending)
      await store.polled('d1', { atMs: NOW_MS + 1, intervalSeconds: 10 })
      assert.deepEqual(await store.findByUser('BCDF-GHJK'), {
        ...pending,
        polledAtMs: NOW_MS + 1,
        intervalSeconds: 10,
      })
    })

    test('only one of several concurrent approvals and denials counts', async () => {
      await store.add(pending)
      const decided = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          store.decide('BCDF-GHJK', {
            state: number % 2 === 0 ? 'approved' : 'denied',
            accountId: number % 3 === 0 ? 'a1' : 'a2',
            atMs: NOW_MS,
            event: auditEvent(`decided ${number}`),
          }),
        ),
      )
      assert.equal(decided.filter(Boolean).length, 1)
      const { state, accountId } = (await store.findByDevice('d1'))!
      const winner = decided.indexOf(true)
      assert.equal(state, winner % 2 === 0 ? 'approved' : 'denied')
      assert.equal(accountId, winner % 3 === 0 ? 'a1' : 'a2')
    })

    test('an expired or unknown sign-in cannot be approved', async () => {
      await store.add(pending)
      assert.equal(await store.decide('BCDF-GHJK', { ...approval, atMs: EXPIRES_AT_MS }), false)
      assert.equal(await store.decide('ZZZZ-ZZZZ', approval), false)
      assert.equal((await store.findByDevice('d1'))?.state, 'pending')
    })

    test('an approved sign-in gives one key, for any number of concurrent polls', async () => {
      await store.add(pending)
      await store.decide('BCDF-GHJK', approval)
      const redeemed = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          store.redeem(
            'd1',
            { ...key, id: `k${number}`, hash: `h${number}`, event: auditEvent(`made k${number}`) },
            limits,
          ),
        ),
      )
      assert.equal(redeemed.filter((outcome) => outcome === 'redeemed').length, 1)
      assert.deepEqual(
        (await opened.keys.listKeys('a1')).map(({ id }) => id),
        [`k${redeemed.indexOf('redeemed')}`],
      )
      assert.equal((await store.findByDevice('d1'))?.state, 'used')
    })

    test('without an approval, or for another account, there is no key', async () => {
      await store.add(pending)
      assert.equal(await store.redeem('d1', key, limits), 'not_approved')
      await store.decide('BCDF-GHJK', approval)
      assert.equal(await store.redeem('d1', { ...key, accountId: 'a2' }, limits), 'not_approved')
      assert.equal(await store.redeem('d2', key, limits), 'not_approved')
      assert.equal(await opened.keys.findKey('h1'), null)
    })

    test('a key that cannot be stored leaves the sign-in approved', async () => {
      await opened.keys.addKey(key, limits)
      await store.add(pending)
      await store.decide('BCDF-GHJK', approval)
      await assert.rejects(store.redeem('d1', { ...key, id: 'k2', event: auditEvent('made k2') }, limits))
      assert.equal((await store.findByDevice('d1'))?.state, 'approved')
    })

    test('an account with its maximum of keys gets none until one is revoked', async () => {
      for (const number of [8, 9]) {
        const event = auditEvent(`made k${number}`)
        await opened.keys.addKey({ ...key, id: `k${number}`, hash: `h${number}`, event }, limits)
      }
      await store.add(pending)
      await store.decide('BCDF-GHJK', approval)
      assert.equal(await store.redeem('d1', key, limits), 'too_many_keys')
      assert.equal((await store.findByDevice('d1'))?.state, 'approved')
      await opened.keys.revokeKey('a1', 'k8', AT, auditEvent('revoked'))
      assert.equal(await store.redeem('d1', key, limits), 'redeemed')
    })

    test('the audit trail has the decision that counted, and the key', async () => {
      await store.add(pending)
      await store.decide('BCDF-GHJK', approval)
      await store.decide('BCDF-GHJK', { ...approval, state: 'denied', event: auditEvent('too late') })
      await store.redeem('d1', key, limits)
      assert.deepEqual(
        (await opened.audit.list(EVERYTHING)).map(({ id }) => id),
        ['decided', 'made k1'],
      )
    })

    test('sign-ins that expired before a time are deleted, and no others', async () => {
      await store.add(pending)
      await store.add({
        ...pending,
        deviceHash: 'd2',
        userCode: 'ZZZZ-ZZZZ',
        expiresAtMs: EXPIRES_AT_MS - 1,
      })
      await store.sweep(EXPIRES_AT_MS)
      assert.notEqual(await store.findByDevice('d1'), null)
      assert.equal(await store.findByDevice('d2'), null)
    })
  })
}
