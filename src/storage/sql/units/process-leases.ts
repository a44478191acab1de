/** Leases of the processes that hold units. What a process without one holds is refunded by the others. */
import { sql } from 'kysely'
import type { UnitStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { FREED, type Freed, free } from './holds.ts'
import type { UnitTables, UnitTransaction } from './schema.ts'

/** Clocks of machines that share a database differ less. */
const MAX_AHEAD_MS = 60_000

export const processLeases = (
  write: OpenDatabase<UnitTables>['write'],
): Pick<UnitStore, 'heartbeat' | 'endLease'> => ({
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
      await refundOfTheDead(transaction)
    }),

  endLease: (owner) =>
    write(async (transaction) => {
      await sql`delete from unit_owner where id = ${owner}`.execute(transaction)
      await refundOfTheDead(transaction)
    }),
})

const refundOfTheDead = async (transaction: UnitTransaction): Promise<void> => {
  const { rows } = await sql<Freed>`
    delete from unit_hold where owner not in (select id from unit_owner) returning ${FREED}`.execute(
    transaction,
  )
  await free(transaction, rows)
}
