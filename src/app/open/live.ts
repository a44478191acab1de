/** Opens the live map, if the settings allow it: boundaries that no source has are then fetched from OpenStreetMap. */
import type { Compute } from '../../compute/port.ts'
import type { LandMask } from '../../domain/area/ports.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { liveCatalog } from '../../domain/live/live-catalog.ts'
import type { LiveMap } from '../../domain/live/ports.ts'
import { systemClock } from '../../util/clock.ts'
import { SERVICE, type WorkOwner } from '../../util/work-owner.ts'
import type { CatalogParts } from './catalog.ts'
import type { Opening } from './opening.ts'
import type { Part } from './parts.ts'

/** Other calls than those that wait for the live map find what another server fetched after this time. */
const CATCH_UP_EVERY_MS = 1_000
const SHORTEN_EVERY_MS = 600_000

export interface LiveParts extends Part {
  /** Null if the live map is off. */
  readonly live: LiveMap | null
  /** For calls: fetches boundaries that no source has. */
  readonly catalog: Catalog
  /** The same, for what an owner asks. */
  readonly catalogFor: (owner: WorkOwner) => Catalog
}

export const openLive = async (
  opening: Opening,
  { storedCatalog, fetched, sources, isImported }: CatalogParts,
  land: LandMask,
  compute: Compute,
): Promise<LiveParts> => {
  const { live: settings } = opening.config
  if (settings === null || fetched === undefined)
    return { live: null, catalog: storedCatalog, catalogFor: () => storedCatalog }
  // With all that reads objects of OpenStreetMap it is a sixth of the service, so only those load it who use it.
  const [{ openLiveMap }, { LIVE_SWEEP_EVERY_MS, sweepLiveMap }] = await Promise.all([
    import('./live-map-servers.ts'),
    import('../../sources/live/delete-old-records.ts'),
  ])
  const { cacheTtlMs: ttlMs } = settings
  const { live, figures, close } = openLiveMap(opening, settings, { fetched, sources, land, compute })
  const { liveCoordination: coordination } = opening.storage
  const sweep = () => sweepLiveMap({ coordination, ttlMs, clock: systemClock })
  const now = systemClock.now
  const catalogFor = (owner: WorkOwner): Catalog =>
    liveCatalog({ catalog: storedCatalog, live, isImported, ttlMs, now, owner })
  return {
    live,
    catalog: catalogFor(SERVICE),
    catalogFor,
    figures,
    chores: [
      { name: 'live map: deleting old answers', everyMs: LIVE_SWEEP_EVERY_MS, run: sweep },
      {
        name: 'live map: reading what other servers fetched',
        everyMs: CATCH_UP_EVERY_MS,
        run: () => fetched.catchUp(),
      },
      {
        name: 'live map: shortening the log of fetched boundaries',
        everyMs: SHORTEN_EVERY_MS,
        run: opening.storage.shortenFetched,
      },
    ],
    close,
  }
}
