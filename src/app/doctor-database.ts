/** The checks of what is in the database. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config/read-config.ts'
import { KEY_FILE } from '../storage/key-file.ts'
import { openStorage } from '../storage/sql/open-storage.ts'
import type { Storage } from '../storage/sql/stores.ts'
import { systemClock } from '../util/clock.ts'
import { METES } from '../util/command-name.ts'
import { counted } from '../util/count-with-noun.ts'
import { ALONE, compareImports } from './open/catalog-servers.ts'
import { storedConflicts } from './open/importer.ts'

/** Opens the database, which also migrates it to the current schema, as the first start would. */
const inDatabase = async <T>(config: Config, use: (storage: Storage) => Promise<T>): Promise<T> => {
  const storage = await openStorage(config)
  return use(storage).finally(storage.close)
}

/** The same if there is a database. */
export const inExisting = async <T>(
  config: Config,
  ifNone: T,
  use: (storage: Storage) => Promise<T>,
): Promise<T> =>
  config.databaseUrl === null && !existsSync(resolve(config.dataDir)) ? ifNone : inDatabase(config, use)

/** Of the lease with which the check writes. */
const LEASE_MS = 2_000
const DOCTOR = `doctor ${process.pid}`

export const checkDatabase = (config: Config): Promise<string> =>
  inExisting(config, 'SQLite, to be created at the first start', async ({ boundaries, units }) => {
    await boundaries.version()
    // Writes as a server does, because a database can be readable and full.
    const nowMs = systemClock.now()
    await units.heartbeat(DOCTOR, { nowMs, aliveUntilMs: nowMs + LEASE_MS })
    await units.endLease(DOCTOR)
    const database = config.databaseUrl === null ? 'SQLite' : 'PostgreSQL'
    return `${database} opens, is writable, and has the current schema`
  })

export const checkServers = async (config: Config): Promise<string> =>
  config.publishedCatalog !== null
    ? 'each serves the published catalog'
    : inExisting(config, ALONE, (storage) => compareImports(storage, systemClock))

/** A conflict is no failure, because anyone can draw one on the map. */
export const checkConflicts = (config: Config): Promise<string> =>
  inExisting(config, 'none', async (storage) => {
    const objects = new Set((await storedConflicts(storage)).map(({ id }) => id))
    return objects.size === 0
      ? 'none'
      : `${counted(objects.size, 'boundary is', 'boundaries are')} in conflict with known ones; run "${METES} catalog conflicts" to review them`
  })

export const checkSecretKey = (config: Config): Promise<string> =>
  inExisting(config, 'will be created at the first start', async (storage) => {
    await storage.secretKey()
    return config.secretKey === null ? `in ${resolve(config.dataDir, KEY_FILE)}` : 'in METES_SECRET_KEY'
  })

export const adoptSecretKey = (config: Config): Promise<string> =>
  inDatabase(config, async (storage) => {
    const { mails, deviceSignIns } = await storage.adoptSecretKey()
    return `the database now uses this key; discarded ${mails} queued sign-in emails and ${deviceSignIns} device sign-ins`
  })
