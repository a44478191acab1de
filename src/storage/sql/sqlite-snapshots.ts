/** Copies SQLite files as they are at one moment, while other processes write. */
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseBusyError } from './database-busy.ts'
import { isBusy, LOCK_RETRY_MS } from './node-sqlite-dialect.ts'

export interface Snapshot {
  readonly bytes: number
  /** Writes a complete database file to the path, where there is an empty file. */
  readonly copyTo: (path: string, options: CopyOptions) => Promise<void>
  /** May be called again. */
  readonly close: () => void
}

export interface CopyOptions {
  readonly onBytes: (bytesDone: number) => void
  readonly signal: AbortSignal | undefined
}

/** Writers hold a lock for milliseconds, and for longer on a busy disk. */
const LOCK_TIMEOUT_MS = 30_000
const STATEMENT_BUSY_MS = 5_000

/**
 * Opens the files at one moment: between two commits of each of `related`, whose write locks are held together for an instant. A writer of
 * the others, such as an import, may hold its lock for minutes; of these, the last commit before the moment counts. Snapshots cost
 * writers nothing but the growth of their journals, until they are closed.
 */
export const openSnapshots = async (
  related: readonly string[],
  others: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Snapshot[]> => {
  const unlock = await lockAll(related, signal)
  const opened: Snapshot[] = []
  try {
    for (const path of [...related, ...others]) opened.push(snapshotOf(path))
    return opened
  } catch (error) {
    for (const { close } of opened) close()
    throw error
  } finally {
    unlock()
  }
}

/** Never waits for one lock while it holds another: writers wait for an attempt at most. */
const lockAll = async (paths: readonly string[], signal: AbortSignal | undefined): Promise<() => void> => {
  const databases = paths.map((path) => new DatabaseSync(path))
  const unlock = () => {
    for (const database of databases) database.close()
  }
  try {
    for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
      signal?.throwIfAborted()
      const busy = busyOne(databases)
      if (busy === null) return unlock
      if (waitedMs >= LOCK_TIMEOUT_MS) throw new DatabaseBusyError(LOCK_TIMEOUT_MS, busy)
      await delay(LOCK_RETRY_MS)
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Returns null with all locks, or with none the error of the one that another has. */
const busyOne = (databases: readonly DatabaseSync[]): unknown => {
  try {
    for (const database of databases) database.exec('begin immediate')
    return null
  } catch (error) {
    for (const database of databases) if (database.isTransaction) database.exec('rollback')
    if (isBusy(error)) return error
    throw error
  }
}

/** Pages of each step of a copy: 16 MB. */
const STEP_PAGES = 4096

const snapshotOf = (path: string): Snapshot => {
  const source = new DatabaseSync(path)
  try {
    source.exec(`pragma busy_timeout = ${STATEMENT_BUSY_MS}; begin`)
    // A transaction begins to read with its first query.
    const { page_count: pages } = source.prepare('pragma page_count').get() as { page_count: number }
    const { page_size: pageBytes } = source.prepare('pragma page_size').get() as { page_size: number }
    source.prepare('select count(*) from sqlite_schema').get()
    return {
      bytes: pages * pageBytes,
      // In a transaction that has begun to read, a copy never starts again, whatever others write: it reads what the transaction sees.
      copyTo: async (target, { onBytes, signal }) => {
        signal?.throwIfAborted()
        const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) => {
          signal?.throwIfAborted()
          onBytes((totalPages - remainingPages) * pageBytes)
        }
        await backup(source, target, { rate: STEP_PAGES, progress })
        finish(target)
        onBytes(pages * pageBytes)
      },
      close: () => {
        if (source.isOpen) source.close()
      },
    }
  } catch (error) {
    source.close()
    throw error
  }
}

/** A copy has the journal mode of its source, with a journal of its own. */
const finish = (path: string): void => {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}
