/** Opens the catalog: the sources that the settings name, in layers, with disputes and the words of names. */
import { createCatalog } from '../../domain/catalog/catalog.ts'
import { createDisputes } from '../../domain/catalog/disputes.ts'
import type { LayerSource } from '../../domain/catalog/layers.ts'
import { yieldingCatalog } from '../../domain/catalog/yielding-catalog.ts'
import { openBundledAtlas } from '../../sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../../sources/atlas/bundled-disputes.ts'
import { readCountryFacts } from '../../sources/country-facts.ts'
import { openLexicon } from '../../sources/names/lexicon.ts'
import { systemClock } from '../../util/clock.ts'
import { createYieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'

const MIB = 1024 * 1024
/** Polygons that points are tested against, decoded: the countries and regions that most points fall into. */
const POLYGON_BYTES = 256 * MIB

export type CatalogParts = Awaited<ReturnType<typeof openCatalog>>

export const openCatalog = async ({ config, storage, onClose }: Opening) => {
  const atlas = config.sources.includes('atlas')
    ? await openBundledAtlas(`${BUNDLED_DATA}/atlas`, config.dataDir)
    : null
  if (atlas !== null) onClose(atlas.close)
  const layers = { extract: storage.boundaries, atlas: atlas?.source } satisfies Record<
    string,
    LayerSource | undefined
  >
  const disputes = createDisputes(bundledDisputes(`${BUNDLED_DATA}/atlas`))
  const lexicon = openLexicon(BUNDLED_DATA, config.dataDir)
  const catalog = createCatalog({
    sources: config.sources.flatMap((name) => layers[name] ?? []),
    polygonBytes: POLYGON_BYTES,
    facts: readCountryFacts(BUNDLED_DATA),
    disputes,
    lexicon,
  })
  const yieldToEventLoop = createYieldToEventLoop(systemClock)
  return {
    catalog,
    /** For work that asks hundreds of questions in a row. */
    yieldingCatalog: yieldingCatalog(catalog, yieldToEventLoop),
    yieldToEventLoop,
    disputes,
    lexicon,
    atlas: atlas?.source ?? null,
  }
}
