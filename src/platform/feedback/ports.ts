/** What the feedback board needs from the store. Adapters are checked by `test/contract/feedback-store.ts`. */
import type { AuditEvent } from '../audit/event.ts'
import type { FeedbackKind, FeedbackSort, FeedbackStatus, ItemSummary } from './item.ts'

export interface StoredItem extends ItemSummary {
  readonly details: string
  readonly op: string | null
  readonly requestId: string | null
  /** Null for the operator. */
  readonly authorId: string | null
  readonly commentCount: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface NewItem
  extends Pick<StoredItem, 'kind' | 'title' | 'details' | 'op' | 'requestId' | 'authorId' | 'createdAt'> {
  /** By which it is found: see `text-similarity.ts`. */
  readonly titleWords: string
  readonly allWords: string
}

export interface StoredComment {
  readonly id: number
  readonly itemId: number
  readonly text: string
  /** Null for the operator. */
  readonly authorId: string | null
  readonly createdAt: string
}

/** How many an account may write on a day. */
export interface DayLimit {
  /** `2026-01-31`, in UTC. */
  readonly date: string
  readonly most: number
}

/** The last item of a page: the next one begins behind it. */
export interface Position {
  /** What the page is sorted by: upvotes, the id, or the time of the last change. */
  readonly value: number | string
  readonly id: number
}

export interface ItemQuery {
  readonly kind: FeedbackKind | null
  readonly status: FeedbackStatus | null
  /** Words that all have to be in title or details; folded, letters and digits only. Null for any. */
  readonly words: readonly string[] | null
  readonly sort: FeedbackSort
  readonly after: Position | null
  readonly limit: number
}

export interface FeedbackStore {
  /** The item's id; its author has upvoted it. Null, and nothing has changed, when the author has written as many that day. */
  addItem(item: NewItem, limit: DayLimit): Promise<number | null>
  find(id: number): Promise<StoredItem | null>
  list(query: ItemQuery): Promise<readonly StoredItem[]>
  /** Items whose title has a word that begins with one of these, those with most of them first. */
  withTitleWords(
    beginnings: readonly string[],
    limit: number,
  ): Promise<readonly (ItemSummary & { readonly titleWords: string })[]>
  /** `day_full`: nothing has changed, the author has written as many that day. The operator has no limit. */
  addComment(
    comment: Omit<StoredComment, 'id'>,
    limit: DayLimit,
  ): Promise<'added' | 'unknown_item' | 'day_full'>
  /** The newest comments of each item, the oldest of them first. */
  comments(itemIds: readonly number[], newest: number): Promise<readonly StoredComment[]>
  /** Once, however often it is told. False when there is no such item. */
  upvote(itemId: number, accountId: string): Promise<boolean>
  removeUpvote(itemId: number, accountId: string): Promise<boolean>
  /** Which of the items the account has upvoted. */
  upvotedOf(itemIds: readonly number[], accountId: string): Promise<ReadonlySet<number>>
  /** With a note, which becomes a comment of the operator. Null when there is no such item, else whether the status is another now. */
  setStatus(
    itemId: number,
    change: {
      readonly status: FeedbackStatus
      readonly note: string | null
      readonly at: string
      /** Kept where the status is another now. */
      readonly event: AuditEvent
    },
  ): Promise<{ readonly changed: boolean } | null>
  /** Author and upvoters. */
  followers(itemId: number): Promise<readonly { readonly accountId: string; readonly email: string }[]>
}
