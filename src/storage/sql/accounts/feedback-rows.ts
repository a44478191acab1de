/** Converts items and comments of the feedback board to and from rows. */
import type { Selectable } from 'kysely'
import type { NewItem, StoredComment, StoredItem } from '../../../platform/feedback/ports.ts'
import type { FeedbackTables } from './feedback-schema.ts'

export const itemRowOf = ({
  kind,
  title,
  details,
  op,
  requestId,
  authorId,
  createdAt,
  titleWords,
  allWords,
}: NewItem) => ({
  kind,
  title,
  details,
  op,
  request_id: requestId,
  status: 'open' as const,
  author_id: authorId,
  upvotes: 0,
  comments: 0,
  title_words: ` ${titleWords}`,
  all_words: ` ${allWords}`,
  created_at: createdAt,
  updated_at: createdAt,
})

export const itemOf = (row: Selectable<FeedbackTables['feedback_item']>): StoredItem => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  details: row.details,
  op: row.op,
  requestId: row.request_id,
  authorId: row.author_id,
  status: row.status,
  upvotes: row.upvotes,
  commentCount: row.comments,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const commentOf = (row: Selectable<FeedbackTables['feedback_comment']>): StoredComment => ({
  id: row.id,
  itemId: row.item_id,
  text: row.text,
  authorId: row.author_id,
  createdAt: row.created_at,
})
