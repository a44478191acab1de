/** Delivers relations to the known world, by an import and by fetches. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportReport } from '../../src/domain/catalog/import-report.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { importExtract } from '../../src/sources/extract/import-extract.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import type { Log } from '../../src/util/log.ts'
import { saying, testMap } from '../live/test-map.ts'
import { openImportCompute } from '../support/extract-workers.ts'
import { silentLog } from '../support/silent-log.ts'
import { type DeliveredRelation, extractOf, overpassAnswer } from './deliver.ts'
import type { KnownWorldOfTest } from './known-world.ts'

const KINDS = loadKindTables(join(import.meta.dirname, '../../data/kinds'))
/** Later than any version in the atlas. */
const NOW_MS = 1_780_000_000_000

/** @param box that the file states; without one no country is complete by its border alone */
export const importTo = (
  { directory, imports, atlas, land }: KnownWorldOfTest,
  relations: readonly DeliveredRelation[],
  box?: BBox,
): Promise<ImportReport> => {
  const file = join(directory, 'delivered.osm.pbf')
  writeFileSync(file, extractOf(relations, box))
  return importExtract({
    openCompute: openImportCompute,
    file,
    store: imports,
    lowerLayers: [atlas],
    kinds: KINDS,
    land,
    dataDirectory: directory,
    clock: { now: () => NOW_MS, elapsedMs: () => 0 },
  })
}

/** Fetches the relation, as the first caller who asks for it does. */
export const fetchTo = async (
  { fetched, sources, land }: KnownWorldOfTest,
  relation: DeliveredRelation,
  log: Log = silentLog,
): Promise<void> => {
  const overpass = saying(() => overpassAnswer([relation]))
  const live = testMap({ overpass, store: fetched, sources, land, log })
  await live.fetch({ by: 'relation', number: relation.number })
}
