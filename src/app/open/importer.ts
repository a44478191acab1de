/** Opens imports: stores extracts in the catalog, and removes them again. */
import { importLane } from '../../compute/pool/lane-limits.ts'
import { openCompute } from '../../compute/pool/open-compute.ts'
import type { LandMask, UpdatableLand } from '../../domain/area/ports.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { IdentityDecision, StoredConflict } from '../../domain/catalog/ports.ts'
import { decide } from '../../domain/identity/carry-out-decision.ts'
import type { ImportOptions } from '../../sources/extract/import-extract.ts'
import { loadKindTables } from '../../sources/kinds/kind-tables.ts'
import type { Storage } from '../../storage/sql/stores.ts'
import { rfc3339 } from '../../util/clock.ts'
import type { AtlasParts } from './atlas.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'
import type { TileParts } from './tiles.ts'

export const openImporter = (
  { config, storage, imports, clock }: Opening,
  { atlas }: AtlasParts,
  land: LandMask & UpdatableLand,
  { tilePreparer }: TileParts,
) => ({
  importFile: async ({
    preparesTiles,
    ...request
  }: Pick<ImportOptions, 'file' | 'allowOlder' | 'onProgress' | 'signal'> & {
    readonly preparesTiles: boolean
  }) => {
    // Other commands, and servers, import nothing.
    const { importExtract } = await import('../../sources/extract/import-extract.ts')
    return importExtract({
      ...request,
      store: imports,
      lowerLayers: atlas === null ? [] : [atlas],
      kinds: loadKindTables(`${BUNDLED_DATA}/kinds`),
      land,
      tiles: preparesTiles ? tilePreparer : undefined,
      openCompute: (threads) => openCompute({ import: importLane(threads) }),
      dataDirectory: config.dataDir,
      clock,
    })
  },
  listImports: async () => {
    const own = await imports.imports()
    // A machine that imports nothing shows what it serves.
    return own.length > 0 ? own : storage.boundaries.imports()
  },
  removeImport: (id: number) => imports.removeImport(id),
  listConflicts: () => storedConflicts(storage),
  decideIdentity: async (id: BoundaryId, decision: IdentityDecision) =>
    decide(await storage.boundaryStores(), id, decision, rfc3339(clock.now())),
})

/** Of imported and fetched boundaries, undecided. */
export const storedConflicts = async ({
  boundaryStores,
}: Pick<Storage, 'boundaryStores'>): Promise<readonly StoredConflict[]> =>
  (await Promise.all((await boundaryStores()).map((store) => store.conflicts()))).flat()
