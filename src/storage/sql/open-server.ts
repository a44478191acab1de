/** Opens the stores of a server that shares PostgreSQL with others: accounts and units there, the catalog in files of its own data directory. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { systemClock } from '../../util/clock.ts'
import { closeAll } from '../../util/close-all.ts'
import { lazily } from '../../util/lazily.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { systemRandom } from '../../util/random.ts'
import { makeScratchFolder } from '../../util/scratch-folders.ts'
import type { ReadSecret } from './accounts/checked-key.ts'
import { ACCOUNTS } from './accounts/migrations/index.ts'
import type { AccountTables } from './accounts/schema.ts'
import { CATALOG_FILE, CATALOG_OPTIONS } from './catalog/files.ts'
import { CATALOG } from './catalog/migrations.ts'
import type { CatalogTables } from './catalog/schema.ts'
import type { OpenDatabase } from './dialect.ts'
import {
  logFileOf,
  openFetchedFile,
  placeFile,
  removeOtherFetchedFiles,
  shortenLog,
} from './fetched/fetched-file.ts'
import { type FirstFile, openFetchedLog } from './fetched/fetched-log.ts'
import { LoggedBoundaryStore } from './fetched/logged-boundary-store.ts'
import { carryOverImports } from './former/carry-over-imports.ts'
import { carryOver, type FormerCatalogs, formerStore } from './former/former-catalog.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import { storeDatabase } from './store-database.ts'
import { type Storage, storesOf } from './stores.ts'
import { LeasedUnitStore } from './units/leased/leased-unit-store.ts'
import { unitBlocks } from './units/leased/unit-blocks.ts'
import { UNITS } from './units/migrations.ts'
import type { UnitTables } from './units/schema.ts'
import { createServerStore } from './units/server-store.ts'

export interface ServerOptions {
  readonly url: string
  readonly dataDir: string
  readonly readSecret: ReadSecret
  readonly schema?: string
  readonly tell?: (message: string) => void
}

export const openServer = async ({
  url,
  dataDir,
  readSecret,
  schema = 'metes',
  tell = () => {},
}: ServerOptions): Promise<Storage> => {
  const pool = openPostgres(url, schema)
  const closes: (() => Promise<void>)[] = [pool.close]
  const close = () => closeAll(closes.toReversed())
  const former = { url, tell }
  try {
    const accounts = await pool.open<AccountTables>(ACCOUNTS)
    const units = await pool.open<UnitTables>(UNITS)
    const path = join(dataDir, CATALOG_FILE)
    const store = await formerStore(asking(accounts), schema)
    if (store !== null) await carryOverImports(former, schema, store, path)
    const catalog = await openSqlite<CatalogTables>(path, CATALOG, CATALOG_OPTIONS)
    closes.push(catalog.close)
    const log = lazily(async () => {
      const firstFile = formerFetched(former, `${schema}_live`, accounts, dataDir)
      return openFetchedLog(storeDatabase(units), firstFile)
    })
    const fetched = lazily(async () => {
      const opened = await log.get()
      const { close, ...file } = await openFetchedFile(dataDir, opened, CATALOG_OPTIONS)
      const store = new LoggedBoundaryStore({ ...file, close }, opened)
      try {
        await store.catchUp()
        return { store, close }
      } catch (error) {
        await close()
        throw error
      }
    })
    closes.push(async () => (await fetched.opened())?.close())
    const stores = storesOf(catalog, accounts, units, readSecret)
    const leased = new LeasedUnitStore({
      store: stores.units,
      blocks: unitBlocks(units),
      dataDir,
      clock: systemClock,
      random: systemRandom,
    })
    const isFetchedThere = async () =>
      (await fetched.opened()) !== null || !(await (await log.get()).isEmpty())
    return {
      ...stores,
      units: leased,
      usage: {
        ...stores.usage,
        // As `used` does, so that the usage of a month is its balance.
        since: async (accountId, date) => {
          await leased.settle()
          return stores.usage.since(accountId, date)
        },
      },
      openFetched: async () => (await fetched.get()).store,
      shortenFetched: async () => {
        if ((await fetched.opened()) !== null) await shortenLog(dataDir, await log.get())
      },
      boundaryStores: async () => [
        stores.boundaries,
        ...((await isFetchedThere()) ? [(await fetched.get()).store] : []),
      ],
      create: async () => {
        await catalog.create()
        const opened = await log.opened()
        if (opened !== null) await removeOtherFetchedFiles(dataDir, opened)
      },
      isBehind: () => pool.isBehind() || stores.units.isBehind(),
      servers: createServerStore(storeDatabase(units)),
      connections: async () => pool.connections(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const asking = <T>({ read }: OpenDatabase<T>) => ({
  query: async (text: string) =>
    (await read.executeQuery<Readonly<Record<string, unknown>>>(CompiledQuery.raw(text))).rows,
})

/** What an earlier version fetched: the log begins with it. */
const formerFetched =
  <T>(former: FormerCatalogs, schema: string, db: OpenDatabase<T>, dataDir: string): FirstFile =>
  async (use) => {
    const store = await formerStore(asking(db), schema)
    if (store === null) return use(null)
    await makeDirectory(dataDir)
    const folder = makeScratchFolder(dataDir)
    try {
      const draft = join(folder, 'live.db')
      await carryOver(former, schema, draft)
      await placeFile(draft, { sequence: 0, mark: store }, store)
      return await use({ store, file: await logFileOf(draft, { sequence: 0 }) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
