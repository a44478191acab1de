/**
 * This server's file of fetched boundaries, `live-….db` in the data directory, named after the log that it follows. A missing one is made
 * beside its place, from the file with which the log begins, and renamed.
 */
import { open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../../../util/make-directory.ts'
import { replaceFile } from '../../../util/replace-file.ts'
import { makeScratchFolder, sweepScratchFolders } from '../../../util/scratch-folders.ts'
import { sha256 } from '../../../util/sha256.ts'
import { syncDirectory } from '../../../util/sync-directory.ts'
import { CATALOG } from '../catalog/migrations.ts'
import type { CatalogDatabase, CatalogTables } from '../catalog/schema.ts'
import { withFileLock } from '../file-lock.ts'
import { openSqlite, type SqliteOptions } from '../sqlite.ts'
import { openSnapshots } from '../sqlite-snapshots.ts'
import type { FetchedLog, LogFile, LogPlace, LogSizes } from './fetched-log.ts'
import { placeIn, setPlace } from './fetched-place.ts'

const JOURNALS = ['-wal', '-shm']
const LOCK = 'live.lock'
const NAME = /^live-\w+\.db(?:-wal|-shm)?$/

/** Opens the file at a place that the log has. */
export const openFetchedFile = async (
  dataDir: string,
  log: FetchedLog,
  options: SqliteOptions,
): Promise<CatalogDatabase> => {
  await makeDirectory(dataDir)
  const path = join(dataDir, `live-${log.store}.db`)
  const known = await openAtPlace(path, log, options)
  if (known !== null) return known
  return withFileLock(join(dataDir, LOCK), async () => {
    const made = await openAtPlace(path, log, options)
    if (made !== null) return made
    await makeFile(path, log)
    return openSqlite<CatalogTables>(path, CATALOG, options)
  })
}

/** Returns null if the file is missing, or if the log does not have its place. */
const openAtPlace = async (
  path: string,
  log: FetchedLog,
  options: SqliteOptions,
): Promise<CatalogDatabase | null> => {
  const db = await openSqlite<CatalogTables>(path, CATALOG, options)
  try {
    const place = await placeIn(db.read)
    if (place !== null && (await log.after(place)) !== null) return db
  } catch (error) {
    await db.close()
    throw error
  }
  await db.close()
  return null
}

const makeFile = async (path: string, log: FetchedLog): Promise<void> => {
  const dataDir = dirname(path)
  await sweepScratchFolders(dataDir)
  const folder = makeScratchFolder(dataDir)
  try {
    const draft = join(folder, 'live.db')
    const place = await log.beginning(async (first, file) => {
      if (file !== null) await writeParts(draft, file)
      return first
    })
    await placeFile(draft, place, log.store)
    // A journal would be read as that of the new file.
    for (const suffix of JOURNALS) await rm(`${path}${suffix}`, { force: true })
    await replaceFile(draft, path)
    await syncDirectory(dataDir)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a file, or takes one, that follows the log. @param place null for the one that the file has */
export const placeFile = async (path: string, place: LogPlace | null, store: string): Promise<void> => {
  const db = await openSqlite<CatalogTables>(path, CATALOG, { cacheBytes: CACHE_BYTES })
  try {
    await db.write(async (transaction) => {
      if (place !== null) await setPlace(transaction, place)
      await transaction.updateTable('meta').set({ value: store }).where('name', '=', 'store').execute()
    })
  } finally {
    await db.close()
  }
}

const writeParts = async (path: string, { bytes, sha256: expected, parts }: LogFile): Promise<void> => {
  const hashes: string[] = []
  let written = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const part of parts) {
      await handle.writeFile(part)
      hashes.push(sha256(part))
      written += part.byteLength
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (written !== bytes || sha256(hashes.join('\n')) !== expected)
    throw new Error(
      `The file of fetched boundaries in the database is damaged: it has ${written} of ${bytes} bytes, or its checksum differs. Restore the database from a backup, or empty the tables fetched_log, fetched_change and fetched_part: the boundaries are then fetched again.`,
    )
}

/** The file as the log keeps it. The checksum is that of the checksums of its parts. */
export const logFileOf = async (path: string, { sequence }: Pick<LogPlace, 'sequence'>): Promise<LogFile> => {
  const hashes: string[] = []
  let bytes = 0
  for await (const part of partsOf(path)) {
    hashes.push(sha256(part))
    bytes += part.byteLength
  }
  return { sequence, bytes, sha256: sha256(hashes.join('\n')), parts: partsOf(path) }
}

async function* partsOf(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path)
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART_BYTES))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

const PART_BYTES = 4 * 1024 * 1024
const CACHE_BYTES = 8 * 1024 * 1024
/** New servers read so many bytes of changes, or as many as the file has. */
const MIN_CHANGES = 64 * 1024 * 1024
const isLong = ({ changes, file }: LogSizes): boolean => changes >= Math.max(MIN_CHANGES, file)

/** Puts this server's file beside the log when the changes after the one there are more than it. */
export const shortenLog = async (dataDir: string, log: FetchedLog, isDue = isLong): Promise<void> => {
  if (!isDue(await log.sizes())) return
  const folder = makeScratchFolder(dataDir)
  try {
    const draft = join(folder, 'live.db')
    const [snapshot] = await openSnapshots([], [join(dataDir, `live-${log.store}.db`)], undefined)
    try {
      await (await open(draft, 'wx', 0o600)).close()
      await snapshot.copyTo(draft, { onBytes: () => {}, signal: undefined })
    } finally {
      snapshot.close()
    }
    const db = await openSqlite<CatalogTables>(draft, CATALOG, { cacheBytes: CACHE_BYTES })
    const place = await placeIn(db.read).finally(db.close)
    if (place !== null) await log.putFile(await logFileOf(draft, place))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes the files of other logs, which no server of this database uses. */
export const removeOtherFetchedFiles = async (
  dataDir: string,
  { store }: Pick<FetchedLog, 'store'>,
): Promise<void> => {
  for (const name of await readdir(dataDir).catch(() => []))
    if (NAME.test(name) && !name.startsWith(`live-${store}.db`))
      await rm(join(dataDir, name), { force: true })
}
