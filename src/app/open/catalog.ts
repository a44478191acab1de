/** Opens the catalog: the configured sources in layers, with disputes and the words of names. */
import { isOnlyForOperator } from '../../config/exposure.ts'
import { createCatalog } from '../../domain/catalog/catalog.ts'
import { createDisputes } from '../../domain/catalog/disputes.ts'
import { type LayerSource, MAX_VERSIONS } from '../../domain/catalog/layers.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import { yieldingCatalog } from '../../domain/catalog/yielding-catalog.ts'
import { bundledDisputes } from '../../sources/atlas/bundled-disputes.ts'
import { readCountryFacts } from '../../sources/country-facts.ts'
import { openLexicon } from '../../sources/names/bundled-lexicon.ts'
import { systemClock } from '../../util/clock.ts'
import type { Figure } from '../../util/figure.ts'
import { lazilyByVersion } from '../../util/lazily.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import { createYieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import type { AtlasParts } from './atlas.ts'
import { announcingChores } from './catalog-servers.ts'
import { BUNDLED_DATA, type Opening, unpackingDirectory } from './opening.ts'

const MIB = 1024 * 1024
/** Memory for decoded polygons of point tests: the countries and regions of most points. */
const POLYGON_BYTES = 256 * MIB

export type CatalogParts = Awaited<ReturnType<typeof openCatalog>>

export const openCatalog = async (
  { config, storage }: Pick<Opening, 'config' | 'storage'>,
  { atlas }: AtlasParts,
) => {
  const fetched = config.live === null ? undefined : await storage.openFetched()
  const layers = { extract: storage.boundaries, live: fetched, atlas } satisfies Record<
    string,
    LayerSource | null | undefined
  >
  const disputes = createDisputes(bundledDisputes(`${BUNDLED_DATA}/atlas`))
  const lexicon = openLexicon(BUNDLED_DATA, unpackingDirectory(config))
  const sources = config.sources.flatMap((name) => layers[name] ?? [])
  const storedCatalog = createCatalog({
    sources,
    polygonBytes: POLYGON_BYTES,
    facts: readCountryFacts(BUNDLED_DATA),
    disputes,
    lexicon,
    hasLiveMap: config.live !== null && config.live.nominatimUrls.length > 0,
    reader: isOnlyForOperator(config) ? 'operator' : undefined,
  })
  const yieldToEventLoop = createYieldToEventLoop(systemClock)
  return {
    /** Fetches nothing. */
    storedCatalog,
    /** For work that makes hundreds of queries in a row. */
    yieldingCatalogFor: ({ processorTime }: WorkOwner) =>
      yieldingCatalog(storedCatalog, yieldToEventLoop, processorTime),
    yieldToEventLoop,
    disputes,
    lexicon,
    /** Boundaries fetched from the live map; undefined if the settings do not allow it. */
    fetched,
    sources,
    isImported: importedCountries(storage.boundaries),
    figures: importFigures(storage.boundaries),
    chores: announcingChores(storage, systemClock),
  }
}

/** Counting the boundaries of imports takes time, so it is done once for each version of the store. */
const importFigures = (store: BoundaryStore): readonly Figure[] => {
  const imports = lazilyByVersion(() => store.imports())
  const current = async () => imports.get(await store.version())
  const timesOf = async (): Promise<readonly number[]> =>
    (await current()).map(({ dataTimestamp, importedAt }) => Date.parse(dataTimestamp ?? importedAt) / 1000)
  return [
    {
      name: 'metes_imports',
      help: 'Imported extracts that have boundaries in the catalog.',
      kind: 'gauge',
      across: 'max',
      read: async () => [{ value: (await current()).length }],
    },
    {
      name: 'metes_imports_boundaries',
      help: 'Boundaries of imported extracts.',
      kind: 'gauge',
      across: 'max',
      read: async () => [{ value: (await current()).reduce((sum, { boundaries }) => sum + boundaries, 0) }],
    },
    {
      name: 'metes_imports_data_timestamp_seconds',
      help: 'Date of the map in imported extracts, as Unix time: of the oldest and of the newest one.',
      kind: 'gauge',
      across: 'max',
      read: async () => {
        const times = await timesOf()
        if (times.length === 0) return []
        return [
          { value: Math.min(...times), labels: { extract: 'oldest' } },
          { value: Math.max(...times), labels: { extract: 'newest' } },
        ]
      },
    },
  ]
}

const importedCountries = (store: BoundaryStore) => {
  const overrides = lazilyByVersion(() => store.overrides(), MAX_VERSIONS)
  return async (country: string | null): Promise<boolean> =>
    country !== null && (await overrides.get(await store.version())).coveredCountries.has(country)
}
