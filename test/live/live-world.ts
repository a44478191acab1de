/** A catalog of made-up boundaries with the store of what was fetched above the atlas, each a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import type { BoundaryEntry, BoundarySource, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { writeCatalogFile } from '../../src/storage/sql/catalog/catalog-file.ts'
import { openAtlasFile, openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { stream } from '../support/boundary-entries.ts'
import { wordsAlone } from '../support/name-words.ts'

export interface LiveWorld {
  readonly catalog: Catalog
  readonly atlas: BoundarySource
  /** What was fetched. */
  readonly store: BoundaryStore
  /** Puts boundaries into the store as a fetch does. */
  readonly fetched: (entries: readonly BoundaryEntry[]) => Promise<void>
  readonly close: () => Promise<void>
}

export const openLiveWorld = async ({
  atlas: entries,
}: {
  readonly atlas: readonly BoundaryEntry[]
}): Promise<LiveWorld> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-live-'))
  const file = join(directory, 'atlas.db')
  await writeCatalogFile(file, 'test', stream(entries))
  const atlas = await openAtlasFile(file)
  const storage = await openSqliteFiles(directory)
  const store = await storage.openFetched()
  return {
    atlas: atlas.source,
    store,
    catalog: createCatalog({
      sources: [storage.boundaries, store, atlas.source],
      polygonBytes: 1e6,
      disputes: createDisputes(async () => []),
      lexicon: wordsAlone,
      hasLiveMap: true,
    }),
    fetched: async (entries) => {
      await store.replace(stream(entries), { origin: 'live', coveredCountries: [] })
    },
    close: async () => {
      await storage.close()
      await atlas.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
