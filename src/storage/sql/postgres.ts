/** Opens PostgreSQL: one schema, with a connection pool for each durability. */
import { type PostgresPool as Connections, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { closeAll } from '../../util/close-all.ts'
import { DatabaseUnavailableError } from '../../util/database-unavailable.ts'
import type { OpenDatabase } from './dialect.ts'
import { type Component, type MigrationDialect, migrate, type SchemaTables } from './migrate.ts'
import { POSTGRES } from './postgres-dialect.ts'

/** Connections at one moment. */
export interface ConnectionCounts {
  readonly inUse: number
  readonly idle: number
  /** Questions that wait for one. */
  readonly waiting: number
}

export interface PostgresPool {
  readonly open: <T>(component: Component<'postgres'>) => Promise<OpenDatabase<T>>
  readonly connections: () => ConnectionCounts
  /** Questions wait for a connection. */
  readonly isBehind: () => boolean
  readonly close: () => Promise<void>
}

export const openPostgres = (url: string, schema: string): PostgresPool => {
  const pools = new Map<Component['durability'], { readonly pool: pg.Pool; readonly db: Kysely<unknown> }>()
  const poolFor = (durability: Component['durability']): Kysely<unknown> => {
    const known = pools.get(durability)
    if (known !== undefined) return known.db
    const pool = poolOf(url, schema, durability)
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: namingFailures(pool) }) })
    pools.set(durability, { pool, db })
    return db
  }
  return {
    open: async <T>(component: Component<'postgres'>): Promise<OpenDatabase<T>> => {
      const read = poolFor(component.durability) as Kysely<T>
      await migrate(read as unknown as Kysely<SchemaTables>, migration(schema), component)
      return {
        dialect: POSTGRES,
        read,
        write: (work) => read.transaction().execute(work),
        writeOne: (statement) => statement(read),
        close: async () => {},
      }
    },
    isBehind: () => {
      for (const { pool } of pools.values()) if (pool.waitingCount > 0) return true
      return false
    },
    connections: () => sumOfConnections([...pools.values()].map(({ pool }) => countsOf(pool))),
    close: () =>
      closeAll(
        [...pools.values()].map(
          ({ db }) =>
            () =>
              db.destroy(),
        ),
      ),
  }
}

const countsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): ConnectionCounts => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

const sumOfConnections = (counts: readonly ConnectionCounts[]): ConnectionCounts =>
  counts.reduce(
    (sum, { inUse, idle, waiting }) => ({
      inUse: sum.inUse + inUse,
      idle: sum.idle + idle,
      waiting: sum.waiting + waiting,
    }),
    { inUse: 0, idle: 0, waiting: 0 },
  )

const poolOf = (url: string, schema: string, durability: Component['durability']): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    options: [
      `-c search_path="${schema}"`,
      // Compiling a query takes a hundred times as long as running it, for every query of this project.
      '-c jit=off',
      // https://www.postgresql.org/docs/current/wal-async-commit.html
      `-c synchronous_commit=${durability === 'full' ? 'on' : 'off'}`,
    ].join(' '),
    types: readsNumbers,
  })
  // Without listeners, the error of a connection that breaks would end the process: while it is idle in the pool, which discards it …
  pool.on('error', () => {})
  // … and in a transaction, between two queries; the next one rejects.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** The connections of the pool, whose failures to be made or kept are `DatabaseUnavailableError`. */
const namingFailures = (pool: pg.Pool): Connections => ({
  connect: async () => {
    const client = await pool.connect().catch((error: Error) => {
      throw unavailable(error)
    })
    // Only cursors, which are not used, are queried without a promise.
    const query: unknown = (text: string, values: readonly unknown[]) =>
      client.query(text, [...values]).catch((error: Error) => {
        throw isOfConnection(error) ? unavailable(error) : error
      })
    return { query: query as PoolConnection['query'], release: () => client.release() }
  },
  end: () => pool.end(),
})

type PoolConnection = Awaited<ReturnType<Connections['connect']>>

const unavailable = (cause: Error): Error => new DatabaseUnavailableError(cause.message, { cause })

/**
 * Connections that fail, servers that stop, and too many connections: https://www.postgresql.org/docs/current/errcodes-appendix.html.
 * What the server did not send is of the connection.
 */
const isOfConnection = (error: Error): boolean =>
  !(error instanceof pg.DatabaseError) || /^(?:08|57P|53300)/.test(error.code ?? '')

/** Connections in each pool. */
const MAX_CONNECTIONS = 10
/** For a connection, or for a turn at one: a burst of writes takes seconds on a busy machine. */
const CONNECTION_TIMEOUT_MS = 15_000

const INT8 = 20
/** Keys and counts of this project are far below 2^53, so 64-bit integers are read as numbers. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text')
export const readsNumbers = { getTypeParser }

const migration = (schema: string): MigrationDialect<'postgres'> => ({
  name: 'postgres',
  lock: async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${schema} migration`}, 0))`.execute(
      transaction,
    )
    await sql`create schema if not exists ${sql.id(schema)}`.execute(transaction)
  },
  execute: async (transaction, statements) => {
    await sql.raw(statements).execute(transaction)
  },
})
