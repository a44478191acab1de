/** Writes a backup: databases of one moment, then files, then the manifest. */

import { existsSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, type BackupOptions, type BackupSummary } from '../../platform/backup/ports.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { METES } from '../../util/command-name.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { finishRestore } from '../finish-restore.ts'
import { KEY_FILE } from '../key-file.ts'
import { openSnapshots } from '../sql/sqlite-snapshots.ts'
import { dataFiles } from './data-files.ts'
import { type BackupFile, type Manifest, manifestText, summaryOf } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import type { PostgresServer } from './postgres-dump.ts'
import { CATALOG_FILES, DATABASE_FILES, factsOf } from './sqlite-files.ts'

/** What a service stores, and where. */
export interface StoredData {
  readonly dataDir: string
  /** Null for SQLite. */
  readonly postgres: PostgresServer | null
  /** Null for the key file in the data directory. */
  readonly secretKey: string | null
  /** True if exported files are in a bucket. */
  readonly hasBucket: boolean
  readonly version: string
  readonly clock: Clock
}

export interface WriteOptions extends BackupOptions {
  readonly withSecretKey?: boolean
}

export const writeBackup = async (
  data: StoredData,
  place: BackupPlace,
  options: WriteOptions,
): Promise<BackupSummary> => {
  await finishRestore(data.dataDir)
  const databases = await openDatabases(data, options.signal)
  try {
    const files = await dataFiles(data.dataDir)
    const sizes = [...databases.files, ...files].map(({ bytes }) => bytes)
    const estimate = sizes.reduce((sum, bytes) => sum + bytes, 0)
    const largestFile = sizes.reduce((largest, bytes) => Math.max(largest, bytes), 0)
    await place.create({ total: estimate, largestFile })
    try {
      return await writeInto(place, data, { ...options, databases, files, estimate })
    } catch (error) {
      // A place that fails now cannot be cleaned either; without a manifest it holds no backup.
      await place.discard().catch(() => {})
      options.signal?.throwIfAborted()
      throw writeFailure(place.name, error)
    }
  } finally {
    databases.close()
  }
}

const writeFailure = (place: string, error: unknown): unknown => {
  if (error instanceof BackupError) return error
  if (isStorageFull(error))
    return new BackupError(
      `The backup to ${place} was stopped, because no space is left there or in the folder of temporary files. Nothing of it is left. Free some space, or name another place.`,
      { cause: error },
    )
  return new BackupError(
    `The backup to ${place} was stopped. Its files are no backup; delete them, and run the backup again once the reason is gone:`,
    { cause: error },
  )
}

interface Databases {
  readonly files: readonly DatabaseSource[]
  readonly kind: Manifest['database']
  readonly createdAt: string
  readonly close: () => void
}

/** A database that is copied as one file. */
interface DatabaseSource {
  readonly path: string
  readonly bytes: number
  /** Makes the file at the path, where there is an empty one, and returns what is in it. */
  readonly make: (
    draft: string,
    options: { readonly onBytes: (bytesDone: number) => void; readonly signal: AbortSignal | undefined },
  ) => Promise<Pick<Manifest, 'schemas' | 'rows'>>
}

const openDatabases = (data: StoredData, signal: AbortSignal | undefined): Promise<Databases> =>
  data.postgres === null ? openSqliteDatabases(data, signal) : openDump(data, data.postgres, signal)

const openSqliteDatabases = async (data: StoredData, signal: AbortSignal | undefined): Promise<Databases> => {
  const opened = await openFiles(data, DATABASE_FILES, signal)
  if (opened.files.length === 0)
    throw new BackupError(
      `${data.dataDir} has no data of Metes, so there is nothing to back up. Set METES_DATA_DIR to the directory of the service; "${METES} doctor" shows the current one.`,
    )
  return { ...opened, kind: 'sqlite', createdAt: rfc3339(data.clock.now()) }
}

