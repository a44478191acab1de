/** How PostgreSQL locks rows and names. */
import { sql } from 'kysely'
import pg from 'pg'
import { DatabaseBusyError } from './database-busy.ts'
import type { SqlDialect } from './dialect.ts'

export const POSTGRES: SqlDialect = {
  changesInWith: true,
  forUpdate: sql`for update`,
  skipLocked: sql`for update skip locked`,

  lock: async (transaction, name) => {
    try {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(transaction)
      await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || ${name}, 0))`.execute(
        transaction,
      )
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      throw new DatabaseBusyError(LOCK_TIMEOUT_MS, error)
    }
  },
}

const LOCK_TIMEOUT_MS = 5_000
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: lock_not_available */
const LOCK_NOT_AVAILABLE = '55P03'
