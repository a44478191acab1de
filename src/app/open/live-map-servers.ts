/** Opens the live map over the servers of the settings. */
import { setTimeout } from 'node:timers/promises'
import type { Compute } from '../../compute/port.ts'
import type { LiveSettings } from '../../config/live-settings.ts'
import type { LandMask } from '../../domain/area/ports.ts'
import type { LayerSource } from '../../domain/catalog/layers.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import { loadKindTables } from '../../sources/kinds/kind-tables.ts'
import { createLiveMap, type LiveMapOptions } from '../../sources/live/live-map.ts'
import { createNominatim } from '../../sources/nominatim/client.ts'
import { createOverpass } from '../../sources/overpass/client.ts'
import { createDayBudget, type DayBudget } from '../../sources/upstream/day-budget.ts'
import type { Storage } from '../../storage/sql/stores.ts'
import { systemClock } from '../../util/clock.ts'
import { randomId, systemRandom } from '../../util/random.ts'
import { traced } from '../../util/tracing.ts'
import { userAgent } from '../user-agent.ts'
import { budgetFigures, countedLiveMap, upstreamFigures } from './live-figures.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'

/** What the live map stores boundaries in, what it compares them with, and where they are shaped. */
interface LiveStores {
  readonly fetched: BoundaryStore
  /** All sources, the highest first, among them the store of fetched boundaries. */
  readonly sources: readonly LayerSource[]
  readonly land: LandMask
  readonly compute: Compute
}

export const openLiveMap = (
  { storage, log }: Opening,
  settings: LiveSettings,
  { fetched, sources, land, compute }: LiveStores,
  forPrefetch: Pick<LiveMapOptions, 'onNotTaken' | 'waitsForNew'> = {},
) => {
  const closing = new AbortController()
  const shared = {
    coordination: storage.liveCoordination,
    owner: randomId(systemRandom, 16),
    clock: systemClock,
    sleep: (durationMs: number) => setTimeout(durationMs, undefined, { signal: closing.signal }),
    log,
  }
  const budget = openDayBudget(storage, settings)
  const polite = {
    ...shared,
    userAgent: userAgent(settings.contact),
    budget,
    random: systemRandom,
    signal: closing.signal,
  }
  const overpass = createOverpass({ ...polite, urls: settings.overpassUrls })
  const nominatim =
    settings.nominatimUrls.length === 0 ? null : createNominatim({ ...polite, urls: settings.nominatimUrls })
  const live = createLiveMap({
    ...shared,
    overpass: traced('upstream.overpass', overpass),
    nominatim: nominatim === null ? null : traced('upstream.nominatim', nominatim),
    store: fetched,
    sources,
    land,
    compute,
    kinds: loadKindTables(`${BUNDLED_DATA}/kinds`),
    maxWaitMs: settings.maxWaitMs,
    ttlMs: settings.cacheTtlMs,
    ...forPrefetch,
  })
  const counted = countedLiveMap(live)
  const upstreams = { overpass, ...(nominatim === null ? {} : { nominatim }) }
  return {
    live: counted.live,
    figures: [...counted.figures, ...upstreamFigures(upstreams), ...budgetFigures(budget)],
    /** Running fetches need the stores until they end; the next caller starts them again. */
    close: async () => {
      closing.abort()
      await live.settled()
    },
  }
}

export const openDayBudget = (
  { liveCoordination }: Pick<Storage, 'liveCoordination'>,
  settings: Pick<LiveSettings, 'requestsPerDay' | 'bytesPerDay'>,
): DayBudget => createDayBudget(settings, liveCoordination, systemClock)
