/** Opens everything that Metes keeps: in the data directory, or in PostgreSQL. */
import { join } from 'node:path'
import type { BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import type { AuditStore } from '../../platform/audit/ports.ts'
import type { DeviceSignInStore } from '../../platform/device-sign-in/ports.ts'
import type { FeedbackStore } from '../../platform/feedback/ports.ts'
import type { AccountFileStore } from '../../platform/file-allowance.ts'
import type { IdempotencyStore } from '../../platform/idempotency/ports.ts'
import type { JobStore } from '../../platform/jobs/ports.ts'
import type { EmailPreferenceStore, MailStore, SecretStore } from '../../platform/mail/ports.ts'
import type { KeyStore, ProfileStore, UnitStore, UsageStore } from '../../platform/ports.ts'
import type { SessionStore, SignInStore } from '../../platform/sign-in/ports.ts'
import { closeAll } from '../../util/close-all.ts'
import { systemRandom } from '../../util/random.ts'
import { KEY_FILE, readKeyFile } from '../key-file.ts'
import { SqlAccountFileStore } from './account-file-store.ts'
import type { AccountTables } from './account-schema.ts'
import { SqlAuditStore } from './audit-store.ts'
import { SqlBoundarySource } from './boundary-source.ts'
import { SqlBoundaryStore } from './boundary-store.ts'
import type { CatalogTables } from './catalog-schema.ts'
import { adoptKey, type CheckedKey, checkedKey, type ReadSecret, type Voided } from './checked-key.ts'
import { SqlDeviceSignInStore } from './device-sign-in-store.ts'
import type { OpenDatabase } from './dialect.ts'
import { SqlEmailPreferenceStore } from './email-preference-store.ts'
import { SqlFeedbackStore } from './feedback-store.ts'
import { SqlIdempotencyStore } from './idempotency-store.ts'
import { SqlJobStore } from './job-store.ts'
import { SqlKeyStore } from './key-store.ts'
import { SqlMailStore } from './mail-store.ts'
import type { Component } from './migrate.ts'
import { ACCOUNTS } from './migrations/accounts.ts'
import { CATALOG } from './migrations/catalog.ts'
import { UNITS } from './migrations/units.ts'
import { SqlProfileStore } from './profile-store.ts'
import { SqlSecretStore } from './secret-store.ts'
import { SqlSessionStore } from './session-store.ts'
import { SqlSignInStore } from './sign-in-store.ts'
import { openSqlite, openSqliteReadOnly, type SqliteOptions } from './sqlite.ts'
import type { UnitTables } from './unit-schema.ts'
import { SqlUnitStore } from './unit-store.ts'
import { SqlUsageStore } from './usage-store.ts'

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
  readonly audit: AuditStore
  readonly units: UnitStore
  readonly usage: UsageStore
  readonly repeats: IdempotencyStore
  readonly jobs: JobStore
  readonly accountFiles: AccountFileStore
  /** Rejects when the database was used with another one. */
  readonly secretKey: CheckedKey
  /** Uses the key from now on; what needs another one is removed. */
  readonly adoptSecretKey: () => Promise<Voided>
  readonly close: () => Promise<void>
}

export const openStorage = ({ databaseUrl, dataDir, secretKey }: StorageSettings): Promise<Storage> => {
  const readSecret = secretKey === null ? secretIn(dataDir) : async () => secretKey
  return databaseUrl === null ? openFiles(dataDir, readSecret) : openServer(databaseUrl, readSecret)
}

const secretIn =
  (dataDirectory: string): ReadSecret =>
  () =>
    readKeyFile(join(dataDirectory, KEY_FILE), systemRandom)

/**
 * Three files. An import of hours and the accounting of calls never wait for each other. Accounts and keys outlive a power cut,
 * which costs milliseconds a write; units are written at every call that costs some, and outlive a killed process.
 */
export const openFiles = async (
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
    return {
      ...storesOf(
        await open<CatalogTables>('catalog.db', CATALOG, CATALOG_FILE),
        accounts,
        units,
        readSecret,
      ),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export const openServer = async (url: string, readSecret: ReadSecret, schema?: string): Promise<Storage> => {
  // Loaded only where it is used: a command on files starts a tenth of a second sooner without it.
  const { openPostgres } = await import('./postgres.ts')
  const pool = openPostgres(url, schema)
  try {
    const accounts = await pool.open<AccountTables>(ACCOUNTS)
    const units = await pool.open<UnitTables>(UNITS)
    return {
      ...storesOf(await pool.open<CatalogTables>(CATALOG), accounts, units, readSecret),
      close: pool.close,
    }
  } catch (error) {
    await pool.close()
    throw error
  }
}

const storesOf = (
  catalog: OpenDatabase<CatalogTables>,
  accounts: OpenDatabase<AccountTables>,
  units: OpenDatabase<UnitTables>,
  readSecret: ReadSecret,
): Omit<Storage, 'close'> => {
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
    audit: new SqlAuditStore(accounts),
    units: new SqlUnitStore(units),
    usage: new SqlUsageStore(units),
    repeats: new SqlIdempotencyStore(units),
    jobs: new SqlJobStore(units),
    accountFiles: new SqlAccountFileStore(units),
    secretKey,
    adoptSecretKey: () => adoptKey(accounts, readSecret),
  }
}

/** The bundled atlas, or any other finished catalog file. */
export const openAtlas = async (
  path: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> => {
  const db = await openSqliteReadOnly<CatalogTables>(path, CATALOG)
  return { source: new SqlBoundarySource(db, 'atlas'), close: db.close }
}

const MIB = 1024 * 1024
const CATALOG_FILE: SqliteOptions = { cacheBytes: 64 * MIB }
const ACCOUNTS_FILE: SqliteOptions = { cacheBytes: 8 * MIB }
const UNITS_FILE: SqliteOptions = { sharesCommits: true, cacheBytes: 8 * MIB }
