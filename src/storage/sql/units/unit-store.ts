/**
 * Units over SQL. Every change is one short transaction, and changes of every call are one statement if the database allows
 * it. Concurrent changes cannot deadlock: holds are deleted first, then months are updated in the order of their names, then
 * the usage of one day is, then holds are inserted.
 */
import { type QueryResult, type RawBuilder, sql, type Transaction } from 'kysely'
import { monthOfDate } from '../../../platform/month.ts'
import type { UnitHold, UnitStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { ADDED_TO_USAGE, type Freed, free, spendHold, takenAsUsage } from './holds.ts'
import type { UnitTables } from './schema.ts'

export class SqlUnitStore implements UnitStore {
  readonly #db: OpenDatabase<UnitTables>

  constructor(db: OpenDatabase<UnitTables>) {
    this.#db = db
  }

  reserve(hold: UnitHold, allowance: number | null): Promise<boolean> {
    const charge = chargeOf(hold, allowance ?? Number.MAX_SAFE_INTEGER)
    if (this.#db.dialect.changesInWith) {
      return this.#db.writeOne(async (db) =>
        changedOne(
          await sql`with charged as (${charge} returning 1) ${holdOf(hold)} from charged`.execute(db),
        ),
      )
    }
    return this.#db.write(async (transaction) => {
      const fits = changedOne(await charge.execute(transaction))
      if (fits) await holdOf(hold).execute(transaction)
      return fits
    })
  }

  spend(holdId: string): Promise<boolean> {
    if (this.#db.dialect.changesInWith) {
      return this.#db.writeOne(async (db) =>
        changedOne(
          await sql`
            with spent as (${takenAsUsage(holdId)})
            insert into usage_day (account_id, date, op, calls, units, cache_hits)
            select account_id, date, op, 1, units, 0 from spent ${ADDED_TO_USAGE}`.execute(db),
        ),
      )
    }
    return this.#db.write((transaction) => spendHold(transaction, holdId))
  }

  async refund(holdId: string): Promise<void> {
    const taken = sql<Freed>`delete from unit_hold where id = ${holdId} returning account_id, month, units`
    if (this.#db.dialect.changesInWith) {
      await this.#db.writeOne((db) =>
        sql`
          with freed as (${taken})
          update unit_month set used = used - freed.units from freed
          where unit_month.account_id = freed.account_id and unit_month.month = freed.month`.execute(db),
      )
      return
    }
    await this.#db.write(async (transaction) => free(transaction, (await taken.execute(transaction)).rows))
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

  heartbeat(owner: string, { nowMs, aliveUntilMs }: Parameters<UnitStore['heartbeat']>[1]): Promise<void> {
    return this.#db.write(async (transaction) => {
      await transaction
        .insertInto('unit_owner')
        .values({ id: owner, alive_until_ms: aliveUntilMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until_ms: aliveUntilMs }))
        .execute()
      await transaction.deleteFrom('unit_owner').where('alive_until_ms', '<', nowMs).execute()
      await reclaimOrphanedHolds(transaction)
    })
  }

  endLease(owner: string): Promise<void> {
    return this.#db.write(async (transaction) => {
      await transaction.deleteFrom('unit_owner').where('id', '=', owner).execute()
      await reclaimOrphanedHolds(transaction)
    })
  }
}

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

const reclaimOrphanedHolds = async (transaction: Transaction<UnitTables>): Promise<void> =>
  free(
    transaction,
    await transaction
      .deleteFrom('unit_hold')
      .where('owner', 'not in', transaction.selectFrom('unit_owner').select('id'))
      .returning(['account_id', 'month', 'units'])
      .execute(),
  )
