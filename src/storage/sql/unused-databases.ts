/** Makes sure that no process has a database open, before its files are replaced. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './node-sqlite-dialect.ts'

/**
 * Takes the databases for this process alone and returns a function that releases them, or null if another process has one open. The system
 * knows who has, so a killed process never counts.
 */
export const lockUnused = (paths: readonly string[]): (() => void) | null => {
  const locked: DatabaseSync[] = []
  const release = () => {
    for (const database of locked) database.close()
  }
  for (const path of paths.filter((each) => existsSync(each))) {
    const database = new DatabaseSync(path)
    locked.push(database)
    try {
      // https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory
      database.exec('pragma locking_mode = exclusive')
      database.prepare('select count(*) from sqlite_schema').get()
    } catch (error) {
      // Whatever else is wrong with it, it is about to be replaced.
      if (!isBusy(error)) continue
      release()
      return null
    }
  }
  return release
}
