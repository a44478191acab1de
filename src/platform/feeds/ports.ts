/** What feeds need from the store. Adapters are checked by `test/contract/feed-store.ts`. */
import type { AuditEvent } from '../audit/event.ts'

/** An address of OGC API – Features with a token in it, which reads features on an account. */
export interface Feed {
  readonly id: string
  readonly accountId: string
  readonly name: string | null
  /** The first characters of the token, by which people recognize it. */
  readonly prefix: string
  readonly createdAtMs: number
  /** To the minute. */
  readonly usedAtMs: number | null
}

export interface NewFeed extends Omit<Feed, 'usedAtMs'> {
  /** SHA-256 of the token, hexadecimal: the token itself is not stored. */
  readonly hash: string
  readonly event: AuditEvent
}

export interface FeedStore {
  /** False, without any change, when the account has `max` feeds, also under concurrent calls. */
  addFeed(feed: NewFeed, max: number): Promise<boolean>
  /** The feed whose token has the hash, and the plan of its account. */
  findFeed(hash: string): Promise<{ readonly feed: Feed; readonly plan: string } | null>
  /** The feeds of an account, newest first. */
  listFeeds(accountId: string): Promise<readonly Feed[]>
  markFeedUsed(id: string, atMs: number): Promise<void>
  /** Deletes the feed and records the event, with its prefix. False, without any change, when the account has no such feed. */
  removeFeed(accountId: string, id: string, event: AuditEvent): Promise<boolean>
}
