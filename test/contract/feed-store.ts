/** Contract of the stores of feeds. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { AuditStore } from '../../src/platform/audit/ports.ts'
import type { FeedStore, NewFeed } from '../../src/platform/feeds/ports.ts'
import type { KeyStore } from '../../src/platform/ports.ts'
import { auditEvent, EVERYTHING } from '../support/audit-events.ts'

export interface OpenedStore {
  readonly store: FeedStore
  /** In the same database. */
  readonly keys: KeyStore
  readonly audit: AuditStore
  readonly close: () => Promise<void>
}

const NOW_MS = Date.parse('2026-01-02T03:04:05Z')

const feedOf = (id: string, changes: Partial<NewFeed> = {}): NewFeed => ({
  id,
  accountId: 'a1',
  name: 'QGIS',
  prefix: `mtf_${id}`,
  hash: `hash of ${id}`,
  createdAtMs: NOW_MS,
  event: auditEvent(`created ${id}`, { action: 'feed_created', keyId: id }),
  ...changes,
})
const found = ({ hash: _hash, event: _event, ...feed }: NewFeed) => ({ ...feed, usedAtMs: null })
const revoked = auditEvent('revoked', { action: 'feed_revoked', keyId: 'f1' })

export const feedStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`store of feeds: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: FeedStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      for (const [id, plan] of [
        ['a1', 'free'],
        ['a2', 'pro'],
      ])
        await opened.keys.accountFor({
          id,
          email: `${id}@example.org`,
          plan,
          createdAt: '2026-01-02T03:04:05Z',
        })
    })
    afterEach(() => opened.close())

    const actions = async (): Promise<readonly string[]> =>
      (await opened.audit.list(EVERYTHING)).map(({ action, keyPrefix }) => `${action} ${keyPrefix}`).sort()

    test('a feed is found by its hash, with the plan of its account, and listed to its account, newest first', async () => {
      const [older, newer] = [feedOf('f1'), feedOf('f2', { createdAtMs: NOW_MS + 1, name: null })]
      const foreign = feedOf('f3', { accountId: 'a2' })
      for (const feed of [older, newer, foreign]) assert.equal(await store.addFeed(feed, 50), true)
      assert.deepEqual(await store.findFeed('hash of f1'), { feed: found(older), plan: 'free' })
      assert.deepEqual(await store.findFeed('hash of f3'), { feed: found(foreign), plan: 'pro' })
      assert.equal(await store.findFeed('hash of f4'), null)
      assert.deepEqual(await store.listFeeds('a1'), [found(newer), found(older)])
    })

    test('its last use is kept', async () => {
      await store.addFeed(feedOf('f1'), 50)
      await store.markFeedUsed('f1', NOW_MS + 5)
      assert.equal((await store.listFeeds('a1'))[0].usedAtMs, NOW_MS + 5)
    })

    test('an account has no more feeds than allowed, also when they are added at the same time', async () => {
      const added = await Promise.all(Array.from({ length: 6 }, (_, i) => store.addFeed(feedOf(`f${i}`), 2)))
      assert.equal(added.filter(Boolean).length, 2)
      assert.equal((await store.listFeeds('a1')).length, 2)
      assert.equal(await store.addFeed(feedOf('f9', { accountId: 'a2' }), 2), true)
      assert.equal((await actions()).length, 3)
    })

    test('a removed feed is gone, with an event that has its prefix; a second removal changes nothing', async () => {
      await store.addFeed(feedOf('f1'), 50)
      assert.equal(await store.removeFeed('a2', 'f1', revoked), false)
      assert.notEqual(await store.findFeed('hash of f1'), null)
      assert.equal(await store.removeFeed('a1', 'f1', revoked), true)
      assert.equal(await store.removeFeed('a1', 'f1', { ...revoked, id: 'again' }), false)
      assert.equal(await store.findFeed('hash of f1'), null)
      assert.deepEqual(await store.listFeeds('a1'), [])
      assert.deepEqual(await actions(), ['feed_created null', 'feed_revoked mtf_f1'])
    })
  })
}
