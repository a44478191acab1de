import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { temporaryStorage } from '../../../test/support/databases.ts'
import { silentBookkeeping } from '../../../test/support/silent-bookkeeping.ts'
import type { Storage } from '../../storage/sql/stores.ts'
import { systemRandom } from '../../util/random.ts'
import { type Audit, createAudit } from '../audit/audit.ts'
import type { Mail } from '../mail/ports.ts'
import { createMemoryRateLimitStore } from '../rate-limit/memory-store.ts'
import { createSignIns, type SignIns } from './sign-ins.ts'

const MINUTE_MS = 60_000

let nowMs: number
let mails: Mail[]
let storage: Storage
let audit: Audit
let signIns: SignIns
let close: () => Promise<void>
beforeEach(async () => {
  nowMs = Date.parse('2026-01-02T03:04:05Z')
  mails = []
  storage = await temporaryStorage()
  const clock = { now: () => nowMs, elapsedMs: () => nowMs }
  audit = createAudit(storage.audit, clock, silentBookkeeping)
  signIns = createSignIns({
    store: storage.signIns,
    accounts: storage.keys,
    audit,
    bookkeeping: silentBookkeeping,
    mailer: { send: async (mail) => void mails.push(mail) },
    rateLimits: createMemoryRateLimitStore(clock),
    defaultPlan: 'free',
    clock,
    random: systemRandom,
  })
  close = async () => {
    await storage.close()
  }
})
afterEach(() => close())

const ask = (email = 'Ann@Example.org ', address = '192.0.2.1') =>
  signIns.start({ email, address, next: '/next', linkAt: (token) => `https://metes.example/link/${token}` })

/** Returns the browser's token, and link and code of the mail. */
const started = async (email?: string) => {
  const begun = await ask(email)
  assert.ok(typeof begun === 'object')
  const { text } = mails[mails.length - 1]
  return {
    browserToken: begun.browserToken,
    link: String(/\/link\/([\w-]+)/.exec(text)?.[1]),
    code: String(/[A-Z]{4}-[A-Z]{4}/.exec(text)?.[0]),
  }
}

describe('a sign-in', () => {
  test('opens one account per address, by code or link, in any case', async () => {
    const first = await started()
    const byCode = await signIns.byCode(first.browserToken, first.code, '192.0.2.1')
    assert.ok('account' in byCode)
    assert.deepEqual(
      [byCode.account.email, byCode.account.plan, byCode.next],
      ['ann@example.org', 'free', '/next'],
    )
    const second = await started('ANN@example.org')
    const byLink = await signIns.byLink(second.link, '192.0.2.1')
    assert.equal(byLink?.account.id, byCode.account.id)
  })

  test('takes the code as people type it', async () => {
    const { browserToken, code } = await started()
    assert.ok(
      'account' in (await signIns.byCode(browserToken, ` ${code.toLowerCase().replace('-', ' ')}`, 'x')),
    )
  })

  test('is good once: the link after the code opens nothing', async () => {
    const { browserToken, code, link } = await started()
    await signIns.byCode(browserToken, code, '192.0.2.1')
    assert.equal(await signIns.byLink(link, '192.0.2.1'), null)
    assert.equal(await signIns.preview(link), null)
    assert.deepEqual(await signIns.byCode(browserToken, code, '192.0.2.1'), { triesLeft: 0 })
  })

  test('succeeds for one of twenty concurrent uses of a link', async () => {
    const { link } = await started()
    const letIn = await Promise.all(Array.from({ length: 20 }, () => signIns.byLink(link, '192.0.2.1')))
    assert.equal(letIn.filter((each) => each !== null).length, 1)
  })

  test('expires after fifteen minutes', async () => {
    const { browserToken, code, link } = await started()
    nowMs += 15 * MINUTE_MS
    assert.equal(await signIns.preview(link), null)
    assert.equal(await signIns.byLink(link, '192.0.2.1'), null)
    assert.deepEqual(await signIns.byCode(browserToken, code, '192.0.2.1'), { triesLeft: 0 })
  })

  test('fails with the code of another browser', async () => {
    const mine = await started()
    const other = await started('bob@example.org')
    assert.deepEqual(await signIns.byCode(mine.browserToken, other.code, 'x'), { triesLeft: 4 })
  })

  test('creates no account before it is complete, and answers alike whether one exists', async () => {
    const unknown = await ask('nobody@example.org')
    assert.deepEqual(Object.keys(unknown), ['browserToken'])
    assert.equal(await storage.emailPreferences.findByEmail('nobody@example.org'), null)
  })
})

describe('the audit trail', () => {
  test('counts sign-ins and failures of a day, of the account where there is one', async () => {
    const first = await started()
    await signIns.byCode(first.browserToken, 'BCDF-GHJK', '192.0.2.1')
    await signIns.byCode(first.browserToken, first.code, '192.0.2.1')
    const second = await started()
    for (const code of ['BCDF-GHJK', 'CDFG-HJKL'])
      await signIns.byCode(second.browserToken, code, '192.0.2.1')
    await signIns.byLink('unknown', '2001:db8:1:2::3')
    const trail = await audit.list({ accountId: null, keyPrefix: null, since: null, limit: 100 })
    assert.deepEqual(
      trail.map((event) => [event.action, event.email, event.count, event.network].join(' ')).sort(),
      [
        'sign_in_failed  2 2001:db8:1::/48',
        'sign_in_failed ann@example.org 2 192.0.2.0/24',
        'sign_in_succeeded ann@example.org 1 192.0.2.0/24',
      ],
    )
  })
})

describe('mails', () => {
  test('go to valid addresses only', async () => {
    for (const email of [
      '',
      'ann',
      'a@b@c',
      'ann@example.org\nBcc: bob@example.org',
      'a@b, c@d',
      `${'x'.repeat(65)}@y`,
    ]) {
      assert.equal(await ask(email), 'not_an_address', email)
    }
    assert.equal(mails.length, 0)
  })

  test('are limited to five for a mailbox in a quarter of an hour, wherever they are requested', async () => {
    for (let count = 0; count < 5; count++) await ask('ann@example.org', `198.51.100.${count}`)
    assert.equal(await ask('ann@example.org', '203.0.113.1'), 'too_many_attempts')
    assert.equal(mails.length, 5)
    nowMs += 15 * MINUTE_MS
    assert.equal(typeof (await ask()), 'object')
  })

  test('are limited to twenty for a network, for any recipients', async () => {
    for (let count = 0; count < 20; count++) await ask(`p${count}@example.org`, `2001:db8::${count}`)
    assert.equal(await ask('last@example.org', '2001:db8::ffff'), 'too_many_attempts')
    assert.equal(mails.length, 20)
  })
})

test('emails to one mailbox are counted together, whatever tag and case the address has', async () => {
  const results = []
  for (let count = 0; count < 6; count++)
    results.push(await ask(`Ann+${count}@example.org`, `192.0.2.${count}`))
  assert.deepEqual(
    results.map((result) => typeof result),
    ['object', 'object', 'object', 'object', 'object', 'string'],
  )
  assert.deepEqual(new Set(mails.map(({ to }) => to)).size, 5, 'mail goes to the address as it was written')
})
