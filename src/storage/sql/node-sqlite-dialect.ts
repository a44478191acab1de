/**
 * Kysely over Node's own SQLite. Kysely's stock driver begins transactions deferred, which with several processes fails
 * half-way with SQLITE_BUSY; this one takes the write lock at the beginning, waits for it without blocking the event loop,
 * and caches prepared statements.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { DatabaseBusyError } from './database-busy.ts'

/** `hasMoved` is asked before each use, at once or with a promise; after true the database is opened again. */
export const nodeSqliteDialect = (
  open: () => DatabaseSync,
  lockTimeoutMs: number,
  hasMoved?: HasMoved,
): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new NodeSqliteDriver(open, lockTimeoutMs, hasMoved),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

export type HasMoved = () => Promise<boolean> | false

/** Interval between attempts to take the write lock. */
export const LOCK_RETRY_MS = 20

/** Maximum number of prepared statements cached for each connection; this project has far fewer queries. */
const MAX_STATEMENTS = 400

/** https://www.sqlite.org/rescode.html#busy: the low byte is the primary code, the rest is detail. */
const SQLITE_BUSY = 5

class NodeSqliteDriver implements Driver {
  readonly #open: () => DatabaseSync
  readonly #lockTimeoutMs: number
  readonly #hasMoved: HasMoved | undefined
  readonly #mutex = new Mutex()
  #connection: NodeSqliteConnection | null = null

  constructor(open: () => DatabaseSync, lockTimeoutMs: number, hasMoved?: HasMoved) {
    this.#open = open
    this.#lockTimeoutMs = lockTimeoutMs
    this.#hasMoved = hasMoved
  }

  async init(): Promise<void> {
    this.#connection = new NodeSqliteConnection(this.#open())
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.acquire()
    try {
      const hasMoved = this.#hasMoved?.()
      if (hasMoved && (await hasMoved)) {
        const before = this.#connection!
        this.#connection = new NodeSqliteConnection(this.#open())
        before.close()
      }
    } catch (error) {
      this.#mutex.release()
      throw error
    }
    return this.#connection!
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.release()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // A transaction that could not be rolled back on a failing disk is still open.
    if (this.#connection!.isInTransaction) await connection.executeQuery(ROLLBACK)
    if (settings.accessMode === 'read only') {
      await connection.executeQuery(BEGIN)
      return
    }
    for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
      try {
        await connection.executeQuery(BEGIN_IMMEDIATE)
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        if (waitedMs >= this.#lockTimeoutMs) throw new DatabaseBusyError(this.#lockTimeoutMs, error)
        await delay(LOCK_RETRY_MS)
      }
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(COMMIT)
  }

  /**
   * Never rejects, because Kysely would report its error instead of the one that ended the transaction. On a full disk SQLite
   * has rolled back by itself: https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#connection!.isInTransaction) return
    await connection.executeQuery(ROLLBACK).catch(() => {})
  }

  async destroy(): Promise<void> {
    this.#connection?.close()
  }
}

const BEGIN = CompiledQuery.raw('begin')
const BEGIN_IMMEDIATE = CompiledQuery.raw('begin immediate')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY

interface Prepared {
  readonly statement: StatementSync
  /** Empty if it returns no rows. */
  readonly columns: readonly string[]
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, columns } = this.#prepare(query.sql)
    const parameters = query.parameters as readonly SQLInputValue[]
    if (columns.length > 0) {
      const rows = statement.all(...parameters) as unknown as readonly (readonly unknown[])[]
      return { rows: rows.map((values) => namedRow(columns, values) as R) }
    }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Prepare a separate statement: another query could restart a cached one while this one is being read.
    const statement = this.#db.prepare(query.sql)
    for (const row of statement.iterate(...(query.parameters as readonly SQLInputValue[])))
      yield { rows: [row as R] }
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  close(): void {
    this.#prepared.clear()
    this.#db.close()
  }

  #prepare(sql: string): Prepared {
    const kept = this.#prepared.get(sql)
    if (kept !== undefined) return kept
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear()
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/** The statement's own objects are hash tables, which take twice as long to create and to read. */
const namedRow = (
  columns: readonly string[],
  values: readonly unknown[],
): Readonly<Record<string, unknown>> => {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index]] = values[index]
  return row
}

/** Gives one connection to one user at a time, first come, first served. */
class Mutex {
  readonly #waiting: (() => void)[] = []
  #taken = false

  acquire(): Promise<void> | void {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#taken = false
    else next()
  }
}
