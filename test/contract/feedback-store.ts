/** Contract of the stores of the feedback board. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { AuditStore } from '../../src/platform/audit/ports.ts'
import { FEEDBACK_SORTS } from '../../src/platform/feedback/item.ts'
import type { FeedbackStore, ItemQuery, NewItem } from '../../src/platform/feedback/ports.ts'
import type { KeyStore } from '../../src/platform/ports.ts'
import { auditEvent, EVERYTHING } from '../support/audit-events.ts'

export interface OpenedFeedback {
  readonly store: FeedbackStore
  /** Creates the accounts. */
  readonly keys: KeyStore
  readonly audit: AuditStore
  readonly close: () => Promise<void>
}

const AT = '2026-01-02T03:04:05Z'
const LATER = '2026-01-02T03:04:06Z'
const DAY = { date: '2026-01-02', max: 10 }

const draft = (title: string, fields: Partial<NewItem> = {}): NewItem => ({
  kind: 'issue',
  title,
  details: '',
  op: null,
  requestId: null,
  authorId: 'ann',
  createdAt: AT,
  titleWords: title.toLowerCase(),
  allWords: title.toLowerCase(),
  ...fields,
})

const event = auditEvent('moved', { action: 'feedback_status_changed', accountId: null })

const all: ItemQuery = { kind: null, status: null, words: null, sort: 'new', after: null, limit: 100 }

