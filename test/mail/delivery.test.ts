/** From the queue to the mail server: retries, giving up, preferences, and the shutdown of the service. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createDelivery } from '../../src/platform/mail/delivery.ts'
import type { MailKind } from '../../src/platform/mail/mail-kinds.ts'
import { createMailer } from '../../src/platform/mail/mailer.ts'
import { MailRefusedError, type MailTransport, type OutgoingMail } from '../../src/platform/mail/ports.ts'
import { openUnsubscribeTokens, type UnsubscribeTokens } from '../../src/platform/mail/unsubscribe-tokens.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemRandom } from '../../src/util/random.ts'
import { sqliteDatabase, type TestDatabase } from '../support/databases.ts'
import { givenUpMails } from '../support/given-up-mails.ts'
import { silentLog } from '../support/silent-log.ts'

const BASE_URL = 'https://metes.example'

describe('mail is delivered', () => {
  let database: TestDatabase
  let storage: Storage
  let tokens: UnsubscribeTokens
  let nowMs: number
  const clock = { now: () => nowMs, elapsedMs: () => nowMs }
  beforeEach(async () => {
    nowMs = Date.UTC(2026, 0, 2, 3, 4, 5)
    database = await sqliteDatabase()
    storage = await database.open()
    tokens = await openUnsubscribeTokens(storage.secrets, systemRandom)
    await storage.keys.accountFor({
      id: 'a1',
      email: 'ann@example.org',
      plan: 'free',
      createdAt: '2026-01-01T00:00:00Z',
    })
  })
  afterEach(async () => {
    await storage.close()
    await database.remove()
  })

  const queue = (kind: MailKind, subject = 'Subject', to = 'ann@example.org') =>
    createMailer({
      store: storage.mails,
      preferences: storage.emailPreferences,
      clock,
      random: systemRandom,
    }).send({ to, kind, subject, text: 'What it says.', html: '<p>What it says.</p>' })

  const deliveryOver = (deliver: MailTransport['deliver']) =>
    createDelivery({
      store: storage.mails,
      preferences: storage.emailPreferences,
      transport: { deliver, close: async () => {} },
      openTokens: async () => tokens,
      baseUrl: BASE_URL,
      clock,
      random: systemRandom,
      log: silentLog,
    })

  test('once, in the order of urgency, and leaves nothing behind', async () => {
    for (let number = 0; number < 6; number++) await queue('product_updates', `News ${number}`)
    await queue('sign_in', 'Sign in')
    const sent: string[] = []
    const delivery = deliveryOver(async ({ subject }) => void sent.push(subject))
    await Promise.all([delivery.run(), delivery.run()])
    assert.equal(sent[0], 'Sign in')
    assert.deepEqual(sent.slice(1).sort(), ['News 0', 'News 1', 'News 2', 'News 3', 'News 4', 'News 5'])
    assert.equal(await storage.mails.waiting(), 0)
    await delivery.run()
    assert.equal(sent.length, 7)
  })

  test('with a link by which only its reader can unsubscribe from this kind', async () => {
    await queue('usage_alerts', 'Your <units>')
    let mail: OutgoingMail | undefined
    await deliveryOver(async (each) => {
      mail = each
    }).run()
    const url = new URL(mail!.unsubscribeUrl!)
    assert.equal(url.origin + url.pathname, `${BASE_URL}/unsubscribe`)
    assert.deepEqual(tokens.read(url.searchParams.get('token')!), { accountId: 'a1', kind: 'usage_alerts' })
    assert.ok(mail!.text.includes(mail!.unsubscribeUrl!))
    assert.ok(mail!.html.includes(mail!.unsubscribeUrl!))
    assert.match(mail!.html, /<h1[^>]*>Your &lt;units&gt;<\/h1>/)
    assert.match(mail!.html, /<p>What it says\.<\/p>/)
  })

  test('to a visitor without an account, for signing in, without an unsubscribe link', async () => {
    await queue('sign_in', 'Sign in', 'new@example.org')
    const sent: OutgoingMail[] = []
    await deliveryOver(async (mail) => void sent.push(mail)).run()
    assert.equal(sent[0].to, 'new@example.org')
    assert.equal(sent[0].unsubscribeUrl, null)
    assert.doesNotMatch(sent[0].text + sent[0].html, /unsubscribe/i)
  })

  test('unless its reader has switched the kind off since it was queued', async () => {
    await queue('product_updates')
    await queue('usage_alerts')
    await queue('security')
    await storage.emailPreferences.change('a1', { kinds: { product_updates: false } })
    const sent: string[] = []
    await deliveryOver(async ({ kind }) => void sent.push(kind)).run()
    assert.deepEqual(sent.sort(), ['security', 'usage_alerts'])
    assert.equal(await storage.mails.waiting(), 0)
  })

  test('with retries after growing waits, and given up after the last with the reason stored', async () => {
    await queue('security')
    const at: number[] = []
    const ids = new Set<string>()
    const startMs = nowMs
    const delivery = deliveryOver(async ({ id }) => {
      at.push((nowMs - startMs) / 1000)
      ids.add(id)
      throw new Error('421 4.3.2 try\r\nlater')
    })
    for (let minute = 0; minute <= 24 * 60; minute++) {
      await delivery.run()
      nowMs += 60_000
    }
    const waits = at.slice(1).map((seconds, index) => seconds - at[index])
    assert.equal(at.length, 10)
    assert.deepEqual(
      waits,
      [...waits].sort((a, b) => a - b),
    )
    assert.ok(waits.at(-1)! >= 6 * 3600)
    assert.equal(ids.size, 1, 'every attempt carries one id')
    const [{ reason, attempts }] = await givenUpMails(database.place)
    assert.deepEqual([reason, attempts], ['421 4.3.2 try later', 10])
  })

  test('a sign-in link is given up while somebody may still wait for it', async () => {
    await queue('sign_in')
    let attempts = 0
    const delivery = deliveryOver(async () => {
      attempts += 1
      throw new Error('down')
    })
    for (let minute = 0; minute <= 15; minute++) {
      await delivery.run()
      nowMs += 60_000
    }
    assert.equal(attempts, 5)
    assert.equal((await givenUpMails(database.place)).length, 1)
  })

  test('a refusal is final at once, and blocks no other mail', async () => {
    await queue('security', 'Refused')
    await queue('security', 'Good')
    const sent: string[] = []
    await deliveryOver(async ({ subject }) => {
      if (subject === 'Refused') throw new MailRefusedError('550 no such user')
      sent.push(subject)
    }).run()
    assert.deepEqual(sent, ['Good'])
    assert.deepEqual(
      (await givenUpMails(database.place)).map(({ subject, reason, attempts }) => [
        subject,
        reason,
        attempts,
      ]),
      [['Refused', '550 no such user', 1]],
    )
  })

  test('a mail that crashes the process every time is given up', async () => {
    await queue('sign_in')
    for (let time = 0; time < 5; time++) {
      const [claimed] = await storage.mails.claim({ claim: `c${time}`, nowMs, untilMs: nowMs + 1 }, 1)
      assert.equal(claimed.attempts, time + 1)
      nowMs += 1
    }
    await deliveryOver(async () => assert.fail('it is not tried again')).run()
    assert.equal((await givenUpMails(database.place))[0].reason, 'Every attempt was interrupted.')
  })

  test('at shutdown running deliveries are finished, and no more begin', async () => {
    for (let number = 0; number < 10; number++) await queue('security', `${number}`)
    const open = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let sent = 0
    const delivery = deliveryOver(async () => {
      begun.resolve()
      await open.promise
      sent += 1
    })
    const run = delivery.run()
    await begun.promise
    const closed = delivery.close()
    open.resolve()
    await closed
    await run
    assert.equal(sent, 4)
    assert.equal(await storage.mails.waiting(), 6)
  })
})

test('an unsubscribe token is accepted only unchanged, by the service that created it', async () => {
  const secretsOf = (secret: string) => ({ secretFor: async () => secret })
  const tokens = await openUnsubscribeTokens(secretsOf('one'), systemRandom)
  const other = await openUnsubscribeTokens(secretsOf('two'), systemRandom)
  const subject = { accountId: 'a1', kind: 'usage_alerts' } as const
  const token = tokens.make(subject)
  assert.deepEqual(tokens.read(token), subject)
  assert.equal(other.read(token), null)
  assert.equal(encodeURIComponent(token), token)
  for (const [index, letter] of [...token].entries()) {
    // The last letter of 32 bytes in base64url has two unused bits.
    if (index === token.length - 1) continue
    const changed = token.slice(0, index) + (letter === 'a' ? 'b' : 'a') + token.slice(index + 1)
    assert.equal(tokens.read(changed), null, changed)
  }
  for (const text of [
    '',
    '.',
    token.slice(0, -1),
    `${token}a`,
    `${token}\n`,
    'a1.sign_in.x',
    '..'.repeat(40),
  ]) {
    assert.equal(tokens.read(text), null)
  }
})
