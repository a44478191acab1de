/** Feeds over SQL. */
import { sql } from 'kysely'
import type { FeedStore } from '../../../platform/feeds/ports.ts'
import { insertEvent } from './audit-store.ts'
import type { AccountDatabase } from './schema.ts'

export const createFeedStore = ({ read, write, run, dialect }: AccountDatabase): FeedStore => ({
  addFeed: ({ event, ...feed }, max) =>
    write(async (transaction) => {
      // Concurrent additions to the account wait here, and then count this feed.
      await sql`select id from account where id = ${feed.accountId} ${dialect.forUpdate}`.execute(transaction)
      const { count } = await transaction
        .selectFrom('feed')
        .select((row) => row.fn.countAll().as('count'))
        .where('accountId', '=', feed.accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= max) return false
      await transaction.insertInto('feed').values(feed).execute()
      await insertEvent(transaction, event)
      return true
    }),

  // The index compares hashes: its timing reveals nothing that helps to guess a token.
  findFeed: async (hash) => {
    const row = await read
      .selectFrom('feed')
      .innerJoin('account', 'account.id', 'feed.accountId')
      .select(FEED)
      .select('account.plan')
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return null
    const { plan, ...feed } = row
    return { feed, plan }
  },

  listFeeds: (accountId) =>
    read
      .selectFrom('feed')
      .select(FEED)
      .where('accountId', '=', accountId)
      .orderBy('createdAtMs', 'desc')
      .orderBy('id')
      .execute(),

  markFeedUsed: (id, atMs) =>
    run((open) => open.updateTable('feed').set({ usedAtMs: atMs }).where('id', '=', id)),

  removeFeed: (accountId, id, event) =>
    write(async (transaction) => {
      const removed = await transaction
        .deleteFrom('feed')
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .returning('prefix')
        .executeTakeFirst()
      if (removed === undefined) return false
      await insertEvent(transaction, { ...event, keyPrefix: removed.prefix })
      return true
    }),
})

const FEED = ['feed.id', 'accountId', 'feed.name', 'prefix', 'createdAtMs', 'usedAtMs'] as const
