/** Restores a backup to a scratch folder or database, opens it there as the service would, and counts its rows. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  BackupError,
  type BackupOptions,
  type BackupSummary,
  type RowCounts,
} from '../../platform/backup/ports.ts'
import { randomId, systemRandom } from '../../util/random.ts'
import { Scratch } from '../../util/scratch-files.ts'
import { openSqliteFiles } from '../sql/open-storage.ts'
import { type Manifest, summaryOf } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import type { PostgresServer } from './postgres-dump.ts'
import { checkIntegrity, DATABASE_FILES, factsOf } from './sqlite-files.ts'
import { manifestOf, stageBackup } from './stage-backup.ts'

export const verifyBackup = async (
  place: BackupPlace,
  postgres: PostgresServer | null,
  options: BackupOptions,
): Promise<BackupSummary> => {
  const manifest = await manifestOf(place)
  const scratch = new Scratch()
  try {
    const folder = scratch.directory()
    await stageBackup(place, manifest, folder, options)
    const inFolder = await rowsInFolder(folder, place.name, options)
    const inDatabase =
      manifest.database === 'sqlite' ? {} : await rowsInDatabase(folder, manifest, postgres, options)
    refuseOtherRows(manifest, { ...inFolder, ...inDatabase }, place.name)
    return summaryOf(manifest, place.name)
  } finally {
    scratch.remove()
  }
}

const rowsInFolder = async (
  folder: string,
  place: string,
  { onProgress, signal }: BackupOptions,
): Promise<RowCounts> => {
  const rows: Record<string, Readonly<Record<string, number>>> = {}
  const present = DATABASE_FILES.filter(({ name }) => existsSync(join(folder, name)))
  for (const [index, { name, component }] of present.entries()) {
    signal?.throwIfAborted()
    onProgress?.({ phase: 'checking', file: name, bytesDone: index, bytesTotal: present.length })
    try {
      checkIntegrity(join(folder, name))
    } catch (cause) {
      throw new BackupError(`${name} in ${place} is a damaged database. Use another backup:`, { cause })
    }
    rows[name] = factsOf(join(folder, name), component).rows
  }
  // Also migrates it, if it is of an earlier version.
  const storage = await openSqliteFiles(folder)
  try {
    for (const store of await storage.boundaryStores()) await store.version()
  } finally {
    await storage.close()
  }
  return rows
}

const rowsInDatabase = async (
  folder: string,
  { files }: Manifest,
  postgres: PostgresServer | null,
  { onProgress, signal }: BackupOptions,
): Promise<RowCounts> => {
  if (postgres === null)
    throw new BackupError(
      'The backup is a dump of PostgreSQL. Set METES_DATABASE_URL to a server on which to verify it, in a scratch database.',
    )
  const { countInScratchDatabase, DUMP } = await import('./postgres-dump.ts')
  const { bytes } = files.find(({ path }) => path === DUMP)!
  onProgress?.({ phase: 'loading', file: DUMP, bytesDone: 0, bytesTotal: bytes })
  const { rows } = await countInScratchDatabase(
    postgres,
    { dump: join(folder, DUMP), signal },
    `metes_verify_${randomId(systemRandom, 12)}`,
  )
  return rows
}

const refuseOtherRows = ({ rows: expected }: Manifest, found: RowCounts, place: string): void => {
  for (const [database, tables] of Object.entries(expected)) {
    for (const [table, count] of Object.entries(tables)) {
      const here = found[database]?.[table]
      if (here === count) continue
      throw new BackupError(
        `${database} in ${place} has ${here ?? 'no'} rows in the table ${table} where it had ${count}. Use another backup.`,
      )
    }
  }
}
