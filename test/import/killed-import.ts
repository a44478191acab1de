/** Imports another version of a small map into a catalog and kills itself half-way. Started by `files.test.ts`. */

import { join } from 'node:path'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { importExtract } from '../../src/sources/extract/import-extract.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { SqlBoundaryStore } from '../../src/storage/sql/catalog/boundary-store.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { systemClock } from '../../src/util/clock.ts'
import { openImportCompute } from '../support/extract-workers.ts'

const [directory] = process.argv.slice(2)

/** All entries, then the end of the process instead of the end of the entries. */
async function* thenKilled(entries: AsyncIterable<BoundaryEntry>): AsyncGenerator<BoundaryEntry> {
  yield* entries
  process.kill(process.pid, 'SIGKILL')
}

const options = { cacheBytes: 1 << 24 } as const
const store = new SqlBoundaryStore(
  await openSqlite<CatalogTables>(join(directory, 'catalog.db'), CATALOG, options),
  'extract',
)
const replace = store.replace.bind(store)
store.replace = (entries, scope) => replace(thenKilled(entries), scope)
await importExtract({
  openCompute: openImportCompute,
  file: join(directory, 'map.osm.pbf'),
  store,
  lowerLayers: [],
  kinds: loadKindTables(join(import.meta.dirname, '../../data/kinds')),
  land: openLand({
    packedIn: join(import.meta.dirname, '../../data/land'),
    dataDirectory: directory,
    file: null,
  }),
  dataDirectory: directory,
  clock: systemClock,
})
