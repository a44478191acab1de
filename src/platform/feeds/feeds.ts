/** Feeds of accounts: created, listed and revoked on the account page, and identified by the token in their address. */
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import type { Audit } from '../audit/audit.ts'
import { type ActionOrigin, singleEvent } from '../audit/event.ts'
import type { Bookkeeping } from '../bookkeeping.ts'
import type { AccountCaller } from '../caller.ts'
import { cleanLine } from '../clean-text.ts'
import { FEED_TOKEN, isSecretText, keyHash, keyPrefix, newSecretText } from '../key-format.ts'
import { isId, newId } from '../new-key.ts'
import type { Feed, FeedStore } from './ports.ts'

/** Few enough to review on the account page. */
export const MAX_FEEDS = 50

export type Feeds = ReturnType<typeof createFeeds>

export interface FeedRequest {
  readonly accountId: string
  readonly name: string | null
  readonly origin: ActionOrigin
}

interface FeedsOptions {
  readonly store: FeedStore
  readonly audit: Pick<Audit, 'recordSeen'>
  readonly bookkeeping: Bookkeeping
  readonly clock: Clock
  readonly random: Random
}

/** Writing the time at every call would cost more than the call. */
const USED_EVERY_MS = 60_000

export const createFeeds = ({ store, audit, bookkeeping, clock, random }: FeedsOptions) => {
  const noteUse = async ({ id, accountId, prefix, usedAtMs }: Feed, address: string): Promise<void> => {
    const origin = { way: 'operation', address } as const
    audit.recordSeen({ action: 'feed_used', accountId, keyId: id, keyPrefix: prefix, origin })
    const nowMs = clock.now()
    if (usedAtMs === null || nowMs - usedAtMs > USED_EVERY_MS)
      await bookkeeping.note('the last use of a feed', () => store.markFeedUsed(id, nowMs))
  }

  return {
    /** Returns the token of a new feed, which is not stored; null if the account has as many as it may. */
    add: async ({ accountId, name, origin }: FeedRequest) => {
      const token = newSecretText(random, FEED_TOKEN)
      const [id, prefix, createdAtMs] = [newId(random), keyPrefix(token), clock.now()]
      const shownName = name === null ? null : cleanLine(name) || null
      const event = singleEvent(newId(random), {
        action: 'feed_created',
        atMs: createdAtMs,
        origin,
        accountId,
        keyId: id,
        keyPrefix: prefix,
        detail: shownName,
      })
      const feed = { id, accountId, name: shownName, prefix, createdAtMs, hash: keyHash(token), event }
      return (await store.addFeed(feed, MAX_FEEDS)) ? token : null
    },
    /** Returns the feeds of an account, newest first. */
    list: (accountId: string) => store.listFeeds(accountId),
    /** Returns false if the account has no such feed. */
    revoke: async (accountId: string, feedId: string, origin: ActionOrigin) => {
      if (!isId(feedId)) return false
      const facts = { action: 'feed_revoked', atMs: clock.now(), origin, accountId, keyId: feedId } as const
      return store.removeFeed(accountId, feedId, singleEvent(newId(random), facts))
    },
    /**
     * Returns the caller of a token; null if it is malformed, unknown or revoked. The address is for the audit trail. Looks
     * it up at every call: pages of features cost more than that, and a revoked feed ends at once in all processes.
     */
    identify: async (token: string, address: string): Promise<AccountCaller | null> => {
      if (!isSecretText(token, FEED_TOKEN)) return null
      const found = await store.findFeed(keyHash(token))
      if (found === null) return null
      const { feed, plan } = found
      await noteUse(feed, address)
      return { kind: 'account', accountId: feed.accountId, keyId: feed.id, plan, scopes: ['boundaries'] }
    },
  }
}
