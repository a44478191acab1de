/** Opens the three databases, `catalog/`, `accounts/` and `units/`, in the data directory or in PostgreSQL. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { AuditStore } from '../../platform/audit/ports.ts'
import type { DeviceSignInStore } from '../../platform/device-sign-in/ports.ts'
import type { FeedbackStore } from '../../platform/feedback/ports.ts'
import type { FeedStore } from '../../platform/feeds/ports.ts'
import type { AccountFileStore } from '../../platform/file-allowance.ts'
import type { IdempotencyStore } from '../../platform/idempotency/ports.ts'
import type { JobStore } from '../../platform/jobs/ports.ts'
import type { EmailPreferenceStore, MailStore, SecretStore } from '../../platform/mail/ports.ts'
import type { OAuthStore } from '../../platform/oauth/ports.ts'
import type { KeyStore, ProfileStore, UnitStore, UsageStore } from '../../platform/ports.ts'
import type { SessionStore, SignInStore } from '../../platform/sign-in/ports.ts'
import { closeAll } from '../../util/close-all.ts'
import { lazily } from '../../util/lazily.ts'
import { systemRandom } from '../../util/random.ts'
import { KEY_FILE, readKeyFile } from '../key-file.ts'
import { SqlAuditStore } from './accounts/audit-store.ts'
import {
  adoptKey,
  type CheckedKey,
  checkedKey,
  type ReadSecret,
  type Voided,
} from './accounts/checked-key.ts'
import { SqlDeviceSignInStore } from './accounts/device-sign-in-store.ts'
import { SqlEmailPreferenceStore } from './accounts/email-preference-store.ts'
import { SqlFeedStore } from './accounts/feed-store.ts'
import { SqlFeedbackStore } from './accounts/feedback-store.ts'
import { SqlKeyStore } from './accounts/key-store.ts'
import { SqlMailStore } from './accounts/mail-store.ts'
import { ACCOUNTS } from './accounts/migrations/index.ts'
import { SqlOAuthStore } from './accounts/oauth-store.ts'
import { SqlProfileStore } from './accounts/profile-store.ts'
import type { AccountTables } from './accounts/schema.ts'
import { SqlSecretStore } from './accounts/secret-store.ts'
import { SqlSessionStore } from './accounts/session-store.ts'
import { SqlSignInStore } from './accounts/sign-in-store.ts'
import { SqlBoundarySource } from './catalog/boundary-source.ts'
import { SqlBoundaryStore } from './catalog/boundary-store.ts'
import { CATALOG } from './catalog/migrations.ts'
import type { CatalogTables } from './catalog/schema.ts'
import type { OpenDatabase } from './dialect.ts'
import type { Component } from './migrate.ts'
import { openSqlite, openSqliteReadOnly, type SqliteOptions } from './sqlite.ts'
import { SqlAccountFileStore } from './units/account-file-store.ts'
import { SqlIdempotencyStore } from './units/idempotency-store.ts'
import { SqlJobStore } from './units/job-store.ts'
import { SqlLiveCoordination } from './units/live-coordination.ts'
import { UNITS } from './units/migrations.ts'
import type { UnitTables } from './units/schema.ts'
import { SqlUnitStore } from './units/unit-store.ts'
import { SqlUsageStore } from './units/usage-store.ts'

export interface StorageSettings {
  /** Null for SQLite in the data directory. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Null for the one in the data directory. */
  readonly secretKey: string | null
}

export interface Storage {
  readonly boundaries: BoundaryStore
  readonly keys: KeyStore
  readonly profiles: ProfileStore
  readonly deviceSignIns: DeviceSignInStore
  readonly mails: MailStore
  readonly emailPreferences: EmailPreferenceStore
  readonly secrets: SecretStore
  readonly feedback: FeedbackStore
  readonly sessions: SessionStore
  readonly signIns: SignInStore
  readonly oauth: OAuthStore
  readonly feeds: FeedStore
  readonly audit: AuditStore
  readonly units: UnitStore
  readonly usage: UsageStore
  readonly idempotency: IdempotencyStore
  readonly jobs: JobStore
  readonly accountFiles: AccountFileStore
  /** Boundaries fetched from the live map: a separate catalog, opened on first use. */
  readonly openFetched: () => Promise<BoundaryStore>
  /** Imports, and fetched boundaries if any were ever fetched, whatever the settings allow now. */
  readonly boundaryStores: () => Promise<readonly BoundaryStore[]>
  readonly liveCoordination: LiveCoordination
  /** Rejects if the database was used with another key. */
  readonly secretKey: CheckedKey
  /** Uses the key from now on; removes data that need another key. */
  readonly adoptSecretKey: () => Promise<Voided>
  readonly close: () => Promise<void>
}

