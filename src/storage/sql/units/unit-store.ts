/**
 * Units over SQL. Every change is one short transaction, and changes of every call are one statement if the database allows
 * it. Concurrent changes cannot deadlock: holds are deleted first, then months are updated in the order of their names, then
 * the usage of one day is, then holds are inserted. It is all plain SQL: renaming columns, as `store-database.ts` does, takes a
 * tenth of the time of a charge.
 */
import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { monthOfDate } from '../../../platform/billing-month.ts'
import type { UnitHold, UnitStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { ADDED_TO_USAGE, FREED, type Freed, free, spendHold, takenAsUsage } from './holds.ts'
import type { UnitTables, UnitTransaction } from './schema.ts'

export const createUnitStore = ({ read, write, writeOne, dialect }: OpenDatabase<UnitTables>): UnitStore => ({
  reserve: (hold, allowance) => {
    const charge = chargeOf(hold, allowance ?? Number.MAX_SAFE_INTEGER)
    if (dialect.changesInWith) {
      return writeOne(async (open) =>
        changedOne(
          await sql`with charged as (${charge} returning 1) ${holdOf(hold)} from charged`.execute(open),
        ),
      )
    }
    return write(async (transaction) => {
      const fits = changedOne(await charge.execute(transaction))
      if (fits) await holdOf(hold).execute(transaction)
      return fits
    })
  },

  spend: (holdId) => {
    if (dialect.changesInWith) {
      return writeOne(async (open) =>
        changedOne(
          await sql`
            with spent as (${takenAsUsage(holdId)})
            insert into usage_day (account_id, date, op, calls, units, cache_hits)
            select "accountId", date, op, 1, units, 0 from spent ${ADDED_TO_USAGE}`.execute(open),
        ),
      )
    }
    return write((transaction) => spendHold(transaction, holdId))
  },

  refund: async (holdId) => {
    const taken = sql<Freed>`delete from unit_hold where id = ${holdId} returning ${FREED}`
    if (dialect.changesInWith) {
      await writeOne((open) =>
        sql`
          with freed as (${taken})
          update unit_month set used = used - freed.units from freed
          where unit_month.account_id = freed."accountId" and unit_month.month = freed.month`.execute(open),
      )
      return
    }
    await write(async (transaction) => free(transaction, (await taken.execute(transaction)).rows))
  },

  used: async (accountId, month) => {
    const { rows } = await sql<{ used: number }>`
      select used from unit_month where account_id = ${accountId} and month = ${month}`.execute(read)
    return rows[0]?.used ?? 0
  },

  heartbeat: (owner, { nowMs, aliveUntilMs }) =>
    write(async (transaction) => {
      await sql`
        insert into unit_owner (id, alive_until_ms) values (${owner}, ${aliveUntilMs})
        on conflict (id) do update set alive_until_ms = excluded.alive_until_ms`.execute(transaction)
      // Of a process that died before the clock was set back. Zero declares nobody dead.
      const aheadMs = nowMs === 0 ? Number.MAX_SAFE_INTEGER : aliveUntilMs + MAX_AHEAD_MS
      await sql`
        delete from unit_owner
        where alive_until_ms < ${nowMs} or (alive_until_ms > ${aheadMs} and alive_until_ms < ${Number.MAX_SAFE_INTEGER})`.execute(
        transaction,
      )
      await reclaimOrphanedHolds(transaction)
    }),

  endLease: (owner) =>
    write(async (transaction) => {
      await sql`delete from unit_owner where id = ${owner}`.execute(transaction)
      await reclaimOrphanedHolds(transaction)
    }),
})

/** Clocks of machines that share a database differ less. */
const MAX_AHEAD_MS = 60_000

/**
 * Charges in one statement, so that the row's own lock keeps two calls from taking the same units. Changes no row if the
 * units exceed the allowance.
 */
const chargeOf = ({ accountId, date, units }: UnitHold, allowance: number): RawBuilder<unknown> => sql`
  insert into unit_month (account_id, month, used)
  select ${accountId}, ${monthOfDate(date)}, cast(${units} as bigint)
  where cast(${units} as bigint) <= cast(${allowance} as bigint)
  on conflict (account_id, month) do update set used = unit_month.used + excluded.used
  where unit_month.used + excluded.used <= cast(${allowance} as bigint)`

const holdOf = ({ id, owner, accountId, date, op, units }: UnitHold): RawBuilder<unknown> => sql`
  insert into unit_hold (id, owner, account_id, month, units, date, op)
  select ${id}, ${owner}, ${accountId}, ${monthOfDate(date)}, cast(${units} as bigint), ${date}, ${op}`

const changedOne = ({ numAffectedRows }: QueryResult<unknown>): boolean => numAffectedRows === 1n

const reclaimOrphanedHolds = async (transaction: UnitTransaction): Promise<void> => {
  const { rows } = await sql<Freed>`
    delete from unit_hold where owner not in (select id from unit_owner) returning ${FREED}`.execute(
    transaction,
  )
  await free(transaction, rows)
}
