/**
 * Room for what anybody can add without an account: authorizations in progress and unused clients. Above a limit the oldest of
 * the network that has most is deleted, so a few networks cannot keep others out.
 */
import { sql } from 'kysely'
import type { Shares } from '../../../platform/oauth/ports.ts'
import type { SqlDialect } from '../dialect.ts'
import type { AccountTransaction } from './schema.ts'

/** Rows that are limited. */
interface Limited {
  readonly table: 'oauth_record' | 'oauth_client'
  /** Key of a row among those that are limited. */
  readonly key: 'hash' | 'id'
  /** Orders the rows by age. */
  readonly time: 'expires_at_ms' | 'created_at_ms'
  readonly where: ReturnType<typeof sql>
}

export const INTERACTIONS: Limited = {
  table: 'oauth_record',
  key: 'hash',
  time: 'expires_at_ms',
  where: sql`kind = 'Interaction'`,
}
export const UNUSED_CLIENTS: Limited = {
  table: 'oauth_client',
  key: 'id',
  time: 'created_at_ms',
  where: sql`id not in (select client_id from oauth_grant)`,
}

/** Call it after adding a row for the network. */
export const keepShares = async (
  dialect: SqlDialect,
  transaction: AccountTransaction,
  rows: Limited,
  network: string,
  { ofNetwork, ofAll }: Shares,
): Promise<void> => {
  // Transactions that count at the same time do not see each other's rows, and would all find room.
  await dialect.lock(transaction, rows.table)
  const own = await storedCount(transaction, rows, network)
  if (own > ofNetwork) return deleteOldest(transaction, rows, network, own - ofNetwork)
  const all = await storedCount(transaction, rows, null)
  if (all > ofAll) await deleteOldest(transaction, rows, await largest(transaction, rows), all - ofAll)
}

/** @param network null for all networks */
const storedCount = async (
  transaction: AccountTransaction,
  { table, where }: Limited,
  network: string | null,
): Promise<number> => {
  const here = network === null ? sql`` : sql`and network = ${network}`
  const { rows } = await sql<{ readonly count: number | string | bigint }>`
    select count(*) as count from ${sql.table(table)} where ${where} ${here}`.execute(transaction)
  return Number(rows[0].count)
}

/** Returns the network with most rows; of equal ones, that with the oldest row. */
const largest = async (transaction: AccountTransaction, { table, time, where }: Limited): Promise<string> => {
  const { rows } = await sql<{ readonly network: string }>`
    select network from ${sql.table(table)} where ${where}
    group by network order by count(*) desc, min(${sql.ref(time)}) limit 1`.execute(transaction)
  return rows[0].network
}

const deleteOldest = async (
  transaction: AccountTransaction,
  { table, key, time, where }: Limited,
  network: string,
  count: number,
): Promise<void> => {
  await sql`
    delete from ${sql.table(table)} where ${where} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${where} and network = ${network}
      order by ${sql.ref(time)}, ${sql.ref(key)} limit ${count})`.execute(transaction)
}
