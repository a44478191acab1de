/** A catalog of made-up boundaries: an imported store above an atlas, each a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dispute } from '../../src/domain/boundary/dispute.ts'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import type { Lexicon } from '../../src/domain/catalog/lexicon.ts'
import type { BoundaryEntry, BoundaryStore, CountryFacts } from '../../src/domain/catalog/ports.ts'
import { writeCatalogFile } from '../../src/storage/sql/catalog/catalog-file.ts'
import { openAtlasFile, openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { stream } from './boundary-entries.ts'
import { NAME_WORDS, NO_TOWNS } from './name-words.ts'

export interface TestCatalog {
  readonly catalog: Catalog
  readonly store: BoundaryStore
  readonly close: () => Promise<void>
}

export const testCatalog = async (world: {
  readonly imported?: readonly BoundaryEntry[]
  readonly coveredCountries?: readonly string[]
  readonly atlas?: readonly BoundaryEntry[]
  readonly facts?: CountryFacts
  readonly disputes?: readonly Dispute[]
  readonly towns?: Lexicon['towns']
}): Promise<TestCatalog> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-catalog-'))
  const atlasFile = join(directory, 'atlas.db')
  await writeCatalogFile(atlasFile, 'test', stream(world.atlas ?? []))
  const atlas = await openAtlasFile(atlasFile)
  const storage = await openSqliteFiles(directory)
  await storage.boundaries.replace(stream(world.imported ?? []), {
    origin: 'extract',
    coveredCountries: world.coveredCountries ?? [],
  })
  return {
    catalog: createCatalog({
      sources: [storage.boundaries, atlas.source],
      polygonBytes: 1e6,
      ...(world.facts === undefined ? {} : { facts: world.facts }),
      disputes: createDisputes(async () => world.disputes ?? []),
      lexicon: async () => ({ words: NAME_WORDS, towns: world.towns ?? NO_TOWNS }),
    }),
    store: storage.boundaries,
    close: async () => {
      await storage.close()
      await atlas.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
