/**
 * Reservations and spendings of all calls that wait, in one statement each, for a database over the network: a statement holds the row of
 * its account until it is committed, so calls of one account would wait for each other, each with a connection.
 */
import { sql } from 'kysely'
import { monthOfDate } from '../../../platform/billing-month.ts'
import type { UnitHold } from '../../../platform/ports.ts'
import { inBatches } from '../../../util/in-batches.ts'
import type { OpenDatabase } from '../dialect.ts'
import { ADDED_TO_USAGE, FREED } from './holds.ts'
import type { UnitTables } from './schema.ts'
import type { UnitChanges } from './separate-changes.ts'

/** @param writeOne of a database that can use the rows of one change in another */
export const batchedChanges = (writeOne: OpenDatabase<UnitTables>['writeOne']): UnitChanges => {
  /** For each account and month all or nothing; returns the holds that were made. */
  const reserveAll = (asked: readonly Asked[]): Promise<ReadonlySet<string>> =>
    writeOne(async (open) => {
      const { rows } = await sql<{ id: string }>`
        with asked as (
          select * from unnest(
            cast(${asked.map(({ hold }) => hold.id)} as text[]),
            cast(${asked.map(({ hold }) => hold.owner)} as text[]),
            cast(${asked.map(({ hold }) => hold.accountId)} as text[]),
            cast(${asked.map(({ hold }) => monthOfDate(hold.date))} as text[]),
            cast(${asked.map(({ hold }) => hold.units)} as bigint[]),
            cast(${asked.map(({ hold }) => hold.date)} as text[]),
            cast(${asked.map(({ hold }) => hold.op)} as text[]),
            cast(${asked.map(({ allowance }) => allowance)} as bigint[])
          ) as each (id, owner, account_id, month, units, date, op, allowance)
        ), total as (
          select account_id, month, sum(units)::bigint as units, min(allowance) as allowance
          from asked group by account_id, month
        ), charged as (
          insert into unit_month (account_id, month, used)
          select account_id, month, units from total where units <= allowance order by account_id, month
          on conflict (account_id, month) do update set used = unit_month.used + excluded.used
          where unit_month.used + excluded.used <= (
            select allowance from total
            where total.account_id = excluded.account_id and total.month = excluded.month)
          returning account_id, month
        )
        insert into unit_hold (id, owner, account_id, month, units, date, op)
        select id, owner, account_id, month, units, date, op from asked natural join charged
        returning id`.execute(open)
      return new Set(rows.map(({ id }) => id))
    })

  const reserve = inBatches(async (asked: readonly Asked[]) => {
    const made = await reserveAll(asked)
    const calls = Map.groupBy(asked, monthOf)
    return asked.map((each) => {
      if (made.has(each.hold.id)) return true
      // Where not all calls of the account fit, some may; other accounts do not wait for that.
      return calls.get(monthOf(each))?.length === 1
        ? false
        : reserveAll([each]).then(({ size }) => size === 1)
    })
  }, MAX_BATCH)

  const spend = inBatches(
    (holdIds: readonly string[]) =>
      writeOne(async (open) => {
        const { rows } = await sql<{ id: string }>`
          with spent as (
            delete from unit_hold where id = any(cast(${holdIds} as text[]))
            returning id, account_id, date, op, units
          ), counted as (
            insert into usage_day (account_id, date, op, calls, units, cache_hits)
            select account_id, date, op, count(*), sum(units), 0 from spent
            group by account_id, date, op order by account_id, date, op ${ADDED_TO_USAGE}
          )
          select id from spent`.execute(open)
        const spent = new Set(rows.map(({ id }) => id))
        // A hold that is named twice is spent once.
        return holdIds.map((id) => spent.delete(id))
      }),
    MAX_BATCH,
  )
  return {
    isBehind: () => reserve.waiting() + spend.waiting() > MAX_WAITING,
    reserve: (hold, allowance) => reserve.add({ hold, allowance: allowance ?? Number.MAX_SAFE_INTEGER }),
    spend: spend.add,
    refund: (holdId) =>
      writeOne(async (open) => {
        await sql`
          with freed as (delete from unit_hold where id = ${holdId} returning ${FREED})
          update unit_month set used = used - freed.units from freed
          where unit_month.account_id = freed."accountId" and unit_month.month = freed.month`.execute(open)
      }),
  }
}

interface Asked {
  readonly hold: UnitHold
  readonly allowance: number
}

const monthOf = ({ hold }: Asked): string => `${hold.accountId} ${monthOfDate(hold.date)}`

const MAX_BATCH = 100
/** More than a batch has in ordinary hours. */
const MAX_WAITING = 32
