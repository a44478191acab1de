/** Daily usage over SQL. */
import { sql } from 'kysely'
import type { FreeCount, UsageStore } from '../../../platform/ports.ts'
import type { UnitDatabase } from './schema.ts'

export const createUsageStore = ({ read, write }: UnitDatabase): UsageStore => ({
  add: (counts) =>
    write(async (transaction) => {
      // Write in one order everywhere, so that two processes that write the same rows cannot deadlock.
      for (const { accountId, date, op, calls, cacheHits } of [...counts].sort(byKey)) {
        await sql`
          insert into usage_day (account_id, date, op, calls, units, cache_hits)
          values (${accountId}, ${date}, ${op}, ${calls}, 0, ${cacheHits})
          on conflict (account_id, date, op) do update set
            calls = usage_day.calls + excluded.calls,
            cache_hits = usage_day.cache_hits + excluded.cache_hits`.execute(transaction)
      }
    }),

  since: (accountId, date) =>
    read
      .selectFrom('usageDay')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('date', '>=', date)
      .orderBy('date')
      .orderBy('op')
      .execute(),
})

const freeCountKey = ({ accountId, date, op }: FreeCount): string => `${accountId} ${date} ${op}`

const byKey = (a: FreeCount, b: FreeCount): number => (freeCountKey(a) < freeCountKey(b) ? -1 : 1)
