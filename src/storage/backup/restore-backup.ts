/**
 * Restores a backup. Everything is read and compared beside the data before anything changes; one rename, or one transaction of
 * PostgreSQL, then decides.
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { BackupError, type BackupOptions, type RestoreSummary } from '../../platform/backup/ports.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { firstListed } from '../../util/join-words.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { makeScratchFolder, sweepScratchFolders } from '../../util/scratch-folders.ts'
import { syncDirectory } from '../../util/sync-directory.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { finishRestore, REPLACED, RESTORED } from '../finish-restore.ts'
import { KEY_FILE } from '../key-file.ts'
import { CATALOG_FILE, FETCHED_FILE } from '../sql/catalog/files.ts'
import { lockUnused } from '../sql/unused-databases.ts'
import { isReplaced } from './data-files.ts'
import { type Manifest, summaryOf } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import type { PostgresServer } from './postgres-dump.ts'
import { restoredKey } from './restored-key.ts'
import { changeCopy, DATABASE_FILES, JOURNALS, keyMarkIn } from './sqlite-files.ts'
import { manifestOf, stageBackup } from './stage-backup.ts'
import { uppermostMissing } from './uppermost-missing.ts'
import type { StoredData } from './write-backup.ts'

export interface RestoreOptions extends BackupOptions {
  readonly force: boolean
}

export const restoreBackup = async (
  data: StoredData,
  place: BackupPlace,
  options: RestoreOptions,
): Promise<RestoreSummary> => {
  const dataDir = resolve(data.dataDir)
  const manifest = await manifestOf(place)
  requireSameDatabase(manifest, data, place.name)
  await finishRestore(dataDir)
  await requireUnused(data, dataDir)
  await requireRoom(data, dataDir, manifest, options.force)
  const created = await uppermostMissing(dataDir)
  await makeDirectory(dataDir)
  let keyMark: string | null
  try {
    await sweepScratchFolders(dataDir)
    keyMark = await restoreInto(dataDir, data, place, manifest, options)
  } catch (error) {
    if (created !== null) await rm(created, { recursive: true, force: true })
    options.signal?.throwIfAborted()
    throw error
  }
  return { ...summaryOf(manifest, place.name), secretKey: await restoredKey(data, keyMark) }
}

const requireSameDatabase = ({ database }: Manifest, { postgres }: StoredData, place: string): void => {
  if (database === 'sqlite' && postgres !== null)
    throw new BackupError(
      `The backup in ${place} is of SQLite files, and METES_DATABASE_URL names PostgreSQL. Unset METES_DATABASE_URL to restore it into the data directory.`,
    )
  if (database === 'postgresql' && postgres === null)
    throw new BackupError(
      `The backup in ${place} is a dump of PostgreSQL. Set METES_DATABASE_URL to the database to restore it into.`,
    )
}

const databasesIn = (dataDir: string): readonly string[] =>
  DATABASE_FILES.map(({ name }) => join(dataDir, name))

const requireUnused = async ({ postgres, clock }: StoredData, dataDir: string): Promise<void> => {
  const release = lockUnused(databasesIn(dataDir))
  if (release === null) throw inUse(dataDir)
  release()
  if (postgres === null) return
  const { databaseUse } = await import('./postgres-dump.ts')
  if ((await databaseUse(postgres, clock.now())).isServed)
    throw new BackupError(
      'A server uses the database in METES_DATABASE_URL. Stop all servers of this database, then run the restore again; after a server was killed, wait ten seconds.',
    )
}

const inUse = (dataDir: string): BackupError =>
  new BackupError(
    `A server or another command uses the data in ${dataDir}. Stop it, then run the restore again.`,
  )

/** Refuses to replace data unless it is forced to. */
const requireRoom = async (
  { postgres, clock }: Pick<StoredData, 'postgres' | 'clock'>,
  dataDir: string,
  manifest: Manifest,
  force: boolean,
): Promise<void> => {
  if (force) return
  const found: string[] = []
  for (const name of (await readdir(dataDir).catch(unlessMissing)) ?? []) {
    if (name === KEY_FILE && !manifest.has_secret_key) continue
    if (!HOLDS_NO_DATA.test(name)) found.push(name)
  }
  if (found.length > 0)
    throw new BackupError(
      `${dataDir} already holds data (${firstListed(found.sort(), 5)}). Set METES_DATA_DIR to an empty or a new folder, or replace the data there with --force.`,
    )
  if (postgres === null) return
  const { databaseUse } = await import('./postgres-dump.ts')
  const { holdsData, unfinished } = await databaseUse(postgres, clock.now())
  if (unfinished !== null)
    throw new BackupError(
      `The database in METES_DATABASE_URL holds what a restore loaded that was ended before it was complete, of the backup of ${unfinished}. Run the restore again with --force, which replaces it.`,
    )
  if (holdsData)
    throw new BackupError(
      'The database in METES_DATABASE_URL already holds data of Metes. Name an empty database, or replace the data there with --force.',
    )
}

