/** Contract of the stores of sessions. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { KeyStore } from '../../src/platform/ports.ts'
import type { Session, SessionStore } from '../../src/platform/sign-in/ports.ts'

export interface OpenedStore {
  readonly store: SessionStore
  /** In the same database. */
  readonly keys: KeyStore
  readonly close: () => Promise<void>
}

const AT_MS = Date.parse('2026-01-02T03:04:05Z')
const session: Session = {
  id: 's1',
  accountId: 'a1',
  csrfToken: 'csrf',
  userAgent: null,
  createdAtMs: AT_MS,
  usedAtMs: AT_MS,
  renewedAtMs: AT_MS,
}

export const sessionStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`session store: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: SessionStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      for (const [id, email] of [
        ['a1', 'ann@example.org'],
        ['a2', 'bob@example.org'],
      ]) {
        await opened.keys.accountFor({ id, email, plan: 'free', createdAt: '2026-01-02T03:04:05Z' })
      }
      await store.add(session, 't1')
    })
    afterEach(() => opened.close())

    test('a session is found by its token, with its account, and by nothing else', async () => {
      assert.deepEqual(await store.find('t1', AT_MS), {
        session,
        email: 'ann@example.org',
        isPrevious: false,
      })
      assert.equal(await store.find('t2', AT_MS), null)
      assert.equal(await store.find('', AT_MS), null)
    })

    test('a new token replaces the old one, which stays valid for a moment', async () => {
      assert.equal(await store.renew('t1', 't2', AT_MS + 1_000), true)
      const renewed = { ...session, renewedAtMs: AT_MS + 1_000 }
      assert.deepEqual((await store.find('t2', AT_MS))?.session, renewed)
      assert.deepEqual((await store.find('t1', AT_MS))?.isPrevious, true)
      assert.equal(await store.find('t1', AT_MS + 1_000), null)
    })

    test('only one of several concurrent renewals succeeds', async () => {
      const renewed = await Promise.all(
        Array.from({ length: 8 }, (_, number) => store.renew('t1', `n${number}`, AT_MS)),
      )
      assert.equal(renewed.filter(Boolean).length, 1)
    })

    test('sessions of an account are listed, the last used first, and those of others are not', async () => {
      await store.add({ ...session, id: 's2', userAgent: 'Firefox' }, 't2')
      await store.add({ ...session, id: 's3', accountId: 'a2' }, 't3')
      await store.markUsed('s2', AT_MS + 5)
      assert.deepEqual(await store.list('a1', AT_MS - 1), [
        { ...session, id: 's2', userAgent: 'Firefox', usedAtMs: AT_MS + 5 },
        session,
      ])
      assert.deepEqual(
        (await store.list('a1', AT_MS)).map(({ id }) => id),
        ['s2'],
      )
    })

    test('a session can be ended by its own account only', async () => {
      await store.end('a2', 's1')
      assert.notEqual(await store.find('t1', AT_MS), null)
      await store.end('a1', 's1')
      assert.equal(await store.find('t1', AT_MS), null)
    })

    test('all sessions of an account end, and those of others continue', async () => {
      await store.add({ ...session, id: 's2' }, 't2')
      await store.add({ ...session, id: 's3', accountId: 'a2' }, 't3')
      await store.endAll('a1')
      const known = await Promise.all(['t1', 't2', 't3'].map((token) => store.find(token, AT_MS)))
      assert.deepEqual(
        known.map((found) => found?.session.id ?? null),
        [null, null, 's3'],
      )
    })

    test('long unused sessions are deleted', async () => {
      await store.add({ ...session, id: 's2', usedAtMs: AT_MS + 10 }, 't2')
      await store.sweep(AT_MS + 10)
      assert.equal(await store.find('t1', AT_MS), null)
      assert.notEqual(await store.find('t2', AT_MS), null)
    })
  })
}
