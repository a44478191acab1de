/** The catalog as descriptions of areas meet it: the bundled atlas, and an extract in front of it where one is named. */
import { fileURLToPath } from 'node:url'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import { loadVocabulary } from '../../src/sources/areas/load-vocabulary.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { openImportWorld } from './import-world.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))

export interface AreaWorld {
  readonly catalog: Catalog
  close(): Promise<void>
}

/** @param extract path of an OpenStreetMap file, or null */
export const openAreaWorld = async (extract: string | null): Promise<AreaWorld> => {
  const world = await openImportWorld()
  const atlas = await openBundledAtlas(`${DATA}/atlas`, world.directory)
  if (extract !== null) await world.importFile(extract, [atlas.source])
  return {
    catalog: createCatalog({ sources: [world.store, atlas.source], polygonBytes: 1 << 26 }),
    close: async () => {
      await atlas.close()
      await world.close()
    },
  }
}

export const VOCABULARY = loadVocabulary(`${DATA}/areas`)
