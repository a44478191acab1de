/** Contract of the mail queues. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { MailStore, QueuedMail } from '../../src/platform/mail/ports.ts'
import type { GivenUpMail } from '../support/given-up-mails.ts'

interface OpenedMailStore {
  readonly store: MailStore
  /** The same queue as another process sees it. */
  readonly other: MailStore
  /** The stored part of emails that were given up. */
  readonly givenUp: () => Promise<readonly GivenUpMail[]>
  readonly close: () => Promise<void>
}

const NOW_MS = 1_800_000_000_000
const LEASE_MS = 60_000

const mail: QueuedMail = {
  id: 'm1',
  accountId: null,
  to: 'ann@example.org',
  kind: 'sign_in',
  subject: 'Sign in',
  text: 'Here: é€🗺',
  html: '<p>Here</p>',
  createdAt: '2027-01-15T08:00:00Z',
}

export const mailStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedMailStore>,
): void => {
  describe(`mail store: ${name}`, { skip }, () => {
    let opened: OpenedMailStore
    let store: MailStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    const put = (id: string, how: Partial<Parameters<MailStore['put']>[1]> = {}) =>
      store.put({ ...mail, id }, { urgency: 0, dueMs: NOW_MS, ...how })
    const claim = (token: string, nowMs = NOW_MS, from = store) =>
      from.claim({ claim: token, nowMs, untilMs: nowMs + LEASE_MS }, 10)
    const ids = (mails: readonly { readonly id: string }[]) => mails.map(({ id }) => id).sort()

    test('a mail is claimed as queued, and counted', async () => {
      await put('m1')
      assert.deepEqual(await claim('c1'), [{ ...mail, attempts: 1 }])
      assert.equal(await store.waiting(), 1)
    })

    test('a claimed mail is given to nobody else until the claim expires', async () => {
      await put('m1')
      await claim('c1')
      assert.deepEqual(await claim('c2', NOW_MS + LEASE_MS - 1, opened.other), [])
      const [again] = await claim('c2', NOW_MS + LEASE_MS, opened.other)
      assert.equal(again.id, 'm1')
      assert.equal(again.attempts, 2)
    })

    test('of forty concurrent claims by two processes, no two hold one mail, and none is left over', async () => {
      const wanted = Array.from({ length: 120 }, (_, number) => `m${String(number).padStart(3, '0')}`)
      for (const id of wanted) await put(id)
      const held = await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          (number % 2 === 0 ? store : opened.other).claim(
            { claim: `c${number}`, nowMs: NOW_MS, untilMs: NOW_MS + LEASE_MS },
            3,
          ),
        ),
      )
      const rest = await claim('last')
      assert.deepEqual(ids([...held.flat(), ...rest]), wanted)
    })

    test('urgent mail goes first, then the longest waiting; mail that is not due waits', async () => {
      await put('later', { dueMs: NOW_MS + 1 })
      await put('news', { urgency: 1, dueMs: NOW_MS - 50 })
      await put('second', { dueMs: NOW_MS - 10 })
      await put('first', { dueMs: NOW_MS - 20 })
      const next = async (token: string) =>
        (await store.claim({ claim: token, nowMs: NOW_MS, untilMs: NOW_MS + LEASE_MS }, 1)).map(
          ({ id }) => id,
        )
      assert.deepEqual(await next('c1'), ['first'])
      assert.deepEqual(await next('c2'), ['second'])
      assert.deepEqual(await next('c3'), ['news'])
      assert.deepEqual(await next('c4'), [])
    })

    test('a removed mail is gone', async () => {
      await put('m1')
      await claim('c1')
      assert.equal(await store.remove('m1', 'c1'), true)
      assert.equal(await store.waiting(), 0)
      assert.deepEqual(await claim('c2', NOW_MS + LEASE_MS), [])
    })

    test('a deferred mail comes again at its time', async () => {
      await put('m1')
      await claim('c1')
      assert.equal(await store.putOff('m1', 'c1', NOW_MS + 10_000), true)
      assert.deepEqual(await claim('c2', NOW_MS + 9_999), [])
      assert.deepEqual(ids(await claim('c2', NOW_MS + 10_000)), ['m1'])
    })

    test('a mail that is given up is kept with the reason and without its text, and not retried', async () => {
      await put('m1')
      await claim('c1')
      const why = { reason: '550 no such user', at: '2027-01-15T08:01:00Z' }
      assert.equal(await store.giveUp('m1', 'c1', why), true)
      assert.deepEqual(await claim('c2', NOW_MS + 100 * LEASE_MS), [])
      assert.equal(await store.waiting(), 0)
      assert.deepEqual(await opened.givenUp(), [
        {
          recipient: 'ann@example.org',
          kind: 'sign_in',
          subject: 'Sign in',
          text: '',
          html: '',
          attempts: 1,
          reason: '550 no such user',
          given_up_at: '2027-01-15T08:01:00Z',
        },
      ])
      await store.forgetGivenUp('2027-01-15T08:01:00Z')
      assert.equal((await opened.givenUp()).length, 1)
      await store.forgetGivenUp('2027-01-15T08:01:01Z')
      assert.deepEqual(await opened.givenUp(), [])
    })

    test('a lost claim can change nothing', async () => {
      await put('m1')
      await claim('c1')
      await claim('c2', NOW_MS + LEASE_MS, opened.other)
      assert.equal(await store.remove('m1', 'c1'), false)
      assert.equal(await store.putOff('m1', 'c1', NOW_MS), false)
      assert.equal(await store.giveUp('m1', 'c1', { reason: 'late', at: '2027-01-15T08:01:00Z' }), false)
      assert.equal(await opened.other.remove('m1', 'c2'), true)
    })

    test('a mail with a name is queued once, for any number of concurrent attempts, even after it was sent', async () => {
      const tries = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          (number % 2 === 0 ? store : opened.other).put(
            { ...mail, id: `m${number}` },
            { urgency: 1, dueMs: NOW_MS, once: 'usage a 2027-01 80' },
          ),
        ),
      )
      assert.equal(tries.filter(Boolean).length, 1)
      const [only, ...more] = await claim('c1')
      assert.deepEqual(more, [])
      await store.remove(only.id, 'c1')
      assert.equal(await put('again', { once: 'usage a 2027-01 80' }), false)
      assert.equal(await put('other', { once: 'usage a 2027-01 100' }), true)
    })

    test('mail to an unknown account is refused', async () => {
      await assert.rejects(
        store.put({ ...mail, accountId: 'nobody' }, { urgency: 0, dueMs: NOW_MS, once: 'name' }),
      )
      assert.equal(await put('m2', { once: 'name' }), true)
    })
  })
}
