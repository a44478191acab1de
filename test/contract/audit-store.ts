/** Contract of the stores of the audit trail. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { AuditQuery, AuditStore } from '../../src/platform/audit/ports.ts'
import type { KeyStore } from '../../src/platform/ports.ts'
import { auditEvent, EVENT_AT, EVERYTHING } from '../support/audit-events.ts'

export interface OpenedStore {
  readonly store: AuditStore
  /** In the same database. */
  readonly keys: KeyStore
  readonly close: () => Promise<void>
}

const LATER = '2026-02-03T04:05:06Z'

export const auditStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`store of the audit trail: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: AuditStore
    const ids = async (query: Partial<AuditQuery> = {}) =>
      (await store.list({ ...EVERYTHING, ...query })).map(({ id }) => id)
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      await opened.keys.accountFor({ id: 'a1', email: 'ann@example.org', plan: 'free', createdAt: EVENT_AT })
    })
    afterEach(() => opened.close())

    test('an entry is read as written, with the address of its account', async () => {
      const full = auditEvent('e1', { keyId: 'k1', keyPrefix: 'mts_abcd', detail: 'laptop', way: 'page' })
      const nobodys = auditEvent('e2', { accountId: null, network: null, count: null })
      await store.add([full, nobodys])
      assert.deepEqual(await store.list(EVERYTHING), [
        { ...full, email: 'ann@example.org' },
        { ...nobodys, email: null },
      ])
    })

    test('repeated events are one entry: counted, with the first time, the last time and the last network', async () => {
      await store.add([auditEvent('day', { count: 2 })])
      await store.add([auditEvent('day', { at: LATER, lastAt: LATER, count: 3, network: '198.51.100.0/24' })])
      const [event, ...others] = await store.list(EVERYTHING)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [event.at, event.lastAt, event.count, event.network],
        [EVENT_AT, LATER, 5, '198.51.100.0/24'],
      )
    })

    test('uncounted events keep only their times', async () => {
      await store.add([auditEvent('day', { count: null })])
      await store.add([auditEvent('day', { at: LATER, lastAt: LATER, count: null })])
      const [{ at, lastAt, count }] = await store.list(EVERYTHING)
      assert.deepEqual([at, lastAt, count], [EVENT_AT, LATER, null])
    })

    test('twenty concurrent writers of the same events lose none', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, writer) =>
          store.add(
            writer % 2 === 0 ? [auditEvent('x'), auditEvent('y')] : [auditEvent('y'), auditEvent('x')],
          ),
        ),
      )
      assert.deepEqual(
        (await store.list(EVERYTHING)).map(({ count }) => count),
        [20, 20],
      )
    })

    test('entries are queried by account, key prefix, time and limit, the last first', async () => {
      await store.add([
        auditEvent('e1', { keyPrefix: 'mts_abcd' }),
        auditEvent('e2', { accountId: 'a2', keyPrefix: 'mts_abce', lastAt: LATER }),
        auditEvent('e3', { accountId: 'a2' }),
      ])
      assert.deepEqual(await ids(), ['e2', 'e1', 'e3'])
      assert.deepEqual(await ids({ limit: 2 }), ['e2', 'e1'])
      assert.deepEqual(await ids({ accountId: 'a2' }), ['e2', 'e3'])
      assert.deepEqual(await ids({ keyPrefix: 'mts_abcd' }), ['e1'])
      assert.deepEqual(await ids({ keyPrefix: 'mts_abc%' }), [])
      assert.deepEqual(await ids({ since: LATER }), ['e2'])
    })

    test('entries that ended before a time are deleted, and no others', async () => {
      await store.add([auditEvent('old'), auditEvent('goes on', { lastAt: LATER })])
      await store.sweep(LATER)
      assert.deepEqual(await ids(), ['goes on'])
    })
  })
}
