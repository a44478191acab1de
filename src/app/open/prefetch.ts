/** Opens `prefetch`, which fetches boundaries from the live map before calls need them. */
import { setTimeout } from 'node:timers/promises'
import type { Compute } from '../../compute/port.ts'
import type { LandMask } from '../../domain/area/ports.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { type PrefetchOptions, type PrefetchSummary, prefetch } from '../../domain/live/prefetch.ts'
import { closeAll } from '../../util/close-all.ts'
import type { CatalogParts } from './catalog.ts'
import type { Opening } from './opening.ts'

/** No caller waits: the servers' own limits end a fetch long before. */
const MAX_WAIT_MS = 3_600_000

const NOT_CONFIGURED =
  'Nothing is fetched, because the live map is off. Set METES_CONTACT to your email or web address to fetch from OpenStreetMap’s public servers, or METES_OVERPASS_URL to your own server.'

export const openPrefetch = (
  opening: Opening,
  { storedCatalog, fetched, sources, isImported }: CatalogParts,
  land: LandMask,
  compute: Compute,
) => {
  const closes: (() => Promise<void>)[] = []
  const fetchAhead = async (
    request: Pick<PrefetchOptions, 'reference' | 'levels' | 'onProgress' | 'signal'>,
  ): Promise<PrefetchSummary> => {
    const { live: settings } = opening.config
    if (settings === null || fetched === undefined) throw new Error(NOT_CONFIGURED)
    const known = await storedCatalog.find(request.reference)
    if (known.found && (await isImported(known.record.country)))
      throw new Error(
        `An import contains all of ${known.record.country}, and imports take precedence over fetched boundaries. Import a newer extract instead.`,
      )
    const { openDayBudget, openLiveMap } = await import('./live-map-servers.ts')
    const skipped = new Map<BoundaryId, string>()
    const { live, close } = openLiveMap(
      opening,
      { ...settings, maxWaitMs: MAX_WAIT_MS },
      { fetched, sources, land, compute },
      {
        onNotTaken: (id, reason) => skipped.set(id, reason),
        waitsForNew: true,
      },
    )
    closes.push(close)
    const report = await prefetch({
      ...request,
      live,
      fetched,
      budgetLeft: openDayBudget(opening.storage, settings).left,
      sleep: (durationMs, signal) => setTimeout(durationMs, undefined, { signal }),
    })
    return { ...report, skipped: [...skipped].map(([id, reason]) => ({ id, reason })) }
  }
  return { prefetch: fetchAhead, close: () => closeAll(closes) }
}
