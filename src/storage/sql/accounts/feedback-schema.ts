/** Tables of the feedback board, the same in both databases. `migrations/feedback.ts` makes them. */
import type { Generated } from 'kysely'
import type { FeedbackKind, FeedbackStatus } from '../../../platform/feedback/item.ts'

export interface FeedbackTables {
  feedback_item: {
    id: Generated<number>
    kind: FeedbackKind
    title: string
    details: string
    op: string | null
    request_id: string | null
    status: FeedbackStatus
    /** Null for the operator. */
    author_id: string | null
    /** Rows of `feedback_upvote` and of `feedback_comment`, counted as they come and go. */
    upvotes: number
    comments: number
    /** Folded words with one space between, and one before the first. */
    title_words: string
    all_words: string
    created_at: string
    updated_at: string
  }
  feedback_upvote: { item_id: number; account_id: string }
  feedback_comment: {
    id: Generated<number>
    item_id: number
    author_id: string | null
    text: string
    created_at: string
  }
  /** What an account wrote on a day in UTC: `2026-01-31`. */
  feedback_day: { account_id: string; date: string; items: number; comments: number }
}
