/** Holds of units inside the transactions of other stores. */
import { sql, type Transaction } from 'kysely'
import type { UnitTables } from './schema.ts'

/** Rolls the transaction back. */
export class NotHeldError extends Error {
  constructor(holdId: string) {
    super(`Nothing is held under ${holdId}.`)
  }
}

/** @throws NotHeldError */
export const spendHold = async (transaction: Transaction<UnitTables>, holdId: string): Promise<void> => {
  const { numAffectedRows } = await sql`delete from unit_hold where id = ${holdId}`.execute(transaction)
  if (numAffectedRows !== 1n) throw new NotHeldError(holdId)
}

export const giveBackHolds = async (
  transaction: Transaction<UnitTables>,
  holdIds: readonly string[],
): Promise<void> => {
  if (holdIds.length === 0) return
  const { rows } = await sql<Freed>`
    delete from unit_hold where id in (${sql.join(holdIds)}) returning account_id, month, units`.execute(
    transaction,
  )
  await free(transaction, rows)
}

export type Freed = Pick<UnitTables['unit_hold'], 'account_id' | 'month' | 'units'>

/** Refunds the units to the accounts, in one order everywhere, so that two refunds cannot deadlock. */
export const free = async (transaction: Transaction<UnitTables>, freed: readonly Freed[]): Promise<void> => {
  const ordered = [...freed].sort((a, b) =>
    `${a.account_id} ${a.month}` < `${b.account_id} ${b.month}` ? -1 : 1,
  )
  for (const { account_id, month, units } of ordered) {
    await transaction
      .updateTable('unit_month')
      .set((row) => ({ used: row('used', '-', units) }))
      .where('account_id', '=', account_id)
      .where('month', '=', month)
      .execute()
  }
}