export const openStorage = ({ databaseUrl, dataDir, secretKey }: StorageSettings): Promise<Storage> => {
  const readSecret = secretKey === null ? secretIn(dataDir) : async () => secretKey
  return databaseUrl === null ? openSqliteFiles(dataDir, readSecret) : openServer(databaseUrl, readSecret)
}

const secretIn =
  (dataDirectory: string): ReadSecret =>
  () =>
    readKeyFile(join(dataDirectory, KEY_FILE), systemRandom)

const FETCHED_FILE = 'live.db'

/**
 * Opens three files, so that an import of hours and the accounting of calls never wait for each other. Accounts and keys
 * survive a power cut, which costs milliseconds for each write; units are written by every charged call, and survive a
 * killed process.
 */
export const openSqliteFiles = async (
  dataDirectory: string,
  readSecret = secretIn(dataDirectory),
): Promise<Storage> => {
  const opened: { readonly close: () => Promise<void> }[] = []
  const close = () => closeAll(opened.map((db) => db.close))
  const open = async <T>(file: string, component: Component, options: SqliteOptions) => {
    const db = await openSqlite<T>(join(dataDirectory, file), component, options)
    opened.push(db)
    return db
  }
  try {
    const accounts = await open<AccountTables>('metes.db', ACCOUNTS, ACCOUNTS_FILE)
    const units = await open<UnitTables>('units.db', UNITS, UNITS_FILE)
    const openFetched = lazily(async () =>
      fetchedStore(await open<CatalogTables>(FETCHED_FILE, CATALOG, CATALOG_FILE)),
    ).get
    const catalog = await open<CatalogTables>('catalog.db', CATALOG, CATALOG_FILE)
    const stores = storesOf(catalog, accounts, units, readSecret)
    return {
      ...stores,
      openFetched,
      boundaryStores: async () => [
        stores.boundaries,
        ...(existsSync(join(dataDirectory, FETCHED_FILE)) ? [await openFetched()] : []),
      ],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export const openServer = async (url: string, readSecret: ReadSecret, schema = 'metes'): Promise<Storage> => {
  // Loaded only if it is used: without it a command on files starts a tenth of a second faster.
  const { openPostgres } = await import('./postgres.ts')
  const pool = openPostgres(url, schema)
  const fetchedSchema = `${schema}_live`
  const fetched = lazily(async () => openPostgres(url, fetchedSchema))
  const openFetched = lazily(async () =>
    fetchedStore(await (await fetched.get()).open<CatalogTables>(CATALOG)),
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
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const storesOf = (
  catalog: OpenDatabase<CatalogTables>,
  accounts: OpenDatabase<AccountTables>,
  units: OpenDatabase<UnitTables>,
  readSecret: ReadSecret,
): Omit<Storage, 'close' | 'openFetched' | 'boundaryStores'> => {
  const secretKey = checkedKey(accounts, readSecret)
  return {
    boundaries: new SqlBoundaryStore(catalog, 'extract'),
    keys: new SqlKeyStore(accounts),
    profiles: new SqlProfileStore(accounts),
    deviceSignIns: new SqlDeviceSignInStore(accounts, secretKey),
    mails: new SqlMailStore(accounts, secretKey),
    emailPreferences: new SqlEmailPreferenceStore(accounts),
    secrets: new SqlSecretStore(accounts),
    feedback: new SqlFeedbackStore(accounts),
    sessions: new SqlSessionStore(accounts),
    signIns: new SqlSignInStore(accounts),
    oauth: new SqlOAuthStore(accounts),
    feeds: new SqlFeedStore(accounts),
    audit: new SqlAuditStore(accounts),
    units: new SqlUnitStore(units),
    usage: new SqlUsageStore(units),
    idempotency: new SqlIdempotencyStore(units),
    jobs: new SqlJobStore(units),
    accountFiles: new SqlAccountFileStore(units),
    liveCoordination: new SqlLiveCoordination(units),
    secretKey,
    adoptSecretKey: () => adoptKey(accounts, readSecret),
  }
}

const hasSchema = async <T>(db: Kysely<T>, schema: string): Promise<boolean> => {
  const { rows } = await sql<{
    name: string | null
  }>`select to_regnamespace(${`"${schema}"`}) as name`.execute(db)
  return rows[0].name !== null
}

const fetchedStore = (catalog: OpenDatabase<CatalogTables>): BoundaryStore =>
  new SqlBoundaryStore(catalog, 'live')

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
