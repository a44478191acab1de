/** Contract of the stores of email preferences. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { EmailPreferenceStore } from '../../src/platform/mail/ports.ts'
import type { KeyStore } from '../../src/platform/ports.ts'

interface OpenedPreferences {
  readonly store: EmailPreferenceStore
  readonly keys: KeyStore
  readonly close: () => Promise<void>
}

const EVERYTHING = {
  subscribed: true,
  kinds: { product_updates: true, usage_alerts: true, feedback_updates: true },
}

export const emailPreferenceStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedPreferences>,
): void => {
  describe(`email preferences: ${name}`, { skip }, () => {
    let opened: OpenedPreferences
    let store: EmailPreferenceStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      for (const id of ['a1', 'a2', 'a3']) {
        await opened.keys.accountFor({
          id,
          email: `${id}@example.org`,
          plan: 'free',
          createdAt: '2026-01-02T03:04:05Z',
        })
      }
    })
    afterEach(() => opened.close())

    test('an account wants every mail by default', async () => {
      assert.deepEqual(await store.find('a1'), EVERYTHING)
      assert.deepEqual(await store.findByEmail('a1@example.org'), {
        accountId: 'a1',
        preferences: EVERYTHING,
      })
    })

    test('an unknown account has no preferences, and cannot change any', async () => {
      assert.equal(await store.find('nobody'), null)
      assert.equal(await store.findByEmail('nobody@example.org'), null)
      assert.equal(await store.change('nobody', { subscribed: false }), null)
    })

    test('unnamed switches keep their setting', async () => {
      await store.change('a1', { kinds: { usage_alerts: false } })
      assert.deepEqual(await store.change('a1', { subscribed: false, kinds: { product_updates: false } }), {
        subscribed: false,
        kinds: { product_updates: false, usage_alerts: false, feedback_updates: true },
      })
      const again = {
        subscribed: true,
        kinds: { product_updates: false, usage_alerts: false, feedback_updates: true },
      }
      assert.deepEqual(await store.change('a1', { subscribed: true }), again)
      assert.deepEqual(await store.change('a1', {}), again)
      assert.deepEqual(await store.find('a2'), EVERYTHING)
    })

    test('concurrent changes of different switches all count', async () => {
      await Promise.all([
        store.change('a1', { subscribed: false }),
        store.change('a1', { kinds: { product_updates: false } }),
        store.change('a1', { kinds: { feedback_updates: false } }),
      ])
      assert.deepEqual(await store.find('a1'), {
        subscribed: false,
        kinds: { product_updates: false, usage_alerts: true, feedback_updates: false },
      })
    })

    test('accounts that want a kind are listed page by page, and no others', async () => {
      await store.change('a2', { kinds: { product_updates: false } })
      await store.change('a3', { kinds: { usage_alerts: false } })
      const wanting = (afterId: string, limit = 10) => store.wanting('product_updates', { afterId, limit })
      assert.deepEqual(await wanting(''), [
        { accountId: 'a1', email: 'a1@example.org' },
        { accountId: 'a3', email: 'a3@example.org' },
      ])
      assert.deepEqual(await wanting('', 1), [{ accountId: 'a1', email: 'a1@example.org' }])
      assert.deepEqual(await wanting('a1', 1), [{ accountId: 'a3', email: 'a3@example.org' }])
      await store.change('a3', { subscribed: false })
      assert.deepEqual(await wanting('a1'), [])
    })
  })
}
