/**
 * A lock shared by processes on one machine. SQLite takes it from the operating system, on an empty database; the system
 * releases it when its owner ends or is killed, so nobody has to decide whether an owner is alive.
 */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDirectory } from '../../util/make-directory.ts'
import { createPrivate } from './create-private.ts'
import { isBusy, LOCK_RETRY_MS } from './node-sqlite-dialect.ts'

export interface LockWait {
  /** Called once if another has the lock. */
  readonly onWait?: () => void
  /** Ends the wait; its reason is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** Runs the work under an exclusive lock on the path. Waits as long as others have it. */
export const withFileLock = async <T>(
  path: string,
  work: () => Promise<T>,
  { onWait, signal }: LockWait = {},
): Promise<T> => {
  const db = await lockFile(path)
  try {
    for (let isFirst = true; !isTaken(db); isFirst = false) {
      if (isFirst) onWait?.()
      signal?.throwIfAborted()
      await delay(LOCK_RETRY_MS)
    }
    return await work()
  } finally {
    db.close()
  }
}

/** Takes an exclusive lock on the path, and returns the function that releases it; null if another has it. */
export const takeFileLock = async (path: string): Promise<(() => void) | null> => {
  const db = await lockFile(path)
  if (isTaken(db)) return () => db.close()
  db.close()
  return null
}

const lockFile = async (path: string): Promise<DatabaseSync> => {
  await makeDirectory(dirname(path))
  // SQLite would create it with the rights of the umask.
  createPrivate(path)
  return new DatabaseSync(path)
}

/** Tries to take the lock. Nothing is ever written, so closing the database ends the transaction. */
const isTaken = (db: DatabaseSync): boolean => {
  try {
    db.exec('begin immediate')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}
