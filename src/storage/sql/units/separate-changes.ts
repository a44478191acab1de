/** Reservations, spendings and refunds, each in a short transaction. */
import { type QueryResult, sql } from 'kysely'
import { monthOfDate } from '../../../platform/billing-month.ts'
import type { UnitHold, UnitStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { giveBackHolds, spendHold } from './holds.ts'
import type { UnitTables, UnitTransaction } from './schema.ts'

/** What every charged call changes. */
export interface UnitChanges extends Pick<UnitStore, 'reserve' | 'spend' | 'refund'> {
  /** More calls wait for the database than usual. */
  readonly isBehind: () => boolean
}

export const separateChanges = (write: OpenDatabase<UnitTables>['write']): UnitChanges => ({
  isBehind: () => false,
  reserve: (hold, allowance) =>
    write(async (transaction) => {
      if (!(await charge(transaction, hold, allowance ?? Number.MAX_SAFE_INTEGER))) return false
      await insertHold(transaction, hold)
      return true
    }),
  spend: (holdId) => write((transaction) => spendHold(transaction, holdId)),
  refund: (holdId) => write((transaction) => giveBackHolds(transaction, [holdId])),
})

/** One statement, so that the row's own lock keeps two calls from taking the same units. */
const charge = async (
  transaction: UnitTransaction,
  { accountId, date, units }: UnitHold,
  allowance: number,
): Promise<boolean> => {
  const { numAffectedRows }: QueryResult<unknown> = await sql`
    insert into unit_month (account_id, month, used)
    select ${accountId}, ${monthOfDate(date)}, cast(${units} as bigint)
    where cast(${units} as bigint) <= cast(${allowance} as bigint)
    on conflict (account_id, month) do update set used = unit_month.used + excluded.used
    where unit_month.used + excluded.used <= cast(${allowance} as bigint)`.execute(transaction)
  return numAffectedRows === 1n
}

const insertHold = async (
  transaction: UnitTransaction,
  { id, owner, accountId, date, op, units }: UnitHold,
): Promise<void> => {
  await sql`
    insert into unit_hold (id, owner, account_id, month, units, date, op)
    values (${id}, ${owner}, ${accountId}, ${monthOfDate(date)}, ${units}, ${date}, ${op})`.execute(
    transaction,
  )
}
