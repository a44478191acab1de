/** Opens SQLite files: the catalog and the accounts of a data directory, and the bundled atlas, which is read-only. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { closeAll } from '../../util/close-all.ts'
import { lazily } from '../../util/lazily.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { isStorageFull, StorageFullError } from '../../util/storage-full.ts'
import { createPrivate } from './create-private.ts'
import type { OpenDatabase, SqlDialect } from './dialect.ts'
import { shareCommits } from './group-commit.ts'
import {
  type Component,
  type MigrationDialect,
  migrate,
  requireSchema,
  type SchemaTables,
} from './migrate.ts'
import { type HasMoved, nodeSqliteDialect } from './node-sqlite-dialect.ts'

export interface SqliteOptions {
  /** Commits concurrent writes together, for data that every call writes. See `group-commit.ts`. */
  readonly sharesCommits?: boolean
  readonly cacheBytes: number
}

export interface SqliteDatabase<T> extends OpenDatabase<T> {
  /** Optimizes the database after large writes. */
  readonly maintain: () => Promise<void>
  /** Creates the file now instead of with the first write, so that other processes find it. */
  readonly create: () => Promise<void>
}

/**
 * Opens the file and migrates it to this version's schema. The first write creates a missing one: until this or another process
 * does so, `read` sees an empty database, so that a command that only reads leaves nothing behind.
 */
export const openSqlite = async <T>(
  path: string,
  component: Component<'sqlite'>,
  options: SqliteOptions,
): Promise<SqliteDatabase<T>> => {
  // Writes have their own connection, so that a long import and readers do not wait for each other.
  const writer = lazily(async () => {
    await makeDirectory(dirname(path))
    return migrated(
      kysely<T>(() => openFile(path, component, options)),
      path,
      component,
    )
  })
  let isFile = existsSync(path)
  const read = kysely<T>(
    () => (isFile ? openFile(path, component, options) : emptyDatabase(component)),
    () =>
      !isFile &&
      existsSync(path) &&
      writer.get().then(() => {
        isFile = true
        return true
      }),
  )
  if (isFile) await migrated(read, path, component)
  const writeAlone: OpenDatabase<T>['write'] = async (work) =>
    (await writer.get()).transaction().execute(work)
  const write = options.sharesCommits === true ? shareCommits(writeAlone) : writeAlone
  return {
    dialect: SQLITE,
    read,
    write,
    // A transaction waits for other writers; a single statement does not.
    writeOne: write,
    // The journal of an import is as large as the import; after a checkpoint it is small again.
    maintain: async () => {
      await sql`pragma optimize`.execute(read)
      await sql`pragma wal_checkpoint(truncate)`.execute(read)
    },
    create: async () => {
      await writer.get()
    },
    close: () => closeAll([async () => (await writer.opened())?.destroy(), () => read.destroy()]),
  }
}

const migrated = async <T>(
  db: Kysely<T>,
  path: string,
  component: Component<'sqlite'>,
): Promise<Kysely<T>> => {
  try {
    await migrate(db as unknown as Kysely<SchemaTables>, MIGRATION, component)
    return db
  } catch (error) {
    await db.destroy()
    if (!isStorageFull(error)) throw error
    throw new StorageFullError(
      `No space is left to open ${path}: free a few megabytes on its disk, then start again.`,
    )
  }
}

/** The tables without rows, in memory; writes to it would be lost. */
const emptyDatabase = ({ migrations }: Component<'sqlite'>): DatabaseSync => {
  const db = new DatabaseSync(':memory:')
  for (const { sqlite } of migrations) db.exec(sqlite)
  db.exec('pragma query_only = on')
  return db
}

/** Opens a finished file that no longer changes; it may lie on a read-only disk. */
export const openSqliteReadOnly = async <T>(
  path: string,
  component: Component<'sqlite'>,
  { cacheBytes }: Partial<SqliteOptions> = {},
): Promise<OpenDatabase<T>> => {
  const address = pathToFileURL(path)
  // Neither locks nor looks for a journal: https://www.sqlite.org/uri.html#uriimmutable
  address.searchParams.set('immutable', '1')
  const read = kysely<T>(() => {
    const db = new DatabaseSync(address, { readOnly: true })
    if (cacheBytes !== undefined) db.exec(cacheSize(cacheBytes))
    return db
  })
  try {
    await requireSchema(read as unknown as Kysely<SchemaTables>, component)
  } catch (error) {
    await read.destroy()
    throw new Error(`${path} cannot be opened as a ${component.name} file.`, { cause: error })
  }
  const refuse = async () => {
    throw new Error(`${path} is opened for reading only.`)
  }
  return {
    dialect: SQLITE,
    read,
    write: refuse,
    writeOne: refuse,
    close: () => read.destroy(),
  }
}

/** Time that a writer waits for another one. */
const LOCK_TIMEOUT_MS = 5_000

const kysely = <T>(open: () => DatabaseSync, hasMoved?: HasMoved): Kysely<T> =>
  new Kysely<T>({ dialect: nodeSqliteDialect(open, LOCK_TIMEOUT_MS, hasMoved) })

const openFile = (path: string, component: Component<'sqlite'>, options: SqliteOptions): DatabaseSync => {
  try {
    // SQLite would make the file readable for others; the files that it creates beside it get the same mode.
    createPrivate(path)
    return prepared(new DatabaseSync(path), component, options)
  } catch (error) {
    throw new Error(`${path} cannot be opened as a database.`, { cause: error })
  }
}

const prepared = (
  db: DatabaseSync,
  { durability }: Component<'sqlite'>,
  { cacheBytes }: SqliteOptions,
): DatabaseSync => {
  // The lock for switching to WAL is held for microseconds; blocking for it is harmless while a process starts.
  db.exec(`pragma busy_timeout = ${LOCK_TIMEOUT_MS}`)
  db.exec('pragma journal_mode = wal')
  // https://www.sqlite.org/pragma.html#pragma_synchronous
  db.exec(`pragma synchronous = ${durability}`)
  db.exec(cacheSize(cacheBytes))
  db.exec(`pragma busy_timeout = ${STATEMENT_BUSY_MS}`)
  return db
}

const cacheSize = (bytes: number): string => `pragma cache_size = ${-Math.ceil(bytes / 1024)}`

/** Transactions wait for the lock without blocking; a single statement meets a lock only for a moment, at a checkpoint. */
const STATEMENT_BUSY_MS = 50

/** SQLite serializes the transactions that write. */
const SQLITE: SqlDialect = {
  changesInWith: false,
  forUpdate: sql``,
  skipLocked: sql``,
  lock: async () => {},
}

const MIGRATION: MigrationDialect<'sqlite'> = {
  name: 'sqlite',
  // The transaction began with the write lock.
  lock: async () => {},
  execute: async (transaction, statements) => {
    for (const statement of statements.split(';')) {
      if (statement.trim() !== '') await transaction.executeQuery(CompiledQuery.raw(statement))
    }
  },
}
