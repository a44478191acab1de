/** Items of the feedback board. */

export const FEEDBACK_KINDS = ['issue', 'feature'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** Only the operator changes the status of an item. */
export const FEEDBACK_STATUSES = ['open', 'planned', 'in_progress', 'done', 'declined', 'duplicate'] as const
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number]

export const STATUS_NAMES: Readonly<Record<FeedbackStatus, string>> = {
  open: 'open',
  planned: 'planned',
  in_progress: 'in progress',
  done: 'done',
  declined: 'declined',
  duplicate: 'duplicate',
}

/** Sorts the most upvoted, the newest, or the last changed (by a comment or a status) first. */
export const FEEDBACK_SORTS = ['top', 'new', 'updated'] as const
export type FeedbackSort = (typeof FEEDBACK_SORTS)[number]

/** Maximum lengths in UTF-16 units. */
export const MAX_TITLE_LETTERS = 200
export const MAX_DETAILS_LETTERS = 10_000
export const MAX_COMMENT_LETTERS = 4_000

/** A reader or writer of the board; every `Caller` is one. */
export type Person =
  | { readonly kind: 'account'; readonly accountId: string }
  /** The user of the command line on this machine. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'anonymous' }

export type Writer = Exclude<Person, { readonly kind: 'anonymous' }>

export interface ItemSummary {
  readonly id: number
  readonly kind: FeedbackKind
  readonly title: string
  readonly status: FeedbackStatus
  readonly upvotes: number
}

/** An item as one person sees it. */
export interface ItemView extends ItemSummary {
  readonly details: string
  /** Operation that the item is about. */
  readonly op: string | null
  /** Null for everyone except the reporter and the operator. */
  readonly requestId: string | null
  /** Oldest first. */
  readonly comments: readonly CommentView[]
  /** Total number; `comments` may have only the newest. */
  readonly commentCount: number
  /** True if the reader has upvoted it. */
  readonly upvoted: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface CommentView {
  readonly id: number
  readonly text: string
  readonly author: 'operator' | 'user'
  readonly createdAt: string
}
