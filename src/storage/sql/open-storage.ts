/** Opens the three databases, `catalog/`, `accounts/` and `units/`, in the data directory or in PostgreSQL. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import { closeAll } from '../../util/close-all.ts'
import { lazily } from '../../util/lazily.ts'
import { systemRandom } from '../../util/random.ts'
import { finishRestore } from '../finish-restore.ts'
import { KEY_FILE, readKeyFile, readOrCreateKeyFile } from '../key-file.ts'
import { createAuditStore } from './accounts/audit-store.ts'
import { adoptKey, checkedKey, type ReadSecret } from './accounts/checked-key.ts'
import { createDeviceSignInStore } from './accounts/device-sign-in-store.ts'
import { createEmailPreferenceStore } from './accounts/email-preference-store.ts'
import { createFeedStore } from './accounts/feed-store.ts'
import { createFeedbackStore } from './accounts/feedback-store.ts'
import { createKeyStore } from './accounts/key-store.ts'
import { createMailStore } from './accounts/mail-store.ts'
import { ACCOUNTS } from './accounts/migrations/index.ts'
import { createOAuthStore } from './accounts/oauth-store.ts'
import { createProfileStore } from './accounts/profile-store.ts'
import type { AccountTables } from './accounts/schema.ts'
import { createSecretStore } from './accounts/secret-store.ts'
import { createSessionStore } from './accounts/session-store.ts'
import { createSignInStore } from './accounts/sign-in-store.ts'
import { SqlBoundarySource } from './catalog/boundary-source.ts'
import { SqlBoundaryStore } from './catalog/boundary-store.ts'
import { CATALOG } from './catalog/migrations.ts'
import type { CatalogTables } from './catalog/schema.ts'
import type { OpenDatabase } from './dialect.ts'
import type { Component } from './migrate.ts'
import type { ConnectionCounts } from './postgres.ts'
import { openSqlite, openSqliteReadOnly, type SqliteDatabase, type SqliteOptions } from './sqlite.ts'
import { storeDatabase } from './store-database.ts'
import { createAccountFileStore } from './units/account-file-store.ts'
import { createIdempotencyStore } from './units/idempotency-store.ts'
import { createJobStore } from './units/job-store.ts'
import { createLiveCoordination } from './units/live-coordination.ts'
import { UNITS } from './units/migrations.ts'
import type { UnitTables } from './units/schema.ts'
import { createUnitStore } from './units/unit-store.ts'
import { createUsageStore } from './units/usage-store.ts'

export interface StorageSettings {
  /** Null for SQLite in the data directory. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Null for the one in the data directory. */
  readonly secretKey: string | null
}

export type Storage = ReturnType<typeof storesOf> & {
  /** Boundaries fetched from the live map: a separate catalog, opened on first use. */
  readonly openFetched: () => Promise<BoundaryStore>
  /** Imports, and fetched boundaries if any were ever fetched, whatever the settings allow now. */
  readonly boundaryStores: () => Promise<readonly BoundaryStore[]>
  /** Creates what is missing in the data directory, as a server does at its start; a command creates it with its first write. */
  readonly create: () => Promise<void>
  /** Null for SQLite. */
  readonly connections: () => Promise<ConnectionCounts | null>
  /** The database has more to do than it can at once. False for SQLite, which answers at once. */
  readonly isBehind: () => boolean
  readonly close: () => Promise<void>
}

export const openStorage = async ({ databaseUrl, dataDir, secretKey }: StorageSettings): Promise<Storage> => {
  await finishRestore(dataDir)
  const readSecret = secretKey === null ? secretIn(dataDir) : async () => secretKey
  return databaseUrl === null ? openSqliteFiles(dataDir, readSecret) : openServer(databaseUrl, readSecret)
}

/** The key file in the directory, which is created only for a database that no key was used with. */
export const secretIn = (dataDirectory: string): ReadSecret => {
  const path = join(dataDirectory, KEY_FILE)
  return ({ mayCreate }) => (mayCreate ? readOrCreateKeyFile(path, systemRandom) : readKeyFile(path))
}

const FETCHED_FILE = 'live.db'

/**
 * Opens three files, which the first write creates, so that an import of hours and the accounting of calls never wait for each other. Accounts and keys
 * survive a power cut, which costs milliseconds for each write; units are written by every charged call, and survive a
 * killed process.
 */
