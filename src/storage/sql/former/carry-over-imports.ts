/** Carries the imports that an earlier version kept in PostgreSQL over into this server's own file, once. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { counted, grouped } from '../../../util/count-with-noun.ts'
import { makeDirectory } from '../../../util/make-directory.ts'
import { replaceFile } from '../../../util/replace-file.ts'
import { makeScratchFolder, sweepScratchFolders } from '../../../util/scratch-folders.ts'
import { syncDirectory } from '../../../util/sync-directory.ts'
import { withFileLock } from '../file-lock.ts'
import { carryOver, type FormerCatalogs } from './former-catalog.ts'

/** In the table `meta`: the catalog in PostgreSQL that the file was begun with. */
const CARRIED = 'carried over'
const LOCK = 'carry-over.lock'

/** @param store identifies the catalog in the schema */
export const carryOverImports = async (
  former: FormerCatalogs,
  schema: string,
  store: string,
  path: string,
): Promise<void> => {
  if (isCarried(path, store)) return
  const dataDir = dirname(path)
  await makeDirectory(dataDir)
  await withFileLock(join(dataDir, LOCK), async () => {
    if (isCarried(path, store)) return
    await sweepScratchFolders(dataDir)
    const folder = makeScratchFolder(dataDir)
    try {
      const draft = join(folder, 'catalog.db')
      const { boundaries, rows, sha256 } = await carryOver(former, schema, draft)
      noteCarried(draft, store)
      const aside = await setAside(path)
      await replaceFile(draft, path)
      await syncDirectory(dataDir)
      former.tell(
        `carried over ${counted(boundaries, 'boundary', 'boundaries')} of imports from PostgreSQL into ${path}: ${grouped(rows)} rows, checksum ${sha256}${aside === null ? '' : `; the catalog that was there is ${aside} now`}`,
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

const isCarried = (path: string, store: string): boolean => {
  if (!existsSync(path)) return false
  const file = new DatabaseSync(path, { timeout: BUSY_MS })
  try {
    return isCatalog(file) && metaIn(file, CARRIED) === store
  } finally {
    file.close()
  }
}

/** Another process may recover its journal. */
const BUSY_MS = 5_000

/** False for a file that a killed process had only begun. */
const isCatalog = (file: DatabaseSync): boolean =>
  file.prepare(`select 1 from sqlite_schema where name = 'meta'`).get() !== undefined

const metaIn = (file: DatabaseSync, name: string): string =>
  String(file.prepare('select value from meta where name = ?').get(name)?.value)

/** It is another catalog from now on: its next version is not that of another server. */
const noteCarried = (path: string, store: string): void => {
  const file = new DatabaseSync(path)
  try {
    file.prepare('insert into meta (name, value) values (?, ?)').run(CARRIED, store)
    file.exec(`update meta set value = lower(hex(randomblob(8))) where name = 'store'`)
  } finally {
    file.close()
  }
}

/** Moves away a catalog from a time without PostgreSQL, which was not served since; returns where it is then, null if there is none. */
const setAside = async (path: string): Promise<string | null> => {
  if (!existsSync(path)) return null
  const file = new DatabaseSync(path, { timeout: BUSY_MS })
  let store: string | null
  try {
    const hasContent = isCatalog(file) && file.prepare('select 1 from boundary limit 1').get() !== undefined
    store = hasContent ? metaIn(file, 'store') : null
    // Without a journal it is one file.
    file.exec('pragma journal_mode = delete')
  } finally {
    file.close()
  }
  if (store === null) {
    await rm(path)
    return null
  }
  const aside = `${path.replace(/\.db$/, '')}-${store}.db`
  await replaceFile(path, aside)
  return aside
}
