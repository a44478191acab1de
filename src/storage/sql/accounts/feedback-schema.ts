/** Tables of the feedback board, the same in both databases. `migrations/feedback.ts` creates them. */
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
    /** Numbers of rows in `feedback_upvote` and `feedback_comment`. */
    upvotes: number
    comments: number
    /** Folded words, each preceded by one space. */
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
  /** Number of posts of an account on a UTC day: `2026-01-31`. */
  feedback_day: { account_id: string; date: string; items: number; comments: number }
}
