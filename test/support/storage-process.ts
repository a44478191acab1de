/**
 * A separate process that writes to a test database: `node storage-process.ts PLACE import-forever` begins an import, reports it, and
 * never ends it; `… write NAME` makes ten small imports and accounts one after the other; `… remove-import ID` removes an import and
 * kills itself just before the commit.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SqlBoundaryStore } from '../../src/storage/sql/catalog/boundary-store.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { boundary, stream } from './boundary-entries.ts'
import { filesAt, openAt } from './databases.ts'

const [place, task, name] = process.argv.slice(2)
const storage = await openAt(place)

async function* endless() {
  for (let number = 1; ; number++) {
    yield boundary({ id: `r${number}`, name: `Half ${number}`, country: 'XX', source: { version: 99 } })
    if (number === 2_000) process.stdout.write('half-way\n')
    if (number > 2_000) await delay(10)
  }
}

if (task === 'import-forever') {
  await storage.boundaries.replace(endless(), { origin: 'extract', coveredCountries: ['XX'] })
}

if (task === 'remove-import') {
  const file = join(filesAt(place), 'catalog.db')
  const catalog = await openSqlite<CatalogTables>(file, CATALOG, { cacheBytes: 1 << 20 })
  const write: typeof catalog.write = (work) =>
    catalog.write(async (transaction) => {
      const result = await work(transaction)
      process.kill(process.pid, 'SIGKILL')
      return result
    })
  await new SqlBoundaryStore({ ...catalog, write }, 'extract').removeImport(Number(name))
}

for (let round = 0; task === 'write' && round < 10; round++) {
  const entries = [boundary({ id: `iso:${name}-${round}`, name: `${name} ${round}` })]
  await storage.boundaries.replace(stream(entries), { origin: 'extract', coveredCountries: [] })
  const at = '2026-01-02T03:04:05Z'
  await storage.keys.accountFor({
    id: `${name}${round}`,
    email: `${round}@example.org`,
    plan: 'free',
    createdAt: at,
  })
}

await storage.close()
