/**
 * Reservations and spendings of all calls that wait, in one statement each, for a database over the network: a statement holds the row of
 * its account until it is committed, so calls of one account would wait for each other, each with a connection.
 */
import { type QueryResult, sql } from 'kysely'
import { monthOfDate } from '../../../platform/billing-month.ts'
import type { UnitHold, UnitStore } from '../../../platform/ports.ts'
import { inBatches } from '../../../util/in-batches.ts'
import type { OpenDatabase } from '../dialect.ts'
import { chargeOf } from './charge.ts'
import { ADDED_TO_USAGE, FREED } from './holds.ts'
import type { UnitTables } from './schema.ts'

/** @param writeOne of a database that can use the rows of one change in another */
export const batchedChanges = (
  writeOne: OpenDatabase<UnitTables>['writeOne'],
): Pick<UnitStore, 'reserve' | 'spend' | 'refund'> => {
  const reserving = new Map<string, ReservesFor>()

  const reserveAll = async (holds: readonly UnitHold[], allowance: number): Promise<boolean> =>
    writeOne(async (open) => {
      const [{ accountId, date }] = holds
      const units = holds.reduce((sum, hold) => sum + hold.units, 0)
      const { numAffectedRows }: QueryResult<unknown> = await sql`
        with charged as (
          ${chargeOf({ accountId, month: monthOfDate(date), units, allowance })} returning account_id, month
        )
        insert into unit_hold (id, owner, account_id, month, units, date, op)
        select hold.id, hold.owner, charged.account_id, charged.month, hold.units, hold.date, hold.op
        from charged, unnest(
          cast(${holds.map(({ id }) => id)} as text[]),
          cast(${holds.map(({ owner }) => owner)} as text[]),
          cast(${holds.map((hold) => hold.units)} as bigint[]),
          cast(${holds.map((hold) => hold.date)} as text[]),
          cast(${holds.map(({ op }) => op)} as text[])
        ) as hold (id, owner, units, date, op)`.execute(open)
      return Number(numAffectedRows) === holds.length
    })

  /** Together if all fit, else one by one. */
  const reserveEach = async (holds: readonly UnitHold[], allowance: number): Promise<readonly boolean[]> => {
    if (await reserveAll(holds, allowance)) return holds.map(() => true)
    if (holds.length === 1) return [false]
    const fits: boolean[] = []
    for (const hold of holds) fits.push(await reserveAll([hold], allowance))
    return fits
  }

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
    reserve: async (hold, allowance) => {
      const limit = allowance ?? Number.MAX_SAFE_INTEGER
      const key = `${hold.accountId} ${monthOfDate(hold.date)} ${limit}`
      let reserves = reserving.get(key)
      if (reserves === undefined) {
        reserves = {
          waiting: 0,
          reserve: inBatches((holds) => reserveEach(holds, limit), MAX_BATCH),
        }
        reserving.set(key, reserves)
      }
      reserves.waiting++
      try {
        return await reserves.reserve(hold)
      } finally {
        reserves.waiting--
        if (reserves.waiting === 0) reserving.delete(key)
      }
    },
    spend,
    refund: (holdId) =>
      writeOne(async (open) => {
        await sql`
          with freed as (delete from unit_hold where id = ${holdId} returning ${FREED})
          update unit_month set used = used - freed.units from freed
          where unit_month.account_id = freed."accountId" and unit_month.month = freed.month`.execute(open)
      }),
  }
}

/** For one account, month and allowance. */
interface ReservesFor {
  /** Kept only while calls wait, so that memory does not grow with the accounts. */
  waiting: number
  readonly reserve: (hold: UnitHold) => Promise<boolean>
}

const MAX_BATCH = 100