/** Those of the files that exist. */
const openFiles = async (
  { dataDir }: StoredData,
  files: typeof DATABASE_FILES,
  signal: AbortSignal | undefined,
): Promise<Pick<Databases, 'files' | 'close'>> => {
  const present = files.filter(({ name }) => existsSync(join(dataDir, name)))
  const inOrder = [
    ...present.filter(({ isRelated }) => isRelated),
    ...present.filter((each) => !each.isRelated),
  ]
  const pathsOf = (areRelated: boolean) =>
    inOrder.filter(({ isRelated }) => isRelated === areRelated).map(({ name }) => join(dataDir, name))
  const snapshots = await openSnapshots(pathsOf(true), pathsOf(false), signal)
  return {
    files: inOrder.map(({ name, component }, index) => ({
      path: name,
      bytes: snapshots[index].bytes,
      make: async (draft, options) => {
        await snapshots[index].copyTo(draft, options)
        const { version, rows } = factsOf(draft, component)
        return { schemas: { [component]: version }, rows: { [name]: rows } }
      },
    })),
    close: () => {
      for (const { close } of snapshots) close()
    },
  }
}

const openDump = async (
  data: StoredData,
  server: PostgresServer,
  signal: AbortSignal | undefined,
): Promise<Databases> => {
  const { databaseBytes, DUMP, dumpDatabase } = await import('./postgres-dump.ts')
  const catalog = await openFiles(data, CATALOG_FILES, signal)
  return {
    kind: 'postgresql',
    createdAt: rfc3339(data.clock.now()),
    close: catalog.close,
    files: [
      ...catalog.files,
      {
        path: DUMP,
        bytes: await databaseBytes(server),
        make: (draft, options) => dumpDatabase(server, draft, options),
      },
    ],
  }
}

interface Work extends WriteOptions {
  readonly databases: Databases
  readonly files: Awaited<ReturnType<typeof dataFiles>>
  readonly estimate: number
}

const writeInto = async (
  place: BackupPlace,
  data: StoredData,
  { databases, files, estimate, onProgress, signal, withSecretKey = false }: Work,
): Promise<BackupSummary> => {
  const stored: BackupFile[] = []
  let schemas: Manifest['schemas'] = {}
  let rows: Manifest['rows'] = {}
  let bytesBefore = 0
  const report = (file: string, bytesDone: number) =>
    onProgress?.({ phase: 'writing', file, bytesDone: bytesBefore + bytesDone, bytesTotal: estimate })
  // Making a file counts as one half of it, and storing it as the other.
  const store = async (path: string, bytes: number, make: (draft: string) => Promise<unknown>) => {
    signal?.throwIfAborted()
    await make(await place.draft(path))
    let bytesStored = 0
    const onBytes = (count: number) => {
      bytesStored += count
      report(path, (bytes + Math.min(bytes, bytesStored)) / 2)
    }
    stored.push(await place.store(path, { onBytes, signal }))
    bytesBefore += bytes
  }
  for (const { path, bytes, make } of databases.files) {
    await store(path, bytes, async (draft) => {
      const onBytes = (done: number) => report(path, Math.min(done, bytes) / 2)
      const facts = await make(draft, { onBytes, signal })
      schemas = { ...schemas, ...facts.schemas }
      rows = { ...rows, ...facts.rows }
    })
  }
  // Only the databases are of one moment: the others never change, or are replaced as a whole.
  databases.close()
  for (const { path, bytes } of files)
    await store(path, bytes, (draft) => copyFile(join(data.dataDir, path), draft))
  if (withSecretKey) await store(KEY_FILE, 0, async (draft) => writeFile(draft, `${await secretOf(data)}\n`))
  const manifest: Omit<Manifest, 'format'> = {
    metes: data.version,
    created_at: databases.createdAt,
    database: databases.kind,
    schemas,
    rows,
    has_secret_key: withSecretKey,
    leaves_out_bucket: data.hasBucket,
    files: stored,
  }
  signal?.throwIfAborted()
  await place.complete(manifestText(manifest))
  return summaryOf(manifest, place.name)
}

const secretOf = async ({ secretKey, dataDir }: StoredData): Promise<string> => {
  if (secretKey !== null) return secretKey
  const text = await readFile(join(dataDir, KEY_FILE), 'utf8').catch(() => null)
  if (text === null)
    throw new BackupError(
      `There is no secret key to include: METES_SECRET_KEY is not set, and ${join(dataDir, KEY_FILE)} cannot be read. Leave out --with-secret-key.`,
    )
  return text.trim()
}