/** Locks and sockets of processes, leftovers of killed ones, files that follow a log or a published catalog, and bundled data that was unpacked there. */
const HOLDS_NO_DATA =
  /^(?:lost\+found|.*\.(?:lock|sock)|space\.probe|published|metes-[0-9a-f]{12}-\d+-\w{6}|live-\w+\.db(?:-wal|-shm)?|(?:atlas|land|own-land|gazetteer)-.*)$/

/** Returns the mark of the secret key that the data were used with; null if they were used with none. */
const restoreInto = async (
  dataDir: string,
  { postgres, clock }: StoredData,
  place: BackupPlace,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<string | null> => {
  const staged = makeScratchFolder(dataDir)
  let keyMark: string | null
  try {
    await stageBackup(place, manifest, staged, options)
    for (const { file, table, statement } of changesOf(manifest)) {
      if (existsSync(join(staged, file))) changeCopy(join(staged, file), table, statement)
    }
    if (postgres === null) keyMark = keyMarkIn(join(staged, 'metes.db'))
    else keyMark = await loadStaged(postgres, staged, manifest, clock.now(), options)
    // Others may have begun to use the directory.
    await requireRoom({ postgres: null, clock }, dataDir, manifest, options.force)
    await replace(dataDir, staged, manifest)
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
  await finishRestore(dataDir)
  if (postgres !== null) {
    const { markFinished } = await import('./postgres-dump.ts')
    // The restore is complete: a mark that stays only makes the next one ask for --force in other words.
    await markFinished(postgres).catch(() => {})
  }
  return keyMark
}

/** What must differ from the moment of the backup. */
const changesOf = (manifest: Manifest) => [
  // A restored catalog is another one: its next version number stands for other boundaries than it did before.
  ...[CATALOG_FILE, FETCHED_FILE].map((file) => ({
    file,
    table: 'meta',
    statement: `update meta set value = lower(hex(randomblob(8))) where name = 'store'`,
  })),
  // Expiring files are not in the backup, so they must not count against an allowance.
  ...(manifest.leaves_out_bucket
    ? []
    : [{ file: 'units.db', table: 'account_file', statement: 'delete from account_file' }]),
]

const loadStaged = async (
  server: PostgresServer,
  staged: string,
  manifest: Manifest,
  nowMs: number,
  { force, onProgress, signal }: RestoreOptions,
): Promise<string | null> => {
  const { databaseUse, DUMP, keyMarkOnServer, loadDump } = await import('./postgres-dump.ts')
  const dump = join(staged, DUMP)
  const { bytes } = manifest.files.find(({ path }) => path === DUMP)!
  onProgress?.({ phase: 'loading', file: DUMP, bytesDone: 0, bytesTotal: bytes })
  if ((await databaseUse(server, nowMs)).isServed)
    throw new BackupError('A server began to use the database in METES_DATABASE_URL. Nothing was restored.')
  // Files of servers that follow the log as it was are of another history now.
  const log = {
    table: 'metes.fetched_log',
    statement: 'update metes.fetched_log set store = md5(random()::text || clock_timestamp()::text)',
  }
  const files = { table: 'metes.account_file', statement: 'delete from metes.account_file' }
  await loadDump(server, {
    dump,
    signal,
    replaces: force,
    unfinished: manifest.created_at,
    changes: manifest.leaves_out_bucket ? [log] : [log, files],
  })
  await rm(dump)
  return keyMarkOnServer(server)
}

/** The rename decides: before it nothing has changed, and after it the next process that opens the directory finishes the rest. */
const replace = async (dataDir: string, staged: string, manifest: Manifest): Promise<void> => {
  const names = new Set(manifest.files.map(({ path }) => path.split('/')[0]))
  const journals = DATABASE_FILES.flatMap(({ name }) => JOURNALS.map((suffix) => `${name}${suffix}`))
  const replaced = (await readdir(dataDir)).filter(
    (name) =>
      names.has(name) ||
      isReplaced(name) ||
      journals.includes(name) ||
      DATABASE_FILES.some((file) => file.name === name),
  )
  await writeFile(join(staged, REPLACED), JSON.stringify(replaced), { mode: PRIVATE_FILE, flush: true })
  for (const folder of foldersOf(manifest)) await syncDirectory(join(staged, folder))
  const release = lockUnused(databasesIn(dataDir))
  if (release === null) throw inUse(dataDir)
  try {
    await rename(staged, join(dataDir, RESTORED))
    await syncDirectory(dataDir)
  } finally {
    release()
  }
}

/** Folders of the files with all folders above them; `.` is last. */
const foldersOf = ({ files }: Manifest): readonly string[] => {
  const folders = new Set<string>()
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  }
  return [...folders, '.']
}
