/** Feeds over SQL. */
import { type Selectable, sql } from 'kysely'
import type { AuditEvent } from '../../../platform/audit/event.ts'
import type { Feed, FeedStore, NewFeed } from '../../../platform/feeds/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { insertEvent } from './audit-store.ts'
import type { AccountTables } from './schema.ts'

export class SqlFeedStore implements FeedStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  addFeed({ hash, event, ...feed }: NewFeed, max: number): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { forUpdate } = this.#db.dialect
      // Concurrent additions to the account wait here, and then count this feed.
      await sql`select id from account where id = ${feed.accountId} ${forUpdate}`.execute(transaction)
      const { count } = await transaction
        .selectFrom('feed')
        .select((row) => row.fn.countAll().as('count'))
        .where('account_id', '=', feed.accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= max) return false
      const { id, accountId: account_id, name, prefix, createdAtMs: created_at_ms } = feed
      const row = { id, account_id, name, hash, prefix, created_at_ms, used_at_ms: null }
      await transaction.insertInto('feed').values(row).execute()
      await insertEvent(transaction, event)
      return true
    })
  }

  // The index compares hashes: its timing reveals nothing that helps to guess a token.
  async findFeed(hash: string): Promise<{ readonly feed: Feed; readonly plan: string } | null> {
    const row = await this.#db.read
      .selectFrom('feed')
      .innerJoin('account', 'account.id', 'feed.account_id')
      .selectAll('feed')
      .select('account.plan')
      .where('hash', '=', hash)
      .executeTakeFirst()
    return row === undefined ? null : { feed: feedOf(row), plan: row.plan }
  }

  async listFeeds(accountId: string): Promise<readonly Feed[]> {
    const rows = await this.#db.read
      .selectFrom('feed')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(feedOf)
  }

  async markFeedUsed(id: string, atMs: number): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.updateTable('feed').set({ used_at_ms: atMs }).where('id', '=', id).execute(),
    )
  }

  removeFeed(accountId: string, id: string, event: AuditEvent): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const removed = await transaction
        .deleteFrom('feed')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('prefix')
        .executeTakeFirst()
      if (removed === undefined) return false
      await insertEvent(transaction, { ...event, keyPrefix: removed.prefix })
      return true
    })
  }
}

const feedOf = (row: Selectable<AccountTables['feed']>): Feed => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  prefix: row.prefix,
  createdAtMs: row.created_at_ms,
  usedAtMs: row.used_at_ms,
})