export const openSqliteFiles = async (
  dataDirectory: string,
  readSecret = secretIn(dataDirectory),
): Promise<Storage> => {
  const opened: Pick<SqliteDatabase<unknown>, 'create' | 'close'>[] = []
  const close = () => closeAll(opened.map((db) => db.close))
  const open = async <T>(file: string, component: Component, options: SqliteOptions) => {
    const db = await openSqlite<T>(join(dataDirectory, file), component, options)
    opened.push(db)
    return db
  }
  try {
    const accounts = await open<AccountTables>('metes.db', ACCOUNTS, ACCOUNTS_FILE)
    const units = await open<UnitTables>('units.db', UNITS, UNITS_FILE)
    const fetched = lazily(async () =>
      boundaryStore(await open<CatalogTables>(FETCHED_FILE, CATALOG, CATALOG_FILE), 'live'),
    )
    const isFetchedThere = async () =>
      existsSync(join(dataDirectory, FETCHED_FILE)) || (await fetched.opened()) !== null
    const catalog = await open<CatalogTables>('catalog.db', CATALOG, CATALOG_FILE)
    const stores = storesOf(catalog, accounts, units, readSecret)
    return {
      ...stores,
      openFetched: fetched.get,
      boundaryStores: async () => [
        stores.boundaries,
        ...((await isFetchedThere()) ? [await fetched.get()] : []),
      ],
      create: async () => {
        for (const db of opened) await db.create()
      },
      connections: async () => null,
      isBehind: () => false,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export const openServer = async (url: string, readSecret: ReadSecret, schema = 'metes'): Promise<Storage> => {
  // Loaded only if it is used: without it a command on files starts a tenth of a second faster.
  const { openPostgres, sumOfConnections } = await import('./postgres.ts')
  const pool = openPostgres(url, schema)
  const fetchedSchema = `${schema}_live`
  const fetched = lazily(async () => openPostgres(url, fetchedSchema))
  const openFetched = lazily(async () =>
    boundaryStore(await (await fetched.get()).open<CatalogTables>(CATALOG), 'live'),
  ).get
  const close = () => closeAll([pool.close, async () => (await fetched.opened())?.close()])
  try {
    const accounts = await pool.open<AccountTables>(ACCOUNTS)
    const units = await pool.open<UnitTables>(UNITS)
    const stores = storesOf(await pool.open<CatalogTables>(CATALOG), accounts, units, readSecret)
    return {
      ...stores,
      openFetched,
      boundaryStores: async () => [
        stores.boundaries,
        ...((await hasSchema(accounts.read, fetchedSchema)) ? [await openFetched()] : []),
      ],
      create: async () => {},
      isBehind: () => pool.isBehind() || stores.units.isBehind(),
      connections: async () => {
        const ofFetched = (await fetched.opened())?.connections()
        return sumOfConnections([pool.connections(), ...(ofFetched === undefined ? [] : [ofFetched])])
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const storesOf = (
  catalog: OpenDatabase<CatalogTables>,
  accountTables: OpenDatabase<AccountTables>,
  unitTables: OpenDatabase<UnitTables>,
  readSecret: ReadSecret,
) => {
  const accounts = storeDatabase(accountTables)
  const units = storeDatabase(unitTables)
  const secretKey = checkedKey(accounts, readSecret)
  return {
    boundaries: boundaryStore(catalog, 'extract'),
    keys: createKeyStore(accounts),
    profiles: createProfileStore(accounts),
    deviceSignIns: createDeviceSignInStore(accounts, secretKey),
    mails: createMailStore(accounts, secretKey),
    emailPreferences: createEmailPreferenceStore(accounts),
    secrets: createSecretStore(accounts),
    feedback: createFeedbackStore(accounts),
    sessions: createSessionStore(accounts),
    signIns: createSignInStore(accounts),
    oauth: createOAuthStore(accounts),
    feeds: createFeedStore(accounts),
    audit: createAuditStore(accounts),
    units: createUnitStore(unitTables),
    usage: createUsageStore(units),
    idempotency: createIdempotencyStore(units),
    jobs: createJobStore(units),
    accountFiles: createAccountFileStore(units),
    liveCoordination: createLiveCoordination(units),
    /** Rejects if accounts or units cannot be read. */
    check: async () => {
      await sql`select 1 from account limit 1`.execute(accountTables.read)
      await sql`select 1 from unit_owner limit 1`.execute(unitTables.read)
    },
    /** Rejects if the database was used with another key. */
    secretKey,
    /** Uses the key from now on; removes data that need another key. */
    adoptSecretKey: () => adoptKey(accounts, readSecret),
  }
}

const hasSchema = async <T>(db: Kysely<T>, schema: string): Promise<boolean> => {
  const { rows } = await sql<{
    name: string | null
  }>`select to_regnamespace(${`"${schema}"`}) as name`.execute(db)
  return rows[0].name !== null
}

const boundaryStore = (catalog: OpenDatabase<CatalogTables>, origin: 'extract' | 'live'): BoundaryStore =>
  new SqlBoundaryStore(catalog, origin)

/** Opens the bundled atlas, or any other finished catalog file. */
export const openAtlasFile = async (
  path: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> => {
  const db = await openSqliteReadOnly<CatalogTables>(path, CATALOG)
  return { source: new SqlBoundarySource(db, 'atlas'), close: db.close }
}

const MIB = 1024 * 1024
const CATALOG_FILE: SqliteOptions = { cacheBytes: 64 * MIB }
const ACCOUNTS_FILE: SqliteOptions = { cacheBytes: 8 * MIB }
const UNITS_FILE: SqliteOptions = { sharesCommits: true, cacheBytes: 8 * MIB }
