/**
 * Holds of units inside transactions. A hold is spent and counted in the daily usage together, so that the usage and the
 * balance of an account agree whatever happens to the process.
 */
import { sql } from 'kysely'
import type { UnitTables, UnitTransaction } from './schema.ts'

/** Rolls the transaction back. */
export class NotHeldError extends Error {
  constructor(holdId: string) {
    super(`Nothing is held under ${holdId}.`)
  }
}

/** Spends the hold and counts its call. Returns false if there is no such hold. */
export const spendHold = async (transaction: UnitTransaction, holdId: string): Promise<boolean> => {
  const { rows } = await sql<SpentHold>`
    delete from unit_hold where id = ${holdId} returning account_id as "accountId", date, op, units`.execute(
    transaction,
  )
  if (rows.length === 0) return false
  const [{ accountId, date, op, units }] = rows
  await sql`
    insert into usage_day (account_id, date, op, calls, units, cache_hits)
    values (${accountId}, ${date}, ${op}, 1, ${units}, 0) ${ADDED_TO_USAGE}`.execute(transaction)
  return true
}

type SpentHold = Pick<UnitTables['unitHold'], 'accountId' | 'date' | 'op' | 'units'>

/** The end of an insert of one call into `usage_day`. */
export const ADDED_TO_USAGE = sql`
  on conflict (account_id, date, op) do update set
    calls = usage_day.calls + excluded.calls, units = usage_day.units + excluded.units`

export const giveBackHolds = async (
  transaction: UnitTransaction,
  holdIds: readonly string[],
): Promise<void> => {
  if (holdIds.length === 0) return
  const { rows } = await sql<Freed>`
    delete from unit_hold where id in (${sql.join(holdIds)}) returning ${FREED}`.execute(transaction)
  await free(transaction, rows)
}

/** The columns of `Freed`. */
export const FREED = sql`account_id as "accountId", month, units`

export type Freed = Pick<UnitTables['unitHold'], 'accountId' | 'month' | 'units'>

/** Refunds the units to the accounts, in one order everywhere, so that two refunds cannot deadlock. */
export const free = async (transaction: UnitTransaction, freed: readonly Freed[]): Promise<void> => {
  const ordered = [...freed].sort((a, b) =>
    `${a.accountId} ${a.month}` < `${b.accountId} ${b.month}` ? -1 : 1,
  )
  for (const { accountId, month, units } of ordered) {
    await sql`
      update unit_month set used = used - ${units} where account_id = ${accountId} and month = ${month}`.execute(
      transaction,
    )
  }
}
