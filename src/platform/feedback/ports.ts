/** Store port of the feedback board. Adapters are checked by `test/contract/feedback-store.ts`. */
import type { AuditEvent } from '../audit/event.ts'
import type { FeedbackKind, FeedbackSort, FeedbackStatus, ItemSummary, ItemView } from './item.ts'

export interface StoredItem extends Omit<ItemView, 'comments' | 'upvoted'> {
  /** Null for the operator. */
  readonly authorId: string | null
}

export interface NewItem
  extends Pick<StoredItem, 'kind' | 'title' | 'details' | 'op' | 'requestId' | 'authorId' | 'createdAt'> {
  /** Words by which it is found: see `text-similarity.ts`. */
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

/** Daily limit on an account's posts. */
export interface DayLimit {
  /** `2026-01-31`, in UTC. */
  readonly date: string
  readonly max: number
}

/** The last item of a page; the next page starts after it. */
export interface PagePosition {
  /** The sort value: upvotes, the id, or the time of the last change. */
  readonly value: number | string
  readonly id: number
}

export interface ItemQuery {
  readonly kind: FeedbackKind | null
  readonly status: FeedbackStatus | null
  /** Words that must all occur in title or details, folded to letters and digits. Null for no filter. */
  readonly words: readonly string[] | null
  readonly sort: FeedbackSort
  readonly after: PagePosition | null
  readonly limit: number
}

export interface FeedbackStore {
  /**
   * Adds the item with its author's upvote and returns its id. Returns null, without any change, if the author has reached
   * the limit.
   */
  addItem(item: NewItem, limit: DayLimit): Promise<number | null>
  find(id: number): Promise<StoredItem | null>
  list(query: ItemQuery): Promise<readonly StoredItem[]>
  /** Returns items with a title word that starts with one of these; those with the most matches first. */
  withTitleWords(
    beginnings: readonly string[],
    limit: number,
  ): Promise<readonly (ItemSummary & { readonly titleWords: string })[]>
  /** `day_full`: not added, because the author has reached the limit. The operator has no limit. */
  addComment(
    comment: Omit<StoredComment, 'id'>,
    limit: DayLimit,
  ): Promise<'added' | 'unknown_item' | 'day_full'>
  /** Returns the `newest` comments of each item, oldest first. */
  comments(itemIds: readonly number[], newest: number): Promise<readonly StoredComment[]>
  /** Idempotent. Returns false if there is no such item. */
  upvote(itemId: number, accountId: string): Promise<boolean>
  removeUpvote(itemId: number, accountId: string): Promise<boolean>
  /** Returns the items that the account has upvoted. */
  upvotedOf(itemIds: readonly number[], accountId: string): Promise<ReadonlySet<number>>
  /**
   * Sets the status and posts the note as the operator's comment. Returns whether the status changed; null if there is no
   * such item.
   */
  setStatus(
    itemId: number,
    change: {
      readonly status: FeedbackStatus
      readonly note: string | null
      readonly at: string
      /** Recorded only if the status changes. */
      readonly event: AuditEvent
    },
  ): Promise<{ readonly changed: boolean } | null>
  /** Returns author and upvoters. */
  followers(itemId: number): Promise<readonly { readonly accountId: string; readonly email: string }[]>
}