export const feedbackStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedFeedback>,
): void => {
  describe(`feedback store: ${name}`, { skip }, () => {
    let opened: OpenedFeedback
    let store: FeedbackStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      for (const id of ['ann', 'bob', 'cem'])
        await opened.keys.accountFor({ id, email: `${id}@example.org`, plan: 'free', createdAt: AT })
    })
    afterEach(() => opened.close())

    const add = async (title: string, fields?: Partial<NewItem>): Promise<number> => {
      const id = await store.addItem(draft(title, fields), { ...DAY, max: 1_000 })
      assert.ok(id !== null)
      return id
    }
    const titles = async (query: Partial<ItemQuery>) =>
      (await store.list({ ...all, ...query })).map(({ title }) => title)

    test('an item is read as written, open and upvoted by its author', async () => {
      const id = await add('Ünïcode 漢字 "quotes" \\ %_', {
        details: 'two\nlines',
        op: 'get_boundary',
        requestId: 'req_12345678',
      })
      assert.deepEqual(await store.find(id), {
        id,
        kind: 'issue',
        title: 'Ünïcode 漢字 "quotes" \\ %_',
        details: 'two\nlines',
        op: 'get_boundary',
        requestId: 'req_12345678',
        authorId: 'ann',
        status: 'open',
        upvotes: 1,
        commentCount: 0,
        createdAt: AT,
        updatedAt: AT,
      })
      assert.deepEqual([...(await store.upvotedOf([id], 'ann'))], [id])
      assert.deepEqual([...(await store.upvotedOf([id], 'bob'))], [])
      assert.equal(await store.find(id + 1), null)
    })

    test('the operator’s items have no upvote and no limit', async () => {
      for (let item = 0; item < 3; item++) {
        const id = await store.addItem(draft('From here', { authorId: null }), { ...DAY, max: 1 })
        assert.equal((await store.find(id!))?.upvotes, 0)
      }
    })

    test('of thirty concurrent items a day accepts exactly ten, and the next day ten more', async () => {
      const post = (limit: typeof DAY) =>
        Promise.all(Array.from({ length: 30 }, (_, item) => store.addItem(draft(`Item ${item}`), limit)))
      const isId = (id: number | null) => id !== null
      assert.equal((await post(DAY)).filter(isId).length, 10)
      assert.equal((await titles({})).length, 10)
      assert.equal((await post({ ...DAY, date: '2026-01-03' })).filter(isId).length, 10)
      assert.ok((await store.addItem(draft('Bob’s', { authorId: 'bob' }), DAY)) !== null)
    })

    test('comments have a count of their own', async () => {
      const id = await add('Item')
      const comment = { itemId: id, text: 'Here too.', authorId: 'bob', createdAt: LATER }
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => store.addComment(comment, { ...DAY, max: 3 })),
      )
      assert.equal(outcomes.filter((outcome) => outcome === 'added').length, 3)
      assert.equal(outcomes.filter((outcome) => outcome === 'day_full').length, 2)
      assert.equal((await store.find(id))?.commentCount, 3)
      assert.ok((await store.addItem(draft('Bob’s', { authorId: 'bob' }), { ...DAY, max: 1 })) !== null)
      assert.equal(await store.addComment({ ...comment, itemId: id + 99 }, DAY), 'unknown_item')
    })

    test('comments are listed oldest first, only the newest of each item, and update the item’s time', async () => {
      const [one, other] = [await add('One'), await add('Other')]
      for (const [itemId, text, authorId] of [
        [one, 'first', 'ann'],
        [other, 'elsewhere', 'bob'],
        [one, 'second', null],
        [one, 'third', 'bob'],
      ] as const)
        await store.addComment({ itemId, text, authorId, createdAt: LATER }, DAY)
      const read = async (newest: number) =>
        (await store.comments([one, other], newest)).map(({ itemId, text, authorId }) => [
          itemId,
          text,
          authorId,
        ])
      assert.deepEqual(await read(9), [
        [one, 'first', 'ann'],
        [other, 'elsewhere', 'bob'],
        [one, 'second', null],
        [one, 'third', 'bob'],
      ])
      assert.deepEqual(await read(1), [
        [other, 'elsewhere', 'bob'],
        [one, 'third', 'bob'],
      ])
      assert.deepEqual(await store.comments([], 9), [])
      assert.equal((await store.find(one))?.updatedAt, LATER)
      assert.equal((await store.find(one))?.createdAt, AT)
    })

    test('fifty concurrent upvotes of one account count once, and so do removals', async () => {
      const id = await add('Item')
      const fifty = (work: () => Promise<boolean>) => Promise.all(Array.from({ length: 50 }, work))
      assert.ok((await fifty(() => store.upvote(id, 'bob'))).every(Boolean))
      assert.equal((await store.find(id))?.upvotes, 2)
      assert.ok((await fifty(() => store.removeUpvote(id, 'bob'))).every(Boolean))
      assert.equal((await store.find(id))?.upvotes, 1)
      assert.equal((await store.find(id))?.updatedAt, AT)
    })

    test('concurrent upvotes and removals leave a correct count', async () => {
      const id = await add('Item')
      await Promise.all(
        Array.from({ length: 60 }, (_, turn) =>
          turn % 2 === 0
            ? store.upvote(id, ['ann', 'bob', 'cem'][turn % 3])
            : store.removeUpvote(id, ['ann', 'bob', 'cem'][turn % 3]),
        ),
      )
      const upvoters = await Promise.all(
        ['ann', 'bob', 'cem'].map(async (account) => (await store.upvotedOf([id], account)).size),
      )
      assert.equal(
        (await store.find(id))?.upvotes,
        upvoters.reduce((sum, each) => sum + each, 0),
      )
    })

    test('a missing item cannot be upvoted', async () => {
      assert.equal(await store.upvote(404, 'ann'), false)
      assert.equal(await store.removeUpvote(404, 'ann'), false)
      assert.deepEqual([...(await store.upvotedOf([], 'ann'))], [])
    })

    test('a list filters by kind, status, and words in any position', async () => {
      await add('Missing island', { allWords: 'missing island azores' })
      const wish = await add('Tiles', { kind: 'feature', allWords: 'tiles island' })
      await store.setStatus(wish, { status: 'planned', note: null, at: LATER, event })
      assert.deepEqual(await titles({ kind: 'issue' }), ['Missing island'])
      assert.deepEqual(await titles({ status: 'planned' }), ['Tiles'])
      assert.deepEqual(await titles({ kind: 'issue', status: 'planned' }), [])
      assert.deepEqual(await titles({ words: ['island'] }), ['Tiles', 'Missing island'])
      assert.deepEqual(await titles({ words: ['sland', 'azor'] }), ['Missing island'])
      assert.deepEqual(await titles({ words: ['island', 'atlantis'] }), [])
    })

    for (const sort of FEEDBACK_SORTS) {
      test(`page by page, the list by ${sort} has every item once, in one order`, async () => {
        for (let item = 0; item < 12; item++) {
          const id = await add(`Item ${item}`)
          if (item % 3 === 0) await store.upvote(id, 'bob')
          if (item % 4 === 0) {
            const done = { status: 'done', note: null, at: LATER, event: auditEvent(`done ${id}`) } as const
            await store.setStatus(id, done)
          }
        }
        const whole = await store.list({ ...all, sort })
        const value = { top: 'upvotes', new: 'id', updated: 'updatedAt' } as const
        const paged: (typeof whole)[number][] = []
        for (;;) {
          const last = paged.at(-1)
          const after = last === undefined ? null : { value: last[value[sort]], id: last.id }
          const page = await store.list({ ...all, sort, after, limit: 5 })
          if (page.length === 0) break
          paged.push(...page)
        }
        assert.deepEqual(paged, whole)
        assert.equal(whole.length, 12)
        for (const [index, item] of whole.entries()) {
          if (index === 0) continue
          const before = whole[index - 1]
          assert.ok(
            before[value[sort]] > item[value[sort]] ||
              (before[value[sort]] === item[value[sort]] && before.id > item.id),
          )
        }
      })
    }

    test('titles are found by the prefixes of their words, those with most of them first', async () => {
      await add('An island is lost')
      await add('Missing islands of the Azores')
      await add('Tiles')
      const found = async (...beginnings: string[]) =>
        (await store.withTitleWords(beginnings, 10)).map(({ titleWords }) => titleWords)
      assert.deepEqual(await found('isla', 'miss'), ['missing islands of the azores', 'an island is lost'])
      assert.deepEqual(await found('land'), [])
      assert.equal((await store.withTitleWords(['isla', 'tile'], 2)).length, 2)
    })

    test('a status is set once, its note is the operator’s comment', async () => {
      const id = await add('Item')
      const set = (note: string | null) => store.setStatus(id, { status: 'planned', note, at: LATER, event })
      assert.deepEqual(await set('Next month.'), { changed: true })
      assert.deepEqual(await set(null), { changed: false })
      assert.deepEqual(await set('Or later.'), { changed: false })
      const item = await store.find(id)
      assert.deepEqual([item?.status, item?.commentCount, item?.updatedAt], ['planned', 2, LATER])
      assert.deepEqual(
        (await store.comments([id], 9)).map(({ text, authorId }) => [text, authorId]),
        [
          ['Next month.', null],
          ['Or later.', null],
        ],
      )
      assert.deepEqual(
        (await opened.audit.list(EVERYTHING)).map((each) => [each.id, each.count]),
        [['moved', 1]],
      )
      assert.equal(await store.setStatus(404, { status: 'done', note: 'Gone.', at: LATER, event }), null)
    })

    test('followers are the author, upvoted or not, and the upvoters, each once', async () => {
      const id = await add('Item')
      await store.upvote(id, 'bob')
      await store.removeUpvote(id, 'ann')
      await add('Another', { authorId: 'cem' })
      assert.deepEqual(await store.followers(id), [
        { accountId: 'ann', email: 'ann@example.org' },
        { accountId: 'bob', email: 'bob@example.org' },
      ])
      assert.deepEqual(await store.followers(404), [])
    })
  })
}
