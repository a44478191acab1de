/** Opens everything that Metes keeps: in the data directory, or in PostgreSQL. */
import { join } from 'node:path'
import type { BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import type { KeyStore } from '../../platform/ports.ts'
import type { AccountTables } from './account-schema.ts'
import { SqlBoundarySource } from './boundary-source.ts'
import { SqlBoundaryStore } from './boundary-store.ts'
import type { CatalogTables } from './catalog-schema.ts'
import { SqlKeyStore } from './key-store.ts'
import { ACCOUNTS } from './migrations/accounts.ts'
import { CATALOG } from './migrations/catalog.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite, openSqliteReadOnly } from './sqlite.ts'

export interface Storage {
  readonly boundaries: BoundaryStore
  readonly keys: KeyStore
  readonly close: () => Promise<void>
}

/** Two files, so that an import of hours and the accounting of calls never wait for each other. */
export const openFiles = async (dataDirectory: string): Promise<Storage> => {
  const catalog = await openSqlite<CatalogTables>(join(dataDirectory, 'catalog.db'), CATALOG, {
    durability: 'normal',
    cacheBytes: CATALOG_CACHE_BYTES,
  })
  try {
    const accounts = await openSqlite<AccountTables>(join(dataDirectory, 'metes.db'), ACCOUNTS, {
      durability: 'full',
      cacheBytes: ACCOUNTS_CACHE_BYTES,
    })
    return {
      boundaries: new SqlBoundaryStore(catalog),
      keys: new SqlKeyStore(accounts),
      close: async () => {
        await Promise.all([catalog.close(), accounts.close()])
      },
    }
  } catch (error) {
    await catalog.close()
    throw error
  }
}

export const openServer = async (url: string, schema?: string): Promise<Storage> => {
  const pool = openPostgres(url, schema)
  try {
    return {
      boundaries: new SqlBoundaryStore(await pool.open<CatalogTables>(CATALOG)),
      keys: new SqlKeyStore(await pool.open<AccountTables>(ACCOUNTS)),
      close: pool.close,
    }
  } catch (error) {
    await pool.close()
    throw error
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
const CATALOG_CACHE_BYTES = 64 * MIB
const ACCOUNTS_CACHE_BYTES = 8 * MIB
