/** The feedback board over SQL. */
import { type SqlBool, sql } from 'kysely'
import type { FeedbackSort } from '../../../platform/feedback/item.ts'
import type { FeedbackStore, PagePosition } from '../../../platform/feedback/ports.ts'
import { insertEvent } from './audit-store.ts'
import { addUpvote, countWritten, deleteUpvote, insertComment } from './feedback-counts.ts'
import type { AccountDatabase, AccountTables, AccountTransaction } from './schema.ts'

export const createFeedbackStore = ({ read, write }: AccountDatabase): FeedbackStore => {
  const items = () =>
    read
      .selectFrom('feedbackItem')
      .select(['id', 'kind', 'title', 'details', 'op', 'requestId', 'authorId', 'status', 'upvotes'])
      .select(['comments as commentCount', 'createdAt', 'updatedAt'])

  return {
    addItem: ({ titleWords, allWords, ...item }, { date, max }) =>
      write(async (transaction) => {
        const { authorId } = item
        if (authorId !== null && !(await countWritten(transaction, 'items', authorId, date, max))) return null
        const row = {
          ...item,
          status: 'open' as const,
          upvotes: 0,
          comments: 0,
          titleWords: ` ${titleWords}`,
          allWords: ` ${allWords}`,
          updatedAt: item.createdAt,
        }
        const { id } = await transaction
          .insertInto('feedbackItem')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow()
        if (authorId !== null) await addUpvote(transaction, id, authorId)
        return id
      }),

    find: async (id) => (await items().where('id', '=', id).executeTakeFirst()) ?? null,

    list: ({ kind, status, words, sort, after, limit }) => {
      let query = items().limit(limit)
      if (kind !== null) query = query.where('kind', '=', kind)
      if (status !== null) query = query.where('status', '=', status)
      for (const word of words ?? []) query = query.where('allWords', 'like', `%${word}%`)
      if (after !== null) query = query.where(isBehind(sort, after))
      return query.orderBy(SORT_COLUMNS[sort], 'desc').orderBy('id', 'desc').execute()
    },

    withTitleWords: async (beginnings, limit) => {
      const has = beginnings.map((beginning) => sql<SqlBool>`title_words like ${`% ${beginning}%`}`)
      const hits = sql.join(
        has.map((one) => sql`case when ${one} then 1 else 0 end`),
        sql` + `,
      )
      const rows = await read
        .selectFrom('feedbackItem')
        .select(['id', 'kind', 'title', 'status', 'upvotes', 'titleWords'])
        .where((where) => where.or(has))
        .orderBy(hits, 'desc')
        .orderBy('upvotes', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ titleWords, ...item }) => ({ ...item, titleWords: titleWords.trim() }))
    },

    addComment: (comment, { date, max }) =>
      write(async (transaction) => {
        const { itemId, authorId } = comment
        if (!(await exists(transaction, itemId))) return 'unknown_item'
        if (authorId !== null && !(await countWritten(transaction, 'comments', authorId, date, max)))
          return 'day_full'
        await insertComment(transaction, comment)
        return 'added'
      }),

    comments: async (itemIds, newest) => {
      if (itemIds.length === 0) return []
      return read
        .selectFrom((from) =>
          from
            .selectFrom('feedbackComment')
            .selectAll()
            .select((select) =>
              select.fn
                .agg<number>('row_number')
                .over((over) => over.partitionBy('itemId').orderBy('id', 'desc'))
                .as('age'),
            )
            .where('itemId', 'in', itemIds)
            .as('numbered'),
        )
        .select(COMMENT)
        .where('age', '<=', newest)
        .orderBy('id')
        .execute()
    },

    upvote: (itemId, accountId) =>
      write(async (transaction) => {
        if (!(await exists(transaction, itemId))) return false
        await addUpvote(transaction, itemId, accountId)
        return true
      }),

    removeUpvote: (itemId, accountId) =>
      write(async (transaction) => {
        if (!(await exists(transaction, itemId))) return false
        await deleteUpvote(transaction, itemId, accountId)
        return true
      }),

    upvotedOf: async (itemIds, accountId) => {
      if (itemIds.length === 0) return new Set()
      const rows = await read
        .selectFrom('feedbackUpvote')
        .select('itemId')
        .where('itemId', 'in', itemIds)
        .where('accountId', '=', accountId)
        .execute()
      return new Set(rows.map(({ itemId }) => itemId))
    },

    setStatus: (itemId, { status, note, at, event }) =>
      write(async (transaction) => {
        if (!(await exists(transaction, itemId))) return null
        const { numUpdatedRows } = await transaction
          .updateTable('feedbackItem')
          .set({ status, updatedAt: at })
          .where('id', '=', itemId)
          .where('status', '!=', status)
          .executeTakeFirst()
        if (note !== null)
          await insertComment(transaction, { itemId, text: note, authorId: null, createdAt: at })
        const changed = numUpdatedRows > 0n
        if (changed) await insertEvent(transaction, event)
        return { changed }
      }),

    followers: async (itemId) => {
      const authors = read.selectFrom('feedbackItem').select('authorId').where('id', '=', itemId)
      const upvoters = read.selectFrom('feedbackUpvote').select('accountId').where('itemId', '=', itemId)
      const rows = await read
        .selectFrom('account')
        .select(['id', 'email'])
        .where((where) => where.or([where('id', 'in', authors), where('id', 'in', upvoters)]))
        .orderBy('id')
        .execute()
      return rows.map(({ id, email }) => ({ accountId: id, email }))
    },
  }
}

const COMMENT = ['id', 'itemId', 'text', 'authorId', 'createdAt'] as const

const SORT_COLUMNS = { top: 'upvotes', new: 'id', updated: 'updatedAt' } as const satisfies Record<
  FeedbackSort,
  keyof AccountTables['feedbackItem']
>

const isBehind = (sort: FeedbackSort, { value, id }: PagePosition) =>
  sql<SqlBool>`(${sql.ref(SORT_COLUMNS[sort])}, id) < (${value}, ${id})`

/** Items are never deleted, so an existing item stays. */
const exists = async (transaction: AccountTransaction, itemId: number): Promise<boolean> =>
  (await transaction.selectFrom('feedbackItem').select('id').where('id', '=', itemId).executeTakeFirst()) !==
  undefined
