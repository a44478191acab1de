/** Store port of feeds. Adapters are checked by `test/contract/feed-store.ts`. */
import type { AuditEvent } from '../audit/event.ts'

/** An address of OGC API – Features that contains a token, with which an account's features are read. */
export interface Feed {
  readonly id: string
  readonly accountId: string
  readonly name: string | null
  /** The first characters of the token, by which people recognize it. */
  readonly prefix: string
  readonly createdAtMs: number
  /** Accurate to the minute. */
  readonly usedAtMs: number | null
}

export interface NewFeed extends Omit<Feed, 'usedAtMs'> {
  /** SHA-256 of the token, hexadecimal: the token itself is not stored. */
  readonly hash: string
  readonly event: AuditEvent
}

export interface FeedStore {
  /** Returns false, without any change, if the account has `max` feeds, also under concurrent calls. */
  addFeed(feed: NewFeed, max: number): Promise<boolean>
  /** Returns the feed whose token has the hash, and the plan of its account. */
  findFeed(hash: string): Promise<{ readonly feed: Feed; readonly plan: string } | null>
  /** Returns the feeds of an account, newest first. */
  listFeeds(accountId: string): Promise<readonly Feed[]>
  markFeedUsed(id: string, atMs: number): Promise<void>
  /**
   * Deletes the feed and records the event, with its prefix. Returns false, without any change, if the account has no such
   * feed.
   */
  removeFeed(accountId: string, id: string, event: AuditEvent): Promise<boolean>
}
