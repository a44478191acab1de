/** The differences between the two databases of accounts and units: how rows are locked, and how a database is opened and closed. */
import type { Kysely, RawBuilder, Transaction } from 'kysely'

export interface SqlDialect {
  /** True if a statement may use the rows returned by another change in its `with`. */
  readonly changesInWith: boolean
  /** At the end of a select: locks the rows until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>
  /** At the end of a select: locks the rows for update and skips those that another transaction has locked. */
  readonly skipLocked: RawBuilder<unknown>
  /**
   * Isolates the transaction, until it ends, from others that lock the same name. Waits a moment, then fails with
   * `DatabaseBusyError`.
   */
  readonly lock: <T>(transaction: Transaction<T>, name: string) => Promise<void>
}

/** An open database with the tables `T`. */
export interface OpenDatabase<T> {
  readonly dialect: SqlDialect
  readonly read: Kysely<T>
  /**
   * Runs the work in one transaction, isolated from other writers. Waits a moment for another writer, then fails with
   * `DatabaseBusyError`. Readers continue meanwhile and see the previous state.
   */
  readonly write: <R>(work: (transaction: Transaction<T>) => Promise<R>) => Promise<R>
  /** Like `write` for a single statement, which PostgreSQL runs in one round trip. */
  readonly writeOne: <R>(statement: (db: Kysely<T>) => Promise<R>) => Promise<R>
  readonly close: () => Promise<void>
}
