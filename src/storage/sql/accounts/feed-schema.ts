/** The table of feeds, the same in both databases. `migrations/feeds.ts` creates it. */

export interface FeedTables {
  feed: {
    id: string
    account_id: string
    name: string | null
    /** SHA-256 of the token, hexadecimal: the token itself is not stored. */
    hash: string
    /** The first letters, by which people tell their feeds apart. */
    prefix: string
    created_at_ms: number
    used_at_ms: number | null
  }
}
