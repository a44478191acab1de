/** The files of catalogs in a data directory, and how they are opened. */
import type { SqliteOptions } from '../sqlite.ts'

/** Imports. */
export const CATALOG_FILE = 'catalog.db'

/** Fetched boundaries of a service without PostgreSQL; with it, `live-….db` follows the log of all servers. */
export const FETCHED_FILE = 'live.db'

export const CATALOG_OPTIONS: SqliteOptions = { cacheBytes: 64 * 1024 * 1024 }
