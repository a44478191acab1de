/**
 * Wraps a planner: fetches places of a description that the catalog lacks from the live map, then plans the description
 * again. Fetched boundaries are validated against the description like all others.
 */
import { SERVICE } from '../../util/work-owner.ts'
import { missingIn } from '../area/known-first.ts'
import type { CatalogFor, Planner } from '../area/ports.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Position } from '../geometry/rings.ts'
import type { LiveMap } from './ports.ts'

/** A place inside another place that is fetched first needs a second round. */
const MAX_ROUNDS = 3
/** Each place costs a search (one a second) and some downloads. */
const MAX_PLACES = 10
const RESULTS = 3

export const createFetchingPlanner = (
  planner: Planner,
  live: Pick<LiveMap, 'fetchFound'>,
  catalogFor: CatalogFor<Pick<Catalog, 'records'>>,
): Planner => ({
  plan: async (request, options = {}) => {
    const asked = new Set<string>()
    const owner = options.owner ?? SERVICE
    const catalog = catalogFor(owner)
    let near = request.seed
    let planned = await planner.plan(request, options)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const missing = missingIn(planned).filter((text) => !asked.has(text))
      const fetched: BoundaryId[] = []
      for (const text of missing.slice(0, MAX_PLACES - asked.size)) {
        options.signal?.throwIfAborted()
        asked.add(text)
        options.onStep?.(`Looking up ${text} in OpenStreetMap`)
        const countries = request.country === null ? [] : [request.country]
        fetched.push(
          ...(await live.fetchFound(
            { text, kind: null, countries, near, languages: [], limit: RESULTS },
            owner,
          )),
        )
        near ??= await centreOf(catalog, fetched)
      }
      if (fetched.length === 0) return planned
      planned = await planner.plan(request, options)
    }
    return planned
  },
})

/** Returns the position of the description's first place, near which the others most likely are. */
const centreOf = async (
  catalog: Pick<Catalog, 'records'>,
  ids: readonly BoundaryId[],
): Promise<Position | null> => (await catalog.records(ids.slice(0, 1))).get(ids[0])?.centroid ?? null
