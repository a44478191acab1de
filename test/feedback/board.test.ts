/** The board over a real store, with a clock and a mailer of the test's own. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createFeedback, type Feedback, type FeedbackDraft } from '../../src/platform/feedback/feedback.ts'
import type { Person, Writer } from '../../src/platform/feedback/item.ts'
import { createNotices, type Notices } from '../../src/platform/feedback/notice-mails.ts'
import type { Mail } from '../../src/platform/mail/ports.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemRandom } from '../../src/util/random.ts'
import { temporaryStorage } from '../support/databases.ts'

const NOON = Date.UTC(2026, 0, 2, 12)
const DAY_MS = 86_400_000
const KEY = 'mts_abcdefghijklmnopqrstuvwxyz0123456789AB'

const account = (accountId: string): Writer => ({ kind: 'account', accountId })
const [ann, bob] = [account('ann'), account('bob')]
const operator: Writer = { kind: 'operator' }
const anybody: Person = { kind: 'anonymous' }

const draft = (title: string, fields: Partial<FeedbackDraft> = {}): FeedbackDraft => ({
  kind: 'issue',
  title,
  details: '',
  op: null,
  requestId: null,
  ...fields,
})

let storage: Storage
let mails: Mail[]
let notices: Notices
let board: Feedback
let nowMs: number
beforeEach(async () => {
  nowMs = NOON
  mails = []
  storage = await temporaryStorage()
  for (const id of ['ann', 'bob', 'cem'])
    await storage.keys.accountFor({
      id,
      email: `${id}@example.org`,
      plan: 'free',
      createdAt: '2026-01-01T00:00:00Z',
    })
  notices = createNotices({
    store: storage.feedback,
    mailer: { send: async (mail) => void mails.push(mail) },
    log: { warn: () => {} },
  })
  board = createFeedback({
    store: storage.feedback,
    notices,
    clock: { now: () => nowMs, elapsedMs: () => nowMs },
    random: systemRandom,
    baseUrl: 'https://metes.example',
  })
})
afterEach(async () => {
  await storage.close()
})

const post = async (author: Writer, title: string, fields: Partial<FeedbackDraft> = {}) => {
  const posted = await board.post(author, draft(title, fields))
  assert.ok('item' in posted)
  return posted
}
const found = async (text: string | null) => {
  const list = await board.list(anybody, {
    kind: null,
    status: null,
    text,
    sort: 'new',
    cursor: null,
    limit: 40,
  })
  return list!.items.map(({ title }) => title)
}
const sentMails = async () => {
  await notices.settled()
  return mails.splice(0).map(({ to, kind, subject }) => `${to} ${kind} ${subject}`)
}

describe('posting', () => {
  test('the eleventh item of a day is refused until the next day in UTC', async () => {
    for (let item = 0; item < 10; item++) await post(ann, `Item ${item}`)
    assert.deepEqual(await board.post(ann, draft('Once more')), {
      dayFull: true,
      max: 10,
      retryAfterSeconds: 43_200,
    })
    await post(bob, 'Bob’s')
    nowMs += DAY_MS / 2
    await post(ann, 'The next day')
  })

  test('keys are masked before anybody can read them, and the author learns where', async () => {
    const { item, maskedFields } = await post(ann, `With ${KEY}`, {
      details: `curl -H 'X-API-Key: ${KEY}'`,
    })
    assert.deepEqual(maskedFields, ['title', 'details'])
    assert.deepEqual([item.title, item.details], ['With mts_[masked]', "curl -H 'X-API-Key: mts_[masked]'"])
    const comment = await board.comment(bob, item.id, `mine is ${KEY}`)
    assert.ok(comment !== null && 'item' in comment)
    assert.deepEqual(comment.maskedFields, ['text'])
    const stored = JSON.stringify([
      await storage.feedback.find(item.id),
      await storage.feedback.comments([item.id], 9),
    ])
    assert.ok(!stored.includes(KEY.slice(4)))
    assert.deepEqual(await found('abcdefghijklmnopqrstuvwxyz0123456789AB'), [])
  })

  test('possible duplicates are named, the item itself is not', async () => {
    const first = await post(bob, 'Island missing in the Azores')
    assert.deepEqual(first.similar, [])
    await post(bob, 'Slow answers at night')
    const { similar } = await post(ann, 'Missing islands of the Azores')
    assert.deepEqual(similar, [
      { id: first.item.id, kind: 'issue', title: 'Island missing in the Azores', status: 'open', upvotes: 1 },
    ])
    assert.deepEqual((await board.similarTo('%%% __')).length, 0)
  })
})

describe('reading', () => {
  test('only its reporter and the operator see the request id', async () => {
    const { item } = await post(ann, 'It fails', { requestId: 'req_12345678' })
    const seenBy = async (person: Person) => (await board.get(person, item.id))?.requestId
    assert.deepEqual(
      [await seenBy(ann), await seenBy(operator), await seenBy(bob), await seenBy(anybody)],
      ['req_12345678', 'req_12345678', null, null],
    )
    await board.comment(bob, item.id, 'Here too.')
    await board.upvote('bob', item.id)
    assert.equal(await seenBy(bob), null)
    assert.ok(!JSON.stringify(await board.get(anybody, item.id)).includes('@'))
    const list = await board.list(bob, {
      kind: null,
      status: null,
      text: null,
      sort: 'top',
      cursor: null,
      limit: 9,
    })
    assert.deepEqual(
      list?.items.map(({ requestId }) => requestId),
      [null],
    )
  })

  test('characters with a meaning in SQL are plain text', async () => {
    await post(ann, '100 % of the land')
    await post(ann, 'under_score')
    assert.deepEqual(await found('%'), [])
    assert.deepEqual(await found('_'), [])
    assert.deepEqual(await found("' or 1=1 --"), [])
    assert.deepEqual(await found('100%'), ['100 % of the land'])
    assert.deepEqual(await found('UNDER'), ['under_score'])
    assert.deepEqual((await found(null)).length, 2)
  })

  test('a page of three continues where the last ended, even after new items came', async () => {
    for (let item = 0; item < 7; item++) await post(ann, `Item ${item}`)
    const page = (cursor: string | null) =>
      board.list(anybody, { kind: null, status: null, text: null, sort: 'new', cursor, limit: 3 })
    const titles: string[] = []
    let cursor: string | null = null
    do {
      const { items, nextCursor }: NonNullable<Awaited<ReturnType<typeof page>>> = (await page(cursor))!
      titles.push(...items.map(({ title }) => title))
      await post(bob, `New ${titles.length}`)
      cursor = nextCursor
    } while (cursor !== null)
    assert.deepEqual(
      titles,
      [6, 5, 4, 3, 2, 1, 0].map((item) => `Item ${item}`),
    )
    assert.equal(await page('nonsense'), null)
  })
})

describe('news', () => {
  test('a comment is announced to author and upvoters, never to its writer', async () => {
    const { item } = await post(ann, 'An island is missing')
    await board.upvote('bob', item.id)
    assert.deepEqual(await sentMails(), [])
    await board.comment(bob, item.id, 'I see <b>none</b> either.')
    assert.deepEqual(await sentMails(), [
      'ann@example.org feedback_updates New comment: An island is missing',
    ])
    await board.comment(operator, item.id, 'Thank you.')
    assert.deepEqual(await sentMails(), [
      'ann@example.org feedback_updates New comment: An island is missing',
      'bob@example.org feedback_updates New comment: An island is missing',
    ])
  })

  test('a status is announced once, with its note, and text by strangers stays text', async () => {
    const { item } = await post(ann, 'No <script>')
    const set = (note: string | null) =>
      board.setStatus(item.id, { status: 'planned', note, duplicateOf: null })
    assert.equal(await set('For <b>May</b>.'), 'changed')
    await notices.settled()
    const [{ text, html, subject }] = mails
    assert.equal(subject, 'Now planned: No <script>')
    assert.match(
      text,
      /set “No <script>” \(#1\) to planned:\n\n> For <b>May<\/b>\.\n\n.*\nhttps:\/\/metes\.example\/feedback\/1/,
    )
    assert.ok(!html.includes('<script>') && !html.includes('<b>May'))
    mails = []
    assert.equal(await set(null), 'unchanged')
    assert.deepEqual(await sentMails(), [])
    assert.equal(await set('Or June.'), 'unchanged')
    assert.deepEqual(await sentMails(), ['ann@example.org feedback_updates New comment: No <script>'])
    assert.deepEqual(
      (await board.get(anybody, item.id))?.comments.map((comment) => [comment.author, comment.text]),
      [
        ['operator', 'For <b>May</b>.'],
        ['operator', 'Or June.'],
      ],
    )
  })

  test('a duplicate names another, existing item', async () => {
    const { item: first } = await post(ann, 'An island is missing')
    const { item: second } = await post(bob, 'Missing island')
    const duplicate = (id: number, duplicateOf: number) =>
      board.setStatus(id, { status: 'duplicate', note: null, duplicateOf })
    assert.equal(await duplicate(second.id, 404), 'unknown_original')
    assert.equal(await duplicate(second.id, second.id), 'unknown_original')
    assert.equal(await duplicate(404, first.id), 'unknown_item')
    assert.equal(await duplicate(second.id, first.id), 'changed')
    const item = await board.get(anybody, second.id)
    assert.deepEqual(
      [item?.status, item?.comments[0].text],
      ['duplicate', 'Duplicate of #1: An island is missing'],
    )
  })

  test('a failing mailer affects nothing else', async () => {
    const { item } = await post(ann, 'An island is missing')
    const warnings: unknown[] = []
    const broken = createNotices({
      store: storage.feedback,
      mailer: { send: () => Promise.reject(new Error('no room')) },
      log: { warn: (facts) => void warnings.push(facts) },
    })
    broken.notify({ item, url: '', by: operator, event: { comment: 'x' } })
    await broken.settled()
    assert.equal(warnings.length, 1)
  })
})
