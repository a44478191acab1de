/**
 * A lock that processes on one machine share. SQLite takes it, on an empty database, from the operating system, which frees it when its
 * owner ends, killed or not: no owner's number has to be judged dead or alive.
 */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDirectory } from '../../util/make-directory.ts'
import { isBusy, LOCK_RETRY_MS } from './node-sqlite-dialect.ts'

/** Runs the work while nobody else runs theirs under the same path. Waits for as long as others work. */
export const withFileLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  await makeDirectory(dirname(path))
  const db = new DatabaseSync(path)
  try {
    while (!isTaken(db)) await delay(LOCK_RETRY_MS)
    return await work()
  } finally {
    db.close()
  }
}

/** Nothing is ever written, so closing the database ends the transaction. */
const isTaken = (db: DatabaseSync): boolean => {
  try {
    db.exec('begin immediate')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}
