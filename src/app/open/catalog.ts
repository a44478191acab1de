/** Opens the catalog: the configured sources in layers, with disputes and the words of names. */
import { createCatalog } from '../../domain/catalog/catalog.ts'
import { createDisputes } from '../../domain/catalog/disputes.ts'
import type { LayerSource } from '../../domain/catalog/layers.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import { yieldingCatalog } from '../../domain/catalog/yielding-catalog.ts'
import { liveCatalog } from '../../domain/live/live-catalog.ts'
import { openBundledAtlas } from '../../sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../../sources/atlas/bundled-disputes.ts'
import { readCountryFacts } from '../../sources/country-facts.ts'
import { openLexicon } from '../../sources/names/lexicon.ts'
import { systemClock } from '../../util/clock.ts'
import { lazilyByVersion } from '../../util/lazily.ts'
import { createYieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { openLiveMap } from './live.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'

const MIB = 1024 * 1024
/** Memory for decoded polygons of point tests: the countries and regions of most points. */
const POLYGON_BYTES = 256 * MIB

export type CatalogParts = Awaited<ReturnType<typeof openCatalog>>

export const openCatalog = async (opening: Opening) => {
  const { config, storage, onClose } = opening
  const atlas = config.sources.includes('atlas')
    ? await openBundledAtlas(`${BUNDLED_DATA}/atlas`, config.dataDir)
    : null
  if (atlas !== null) onClose(atlas.close)
  const fetched = config.live === null ? undefined : await storage.openFetched()
  const layers = { extract: storage.boundaries, live: fetched, atlas: atlas?.source } satisfies Record<
    string,
    LayerSource | undefined
  >
  const disputes = createDisputes(bundledDisputes(`${BUNDLED_DATA}/atlas`))
  const lexicon = openLexicon(BUNDLED_DATA, config.dataDir)
  const sources = config.sources.flatMap((name) => layers[name] ?? [])
  const catalog = createCatalog({
    sources,
    polygonBytes: POLYGON_BYTES,
    facts: readCountryFacts(BUNDLED_DATA),
    disputes,
    lexicon,
    hasLiveMap: config.live !== null && config.live.nominatimUrls.length > 0,
  })
  const yieldToEventLoop = createYieldToEventLoop(systemClock)
  const lowerSources = atlas === null ? [] : [atlas.source]
  const live =
    config.live === null || fetched === undefined
      ? null
      : openLiveMap(opening, config.live, fetched, lowerSources)
  const isImported = importedCountries(storage.boundaries)
  return {
    catalog,
    /** Null if the live map is off. */
    live,
    /** For calls: fetches boundaries that no source has. */
    servedCatalog:
      config.live === null || live === null
        ? catalog
        : liveCatalog({
            catalog,
            live,
            isImported,
            ttlMs: config.live.cacheTtlMs,
            now: systemClock.now,
          }),
    /** For work that makes hundreds of queries in a row. */
    yieldingCatalog: yieldingCatalog(catalog, yieldToEventLoop),
    yieldToEventLoop,
    disputes,
    lexicon,
    atlas: atlas?.source ?? null,
    /** Boundaries fetched from the live map; undefined if the settings do not allow it. */
    fetched,
    lowerSources,
    sources,
    isImported,
  }
}

const importedCountries = (store: BoundaryStore) => {
  const overrides = lazilyByVersion(() => store.overrides())
  return async (country: string | null): Promise<boolean> =>
    country !== null && (await overrides.get(await store.version())).coveredCountries.has(country)
}
