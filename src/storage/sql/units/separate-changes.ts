/** Reservations, spendings and refunds, each in a short transaction. */
import { type QueryResult, sql } from 'kysely'
import { monthOfDate } from '../../../platform/billing-month.ts'
import type { UnitHold, UnitStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { chargeOf } from './charge.ts'
import { giveBackHolds, spendHold } from './holds.ts'
import type { UnitTables, UnitTransaction } from './schema.ts'

export const separateChanges = (
  write: OpenDatabase<UnitTables>['write'],
): Pick<UnitStore, 'reserve' | 'spend' | 'refund'> => ({
  reserve: (hold, allowance) =>
    write(async (transaction) => {
      const { accountId, date, units } = hold
      const charge = chargeOf({
        accountId,
        month: monthOfDate(date),
        units,
        allowance: allowance ?? Number.MAX_SAFE_INTEGER,
      })
      const { numAffectedRows }: QueryResult<unknown> = await charge.execute(transaction)
      if (numAffectedRows !== 1n) return false
      await insertHold(transaction, hold)
      return true
    }),
  spend: (holdId) => write((transaction) => spendHold(transaction, holdId)),
  refund: (holdId) => write((transaction) => giveBackHolds(transaction, [holdId])),
})

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
