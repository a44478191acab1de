/** Opens imports: stores extracts in the catalog, and removes them again. */
import type { Coast } from '../../domain/area/ports.ts'
import type { TilePreparer } from '../../domain/tiles/ports.ts'
import { importExtract } from '../../sources/extract/import.ts'
import { loadKindTables } from '../../sources/kinds/kind-tables.ts'
import { systemClock } from '../../util/clock.ts'
import type { Service } from '../service.ts'
import type { CatalogParts } from './catalog.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'

export const openImporter = (
  { config, storage }: Opening,
  { atlas }: Pick<CatalogParts, 'atlas'>,
  coast: Coast,
  tiles: TilePreparer,
): Pick<Service, 'importFile' | 'listImports' | 'removeImport'> => ({
  importFile: ({ preparesTiles, ...request }) =>
    importExtract({
      ...request,
      store: storage.boundaries,
      lowerLayers: atlas === null ? [] : [atlas],
      kinds: loadKindTables(`${BUNDLED_DATA}/kinds`),
      coast,
      tiles: preparesTiles ? tiles : undefined,
      dataDirectory: config.dataDir,
      clock: systemClock,
    }),
  listImports: () => storage.boundaries.imports(),
  removeImport: (id) => storage.boundaries.removeImport(id),
})
