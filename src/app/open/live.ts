/** Opens the live map, if the settings allow it: boundaries that no source has are then fetched from OpenStreetMap. */
import { setTimeout } from 'node:timers/promises'
import type { LiveSettings } from '../../config/live-settings.ts'
import type { BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import type { LiveMap } from '../../domain/live/ports.ts'
import { loadKindTables } from '../../sources/kinds/kind-tables.ts'
import { createDayBudget, type DayBudget } from '../../sources/live/day-budget.ts'
import { createLiveMap, type LiveMapOptions } from '../../sources/live/live-map.ts'
import { sweepLiveMap } from '../../sources/live/sweep.ts'
import { createNominatim } from '../../sources/nominatim/client.ts'
import { createOverpass } from '../../sources/overpass/client.ts'
import type { Storage } from '../../storage/sql/open-storage.ts'
import { systemClock } from '../../util/clock.ts'
import { randomId, systemRandom } from '../../util/random.ts'
import { PACKAGE_VERSION } from '../package-version.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'

export const openLiveMap = (
  { storage, log, onClose }: Opening,
  settings: LiveSettings,
  fetched: BoundaryStore,
  lowerSources: readonly BoundarySource[],
  forPrefetch: Pick<LiveMapOptions, 'onNotTaken' | 'waitsForNew'> = {},
): LiveMap => {
  const closing = new AbortController()
  const shared = {
    coordination: storage.liveCoordination,
    owner: randomId(systemRandom, 16),
    clock: systemClock,
    sleep: (durationMs: number) => setTimeout(durationMs, undefined, { signal: closing.signal }),
    log,
  }
  const polite = {
    ...shared,
    userAgent: userAgent(settings.contact),
    budget: openDayBudget(storage, settings),
    random: systemRandom,
    signal: closing.signal,
  }
  const live = createLiveMap({
    ...shared,
    overpass: createOverpass({ ...polite, urls: settings.overpassUrls }),
    nominatim:
      settings.nominatimUrls.length === 0
        ? null
        : createNominatim({ ...polite, urls: settings.nominatimUrls }),
    store: fetched,
    lowerSources,
    asksForParents: lowerSources.length === 0,
    kinds: loadKindTables(`${BUNDLED_DATA}/kinds`),
    maxWaitMs: settings.maxWaitMs,
    ttlMs: settings.cacheTtlMs,
    ...forPrefetch,
  })
  // Running fetches need the stores until they end; the next caller starts them again.
  onClose(() => {
    closing.abort()
    return live.settled()
  })
  return live
}

/** Opens the deletion of old records; without a live map there are none. */
export const openLiveSweep = ({ storage, config }: Opening): (() => Promise<void>) => {
  const { live } = config
  if (live === null) return async () => {}
  const { liveCoordination: coordination } = storage
  return () => sweepLiveMap({ coordination, ttlMs: live.cacheTtlMs, clock: systemClock })
}

export const openDayBudget = (
  { liveCoordination }: Pick<Storage, 'liveCoordination'>,
  settings: Pick<LiveSettings, 'requestsPerDay' | 'bytesPerDay'>,
): DayBudget => createDayBudget(settings, liveCoordination, systemClock)

/** https://operations.osmfoundation.org/policies/api/ requires the name of the program and a way to reach its operator. */
export const userAgent = (contact: string | null): string =>
  contact === null ? `Metes/${PACKAGE_VERSION}` : `Metes/${PACKAGE_VERSION} (${contact})`
