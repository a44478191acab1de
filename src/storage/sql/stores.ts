/** The stores over the open databases of accounts, units and imports. */
import { sql } from 'kysely'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import type { UnitStore } from '../../platform/ports.ts'
import { createAuditStore } from './accounts/audit-store.ts'
import { adoptKey, checkedKey, type ReadSecret } from './accounts/checked-key.ts'
import { createDeviceSignInStore } from './accounts/device-sign-in-store.ts'
import { createEmailPreferenceStore } from './accounts/email-preference-store.ts'
import { createFeedStore } from './accounts/feed-store.ts'
import { createFeedbackStore } from './accounts/feedback-store.ts'
import { createKeyStore } from './accounts/key-store.ts'
import { createMailStore } from './accounts/mail-store.ts'
import { createOAuthStore } from './accounts/oauth-store.ts'
import { createProfileStore } from './accounts/profile-store.ts'
import type { AccountTables } from './accounts/schema.ts'
import { createSecretStore } from './accounts/secret-store.ts'
import { createSessionStore } from './accounts/session-store.ts'
import { createSignInStore } from './accounts/sign-in-store.ts'
import { SqlBoundaryStore } from './catalog/boundary-store.ts'
import type { CatalogDatabase } from './catalog/schema.ts'
import type { OpenDatabase } from './dialect.ts'
import type { ConnectionCounts } from './postgres.ts'
import { storeDatabase } from './store-database.ts'
import { createAccountFileStore } from './units/account-file-store.ts'
import { createIdempotencyStore } from './units/idempotency-store.ts'
import { createJobStore } from './units/job-store.ts'
import { createLiveCoordination } from './units/live-coordination.ts'
import type { UnitTables } from './units/schema.ts'
import type { ServerStore } from './units/server-store.ts'
import { createUnitStore } from './units/unit-store.ts'
import { createUsageStore } from './units/usage-store.ts'

export type Storage = Omit<ReturnType<typeof storesOf>, 'boundaries' | 'units'> & {
  readonly units: UnitStore
  /** The catalog that is served. */
  readonly boundaries: BoundaryStore
  /** Boundaries fetched from the live map: a separate catalog, opened on first use. */
  readonly openFetched: () => Promise<BoundaryStore>
  /** Keeps short what new servers have to read of fetched boundaries. */
  readonly shortenFetched: () => Promise<void>
  /** Imports, and fetched boundaries if any were ever fetched, whatever the settings allow now. */
  readonly boundaryStores: () => Promise<readonly BoundaryStore[]>
  /** Creates what is missing in the data directory, as a server does at its start; a command creates it with its first write. */
  readonly create: () => Promise<void>
  /** Null for SQLite, which no other server shares. */
  readonly servers: ServerStore | null
  /** Null for SQLite. */
  readonly connections: () => Promise<ConnectionCounts | null>
  /** The database has more to do than it can at once. False for SQLite, which answers at once. */
  readonly isBehind: () => boolean
  readonly close: () => Promise<void>
}

export const storesOf = (
  catalog: CatalogDatabase,
  accountTables: OpenDatabase<AccountTables>,
  unitTables: OpenDatabase<UnitTables>,
  readSecret: ReadSecret,
) => {
  const accounts = storeDatabase(accountTables)
  const units = storeDatabase(unitTables)
  const secretKey = checkedKey(accounts, readSecret)
  return {
    boundaries: new SqlBoundaryStore(catalog, 'extract'),
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
