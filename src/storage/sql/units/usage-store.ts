/** Daily usage over SQL. */
import { sql } from 'kysely'
import type { FreeCount, UsageCount, UsageStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { UnitTables } from './schema.ts'

export class SqlUsageStore implements UsageStore {
  readonly #db: OpenDatabase<UnitTables>

  constructor(db: OpenDatabase<UnitTables>) {
    this.#db = db
  }

  add(counts: readonly FreeCount[]): Promise<void> {
    return this.#db.write(async (transaction) => {
      // Write in one order everywhere, so that two processes that write the same rows cannot deadlock.
      for (const { accountId, date, op, calls, cacheHits } of [...counts].sort(byKey)) {
        await sql`
          insert into usage_day (account_id, date, op, calls, units, cache_hits)
          values (${accountId}, ${date}, ${op}, ${calls}, 0, ${cacheHits})
          on conflict (account_id, date, op) do update set
            calls = usage_day.calls + excluded.calls,
            cache_hits = usage_day.cache_hits + excluded.cache_hits`.execute(transaction)
      }
    })
  }

  async since(accountId: string, date: string): Promise<readonly UsageCount[]> {
    const rows = await this.#db.read
      .selectFrom('usage_day')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('date', '>=', date)
      .orderBy('date')
      .orderBy('op')
      .execute()
    return rows.map((row) => ({
      accountId: row.account_id,
      date: row.date,
      op: row.op,
      calls: row.calls,
      units: row.units,
      cacheHits: row.cache_hits,
    }))
  }
}

const freeCountKey = ({ accountId, date, op }: FreeCount): string => `${accountId} ${date} ${op}`

const byKey = (a: FreeCount, b: FreeCount): number => (freeCountKey(a) < freeCountKey(b) ? -1 : 1)
