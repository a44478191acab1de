import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemRandom } from '../../util/random.ts'
import { mailContent } from './content.ts'
import { createMailer } from './mailer.ts'
import type { EmailPreferences, Mail, MailStore, QueuedMail } from './ports.ts'

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5)
const EVERYTHING: EmailPreferences = {
  subscribed: true,
  kinds: { product_updates: true, usage_alerts: true, feedback_updates: true },
}
const mail: Mail = {
  to: 'Ann@Example.org',
  kind: 'usage_alerts',
  subject: 'Your units',
  text: 'Used up.',
  html: '<p>Used up.</p>',
}

const queueFor = (preferences: EmailPreferences | null) => {
  const queued: (QueuedMail & Parameters<MailStore['put']>[1])[] = []
  const mailer = createMailer({
    store: {
      put: async (each, how) => {
        queued.push({ ...each, ...how })
        return true
      },
    },
    preferences: {
      findByEmail: async (email) =>
        preferences === null || email !== 'ann@example.org' ? null : { accountId: 'a1', preferences },
    },
    clock: { now: () => NOW_MS, elapsedMs: () => 0 },
    random: systemRandom,
  })
  return { mailer, queued }
}

describe('mail is queued', () => {
  test('for the account that has the address, however it is written', async () => {
    const { mailer, queued } = queueFor(EVERYTHING)
    await mailer.send({ ...mail, once: 'usage a1' })
    const [{ id, ...rest }] = queued
    assert.match(id, /^[0-9a-z]{24}$/)
    assert.deepEqual(rest, {
      ...mail,
      to: 'ann@example.org',
      accountId: 'a1',
      createdAt: '2026-01-02T03:04:05Z',
      urgency: 1,
      dueMs: NOW_MS,
      once: 'usage a1',
    })
  })

  for (const kind of ['product_updates', 'usage_alerts', 'feedback_updates'] as const) {
    test(`${kind}: not if it or all mail is switched off, nor without an account`, async () => {
      const off = { ...EVERYTHING, kinds: { ...EVERYTHING.kinds, [kind]: false } }
      for (const preferences of [off, { ...EVERYTHING, subscribed: false }, null]) {
        const { mailer, queued } = queueFor(preferences)
        await mailer.send({ ...mail, kind })
        assert.deepEqual(queued, [])
      }
    })
  }

  for (const kind of ['sign_in', 'security'] as const) {
    test(`${kind}: always, and urgently`, async () => {
      for (const preferences of [{ ...EVERYTHING, subscribed: false }, null]) {
        const { mailer, queued } = queueFor(preferences)
        await mailer.send({ ...mail, kind })
        assert.equal(queued.length, 1)
        assert.equal(queued[0].urgency, 0)
      }
    })
  }
})

describe('a mail that could become another one is refused', () => {
  const hostile: readonly Partial<Mail>[] = [
    { subject: 'Hello\r\nBcc: everybody@example.org' },
    { subject: 'Hello\nBcc: everybody@example.org' },
    { subject: 'Hello\u2028Bcc' },
    { subject: 'Hello\0' },
    { subject: 'x'.repeat(301) },
    { to: 'ann@example.org, bob@example.org' },
    { to: 'ann@example.org\r\nBcc: bob@example.org' },
    { to: 'Ann <ann@example.org>' },
    { to: '"ann"@example.org' },
    { to: 'group:ann@example.org;' },
    { to: 'ann' },
    { to: '' },
    { to: `${'a'.repeat(65)}@example.org` },
  ]
  for (const part of hostile) {
    test(JSON.stringify(part).slice(0, 80), async () => {
      const { mailer, queued } = queueFor(EVERYTHING)
      await assert.rejects(mailer.send({ ...mail, kind: 'security', ...part }))
      assert.deepEqual(queued, [])
    })
  }
})

test('content is escaped in HTML and verbatim in text', () => {
  const { text, html } = mailContent([
    'Tom & "Jerry" <tom@example.org>\nsecond line',
    { link: 'https://metes.example/?a=1&b="2"', label: 'Open <it>' },
    { code: '123 456' },
    { quote: '<script>alert(1)</script>\nnext' },
  ])
  assert.equal(
    text,
    'Tom & "Jerry" <tom@example.org>\nsecond line\n\nOpen <it>:\nhttps://metes.example/?a=1&b="2"\n\n    123 456\n\n> <script>alert(1)</script>\n> next',
  )
  assert.match(html, /<p>Tom &amp; &quot;Jerry&quot; &lt;tom@example.org&gt;<br>/)
  assert.match(html, /href="https:\/\/metes\.example\/\?a=1&amp;b=&quot;2&quot;"/)
  assert.doesNotMatch(html, /<script/)
})
