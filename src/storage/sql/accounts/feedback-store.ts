/** The feedback board over SQL. */
import { type SqlBool, sql, type Transaction } from 'kysely'
import type { FeedbackSort } from '../../../platform/feedback/item.ts'
import type {
  FeedbackStore,
  ItemQuery,
  NewItem,
  PagePosition,
  StoredComment,
  StoredItem,
} from '../../../platform/feedback/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { insertEvent } from './audit-store.ts'
import { addUpvote, countWritten, deleteUpvote, insertComment } from './feedback-counts.ts'
import { commentOf, itemOf, itemRowOf } from './feedback-rows.ts'
import type { FeedbackTables } from './feedback-schema.ts'
import type { AccountTables } from './schema.ts'

export class SqlFeedbackStore implements FeedbackStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  addItem(item: NewItem, { date, max }: Parameters<FeedbackStore['addItem']>[1]): Promise<number | null> {
    return this.#db.write(async (transaction) => {
      const { authorId } = item
      if (authorId !== null && !(await countWritten(transaction, 'items', authorId, date, max))) return null
      const { id } = await transaction
        .insertInto('feedback_item')
        .values(itemRowOf(item))
        .returning('id')
        .executeTakeFirstOrThrow()
      if (authorId !== null) await addUpvote(transaction, id, authorId)
      return id
    })
  }

  async find(id: number): Promise<StoredItem | null> {
    const row = await this.#db.read
      .selectFrom('feedback_item')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : itemOf(row)
  }

  async list({ kind, status, words, sort, after, limit }: ItemQuery): Promise<readonly StoredItem[]> {
    let query = this.#db.read.selectFrom('feedback_item').selectAll().limit(limit)
    if (kind !== null) query = query.where('kind', '=', kind)
    if (status !== null) query = query.where('status', '=', status)
    for (const word of words ?? []) query = query.where('all_words', 'like', `%${word}%`)
    if (after !== null) query = query.where(isBehind(sort, after))
    const rows = await query.orderBy(SORT_COLUMNS[sort], 'desc').orderBy('id', 'desc').execute()
    return rows.map(itemOf)
  }

  async withTitleWords(
    beginnings: readonly string[],
    limit: number,
  ): ReturnType<FeedbackStore['withTitleWords']> {
    const has = beginnings.map((beginning) => sql<SqlBool>`title_words like ${`% ${beginning}%`}`)
    const hits = sql.join(
      has.map((one) => sql`case when ${one} then 1 else 0 end`),
      sql` + `,
    )
    const rows = await this.#db.read
      .selectFrom('feedback_item')
      .select(['id', 'kind', 'title', 'status', 'upvotes', 'title_words'])
      .where((where) => where.or(has))
      .orderBy(hits, 'desc')
      .orderBy('upvotes', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ title_words, ...item }) => ({ ...item, titleWords: title_words.trim() }))
  }

  addComment(
    { itemId, text, authorId, createdAt }: Parameters<FeedbackStore['addComment']>[0],
    { date, max }: Parameters<FeedbackStore['addComment']>[1],
  ): ReturnType<FeedbackStore['addComment']> {
    return this.#db.write(async (transaction) => {
      if (!(await exists(transaction, itemId))) return 'unknown_item'
      if (authorId !== null && !(await countWritten(transaction, 'comments', authorId, date, max)))
        return 'day_full'
      await insertComment(transaction, { itemId, text, authorId, createdAt })
      return 'added'
    })
  }

  async comments(itemIds: readonly number[], newest: number): Promise<readonly StoredComment[]> {
    if (itemIds.length === 0) return []
    const rows = await this.#db.read
      .selectFrom((from) =>
        from
          .selectFrom('feedback_comment')
          .selectAll()
          .select((select) =>
            select.fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('item_id').orderBy('id', 'desc'))
              .as('age'),
          )
          .where('item_id', 'in', itemIds)
          .as('numbered'),
      )
      .selectAll()
      .where('age', '<=', newest)
      .orderBy('id')
      .execute()
    return rows.map(commentOf)
  }

  upvote(itemId: number, accountId: string): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      if (!(await exists(transaction, itemId))) return false
      await addUpvote(transaction, itemId, accountId)
      return true
    })
  }

  removeUpvote(itemId: number, accountId: string): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      if (!(await exists(transaction, itemId))) return false
      await deleteUpvote(transaction, itemId, accountId)
      return true
    })
  }

  async upvotedOf(itemIds: readonly number[], accountId: string): Promise<ReadonlySet<number>> {
    if (itemIds.length === 0) return new Set()
    const rows = await this.#db.read
      .selectFrom('feedback_upvote')
      .select('item_id')
      .where('item_id', 'in', itemIds)
      .where('account_id', '=', accountId)
      .execute()
    return new Set(rows.map(({ item_id }) => item_id))
  }

  setStatus(
    itemId: number,
    { status, note, at, event }: Parameters<FeedbackStore['setStatus']>[1],
  ): ReturnType<FeedbackStore['setStatus']> {
    return this.#db.write(async (transaction) => {
      if (!(await exists(transaction, itemId))) return null
      const { numUpdatedRows } = await transaction
        .updateTable('feedback_item')
        .set({ status, updated_at: at })
        .where('id', '=', itemId)
        .where('status', '!=', status)
        .executeTakeFirst()
      if (note !== null)
        await insertComment(transaction, { itemId, text: note, authorId: null, createdAt: at })
      const changed = numUpdatedRows > 0n
      if (changed) await insertEvent(transaction, event)
      return { changed }
    })
  }

  async followers(itemId: number): ReturnType<FeedbackStore['followers']> {
    const { read } = this.#db
    const rows = await read
      .selectFrom('account')
      .select(['id', 'email'])
      .where((where) =>
        where.or([
          where('id', 'in', read.selectFrom('feedback_item').select('author_id').where('id', '=', itemId)),
          where(
            'id',
            'in',
            read.selectFrom('feedback_upvote').select('account_id').where('item_id', '=', itemId),
          ),
        ]),
      )
      .orderBy('id')
      .execute()
    return rows.map(({ id, email }) => ({ accountId: id, email }))
  }
}

const SORT_COLUMNS = { top: 'upvotes', new: 'id', updated: 'updated_at' } as const satisfies Record<
  FeedbackSort,
  keyof FeedbackTables['feedback_item']
>

const isBehind = (sort: FeedbackSort, { value, id }: PagePosition) =>
  sql<SqlBool>`(${sql.ref(SORT_COLUMNS[sort])}, id) < (${value}, ${id})`

/** Items are never deleted, so an existing item stays. */
const exists = async (transaction: Transaction<FeedbackTables>, itemId: number): Promise<boolean> =>
  (await transaction.selectFrom('feedback_item').select('id').where('id', '=', itemId).executeTakeFirst()) !==
  undefined
