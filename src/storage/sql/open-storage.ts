/** Opens the stores: the catalog in files of the data directory, accounts and units there or in PostgreSQL. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { closeAll } from '../../util/close-all.ts'
import { lazily } from '../../util/lazily.ts'
import { systemRandom } from '../../util/random.ts'
import { finishRestore } from '../finish-restore.ts'
import { KEY_FILE, readKeyFile, readOrCreateKeyFile } from '../key-file.ts'
import type { ReadSecret } from './accounts/checked-key.ts'
import { ACCOUNTS } from './accounts/migrations/index.ts'
import type { AccountTables } from './accounts/schema.ts'
import { SqlBoundarySource } from './catalog/boundary-source.ts'
import { SqlBoundaryStore } from './catalog/boundary-store.ts'
import { CATALOG_FILE, CATALOG_OPTIONS, FETCHED_FILE } from './catalog/files.ts'
import { CATALOG } from './catalog/migrations.ts'
import type { CatalogTables } from './catalog/schema.ts'
import type { Component } from './migrate.ts'
import { openSqlite, openSqliteReadOnly, type SqliteDatabase, type SqliteOptions } from './sqlite.ts'
import { type Storage, storesOf } from './stores.ts'
import { UNITS } from './units/migrations.ts'
import type { UnitTables } from './units/schema.ts'

export interface StorageSettings {
  /** Null for SQLite in the data directory. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Null for the one in the data directory. */
  readonly secretKey: string | null
  /** Tells the operator what an opening does that takes long. */
  readonly tell?: (message: string) => void
}

export const openStorage = async ({
  databaseUrl,
  dataDir,
  secretKey,
  tell = () => {},
}: StorageSettings): Promise<Storage> => {
  await finishRestore(dataDir)
  const readSecret = secretKey === null ? secretIn(dataDir) : async () => secretKey
  if (databaseUrl === null) return openSqliteFiles(dataDir, readSecret)
  // Loaded only if it is used: without it a command on files starts a tenth of a second faster.
  const { openServer } = await import('./open-server.ts')
  return openServer({ url: databaseUrl, dataDir, readSecret, tell })
}

/** The key file in the directory, which is created only for a database that no key was used with. */
export const secretIn = (dataDirectory: string): ReadSecret => {
  const path = join(dataDirectory, KEY_FILE)
  return ({ mayCreate }) => (mayCreate ? readOrCreateKeyFile(path, systemRandom) : readKeyFile(path))
}

/**
 * Opens four files, which the first write creates, so that an import of hours and the accounting of calls never wait for each other. Accounts and keys
 * survive a power cut, which costs milliseconds for each write; units are written by every charged call, and survive a
 * killed process.
 */
export const openSqliteFiles = async (
  dataDirectory: string,
  readSecret = secretIn(dataDirectory),
): Promise<Storage> => {
  const opened: Pick<SqliteDatabase<unknown>, 'create' | 'close'>[] = []
  const close = () => closeAll(opened.map((db) => db.close))
  const open = async <T>(file: string, component: Component<'sqlite'>, options: SqliteOptions) => {
    const db = await openSqlite<T>(join(dataDirectory, file), component, options)
    opened.push(db)
    return db
  }
  try {
    const accounts = await open<AccountTables>('metes.db', ACCOUNTS, ACCOUNTS_FILE)
    const units = await open<UnitTables>('units.db', UNITS, UNITS_FILE)
    const fetched = lazily(
      async () =>
        new SqlBoundaryStore(await open<CatalogTables>(FETCHED_FILE, CATALOG, CATALOG_OPTIONS), 'live'),
    )
    const isFetchedThere = async () =>
      existsSync(join(dataDirectory, FETCHED_FILE)) || (await fetched.opened()) !== null
    const catalog = await open<CatalogTables>(CATALOG_FILE, CATALOG, CATALOG_OPTIONS)
    const stores = storesOf(catalog, accounts, units, readSecret)
    return {
      ...stores,
      openFetched: fetched.get,
      shortenFetched: async () => {},
      boundaryStores: async () => [
        stores.boundaries,
        ...((await isFetchedThere()) ? [await fetched.get()] : []),
      ],
      create: async () => {
        for (const db of opened) await db.create()
      },
      servers: null,
      connections: async () => null,
      isBehind: () => false,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the bundled atlas, or any other finished catalog file. */
export const openAtlasFile = async (
  path: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> => {
  const db = await openSqliteReadOnly<CatalogTables>(path, CATALOG)
  return { source: new SqlBoundarySource(db, 'atlas'), close: db.close }
}

const MIB = 1024 * 1024
const ACCOUNTS_FILE: SqliteOptions = { cacheBytes: 8 * MIB }
const UNITS_FILE: SqliteOptions = { sharesCommits: true, cacheBytes: 8 * MIB }
