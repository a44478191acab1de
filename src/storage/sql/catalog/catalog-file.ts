/** Writes a catalog as one finished, compact file: the bundled atlas. */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { BoundaryEntry, ReplaceSummary } from '../../../domain/catalog/ports.ts'
import { openSqlite } from '../sqlite.ts'
import { CATALOG, CONFLICT_TABLES, LIST_INDEXES } from './migrations.ts'
import type { CatalogTables } from './schema.ts'
import { replaceBoundaries } from './store-import.ts'

/**
 * Writes the entries to a new file that replaces the one at the path. `edition` identifies the contents: two files of one
 * edition are assumed equal, and equal entries in equal order make equal files.
 */
export const writeCatalogFile = async (
  path: string,
  edition: string,
  entries: AsyncIterable<BoundaryEntry>,
): Promise<ReplaceSummary> => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  const db = await openSqlite<CatalogTables>(path, CATALOG, { cacheBytes: CACHE_BYTES })
  try {
    await db.create()
    await db.read.updateTable('meta').set({ value: edition }).where('name', '=', 'store').execute()
    const summary = await replaceBoundaries(db, entries, { origin: 'atlas', coveredCountries: [] })
    return summary
  } finally {
    await db.close()
    finish(path)
  }
}

const finish = (path: string): void => {
  const db = new DatabaseSync(path)
  try {
    db.exec(`insert into boundary_text (boundary_text) values ('optimize')`)
    // The package contains the file, and its few thousand boundaries are listed in milliseconds without these indexes.
    for (const index of LIST_INDEXES) db.exec(`drop index ${index}`)
    for (const table of CONFLICT_TABLES) db.exec(`drop table ${table}`)
    db.exec('analyze')
    // A read-only file needs no journal beside it, and may lie on a read-only disk.
    db.exec('pragma journal_mode = delete')
    db.exec('vacuum')
  } finally {
    db.close()
  }
}

const CACHE_BYTES = 64 * 1024 * 1024
