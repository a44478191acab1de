/**
 * Units over SQL. Every change is one short transaction. Several at once cannot wait for each other in a circle: holds are
 * taken out first, then months are changed in the order of their names, then holds are put in.
 */
import { sql, type Transaction } from 'kysely'
import type { UnitHold, UnitStore } from '../../platform/ports.ts'
import type { OpenDatabase } from './flavour.ts'
import type { UnitTables } from './unit-schema.ts'

export class SqlUnitStore implements UnitStore {
  readonly #db: OpenDatabase<UnitTables>

  constructor(db: OpenDatabase<UnitTables>) {
    this.#db = db
  }

  reserve(hold: UnitHold, allowance: number | null): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const fits = await charge(transaction, hold, allowance ?? Number.MAX_SAFE_INTEGER)
      if (fits) await insertHold(transaction, hold)
      return fits
    })
  }

  spend(holdId: string): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { numAffectedRows } = await sql`delete from unit_hold where id = ${holdId}`.execute(transaction)
      return numAffectedRows === 1n
    })
  }

  giveBack(holdId: string): Promise<void> {
    return this.#db.write(async (transaction) =>
      free(
        transaction,
        await transaction
          .deleteFrom('unit_hold')
          .where('id', '=', holdId)
          .returning(['account_id', 'month', 'units'])
          .execute(),
      ),
    )
  }

  async used(accountId: string, month: string): Promise<number> {
    const row = await this.#db.read
      .selectFrom('unit_month')
      .select('used')
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .executeTakeFirst()
    return row?.used ?? 0
  }

  renew(owner: string, { nowMs, aliveUntilMs }: Parameters<UnitStore['renew']>[1]): Promise<void> {
    return this.#db.write(async (transaction) => {
      await transaction
        .insertInto('unit_owner')
        .values({ id: owner, alive_until_ms: aliveUntilMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until_ms: aliveUntilMs }))
        .execute()
      await transaction.deleteFrom('unit_owner').where('alive_until_ms', '<', nowMs).execute()
      await freeOfTheDead(transaction)
    })
  }

  leave(owner: string): Promise<void> {
    return this.#db.write(async (transaction) => {
      await transaction.deleteFrom('unit_owner').where('id', '=', owner).execute()
      await freeOfTheDead(transaction)
    })
  }
}

/** One statement, so that it is the row's own lock that keeps two from taking the same units. */
const charge = async (
  transaction: Transaction<UnitTables>,
  { accountId, month, units }: UnitHold,
  allowance: number,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into unit_month (account_id, month, used)
    select ${accountId}, ${month}, cast(${units} as bigint)
    where cast(${units} as bigint) <= cast(${allowance} as bigint)
    on conflict (account_id, month) do update set used = unit_month.used + excluded.used
    where unit_month.used + excluded.used <= cast(${allowance} as bigint)`.execute(transaction)
  return numAffectedRows === 1n
}

const insertHold = async (transaction: Transaction<UnitTables>, hold: UnitHold): Promise<void> => {
  await sql`
    insert into unit_hold (id, owner, account_id, month, units)
    values (${hold.id}, ${hold.owner}, ${hold.accountId}, ${hold.month}, ${hold.units})`.execute(transaction)
}

const freeOfTheDead = async (transaction: Transaction<UnitTables>): Promise<void> =>
  free(
    transaction,
    await transaction
      .deleteFrom('unit_hold')
      .where('owner', 'not in', transaction.selectFrom('unit_owner').select('id'))
      .returning(['account_id', 'month', 'units'])
      .execute(),
  )

type Freed = Pick<UnitTables['unit_hold'], 'account_id' | 'month' | 'units'>

const free = async (transaction: Transaction<UnitTables>, freed: readonly Freed[]): Promise<void> => {
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
