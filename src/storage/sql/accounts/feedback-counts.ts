/**
 * Counters of the feedback board. They are stored in the rows whose items they count and change in the transaction of the
 * counted change, so they stay exact under concurrent writes.
 */
import { sql } from 'kysely'
import type { StoredComment } from '../../../platform/feedback/ports.ts'
import type { AccountTransaction } from './schema.ts'

/** One statement, so that the row's own lock keeps two writers from taking the last place of the day. */
export const countWritten = async (
  transaction: AccountTransaction,
  what: 'items' | 'comments',
  accountId: string,
  date: string,
  max: number,
): Promise<boolean> => {
  const [items, comments] = what === 'items' ? [1, 0] : [0, 1]
  const { numAffectedRows } = await sql`
    insert into feedback_day (account_id, date, items, comments)
    values (${accountId}, ${date}, ${items}, ${comments})
    on conflict (account_id, date) do update set
      items = feedback_day.items + excluded.items,
      comments = feedback_day.comments + excluded.comments
    where feedback_day.${sql.ref(what)} < ${max}`.execute(transaction)
  return numAffectedRows === 1n
}

export const addUpvote = async (
  transaction: AccountTransaction,
  itemId: number,
  accountId: string,
): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('feedbackUpvote')
    .values({ itemId, accountId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) await changeUpvotes(transaction, itemId, 1)
}

export const deleteUpvote = async (
  transaction: AccountTransaction,
  itemId: number,
  accountId: string,
): Promise<void> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('feedbackUpvote')
    .where('itemId', '=', itemId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await changeUpvotes(transaction, itemId, -1)
}

const changeUpvotes = async (transaction: AccountTransaction, itemId: number, by: 1 | -1): Promise<void> => {
  await transaction
    .updateTable('feedbackItem')
    .set((row) => ({ upvotes: row('upvotes', '+', by) }))
    .where('id', '=', itemId)
    .execute()
}

export const insertComment = async (
  transaction: AccountTransaction,
  comment: Omit<StoredComment, 'id'>,
): Promise<void> => {
  await transaction.insertInto('feedbackComment').values(comment).execute()
  await transaction
    .updateTable('feedbackItem')
    .set((row) => ({ comments: row('comments', '+', 1), updatedAt: comment.createdAt }))
    .where('id', '=', comment.itemId)
    .execute()
}
