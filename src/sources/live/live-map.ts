/**
 * The `LiveMap` over Overpass: fetches what nobody has asked for yet into the store of fetched boundaries. However many ask for one thing
 * at once, in however many processes, it is fetched once; a caller who cannot wait leaves, and the fetch goes on.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { type BoundaryId, type BoundaryReference, canonicalId } from '../../domain/boundary/id.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import type { BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import {
  type FetchOutcome,
  type LiveCoordination,
  type LiveMap,
  LiveMapFailed,
  type LiveQuestion,
} from '../../domain/live/ports.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { type Locators, type LowerLayers, lowerLayersOf } from '../extract/lower-layers.ts'
import { workersFor } from '../extract/workers.ts'
import type { Nominatim } from '../nominatim/client.ts'
import type { Section } from '../overpass/answer.ts'
import { askForParts } from '../overpass/ask-for-parts.ts'
import type { Overpass } from '../overpass/client.ts'
import { elementsOf } from '../overpass/parts.ts'
import {
  type QueryLimits,
  queryOfChildren,
  queryOfContaining,
  queryOfHistory,
  queryOfIds,
  queryOfLevelCounts,
  queryOfReference,
} from '../overpass/queries.ts'
import { cellOf } from './cells.ts'
import { withParentsOnMap } from './parents-on-map.ts'
import { createSharedFlights } from './shared-flights.ts'
import { createShrunkBoundaries } from './shrunk-boundaries.ts'
import { type TakenBoundaries, takeParts } from './take-parts.ts'
import { UnusableAnswer } from './unusable-answer.ts'

export interface LiveMapOptions {
  readonly overpass: Overpass
  /** Null where no server searches by name. */
  readonly nominatim: Nominatim | null
  readonly store: BoundaryStore
  /** Sources that know the world around what is fetched, the most trusted first. */
  readonly lowerSources: readonly BoundarySource[]
  readonly kinds: KindTables
  /** No source knows the countries of the world: the map is asked what is around a boundary. */
  readonly asksForParents?: boolean
  readonly coordination: LiveCoordination
  /** Names this process among those that share the store. */
  readonly owner: string
  /** How long a caller waits. */
  readonly maxWaitMs: number
  /** How long an answer of the map is good for, before it is asked again. */
  readonly ttlMs: number
  readonly clock: Clock
  readonly sleep: (durationMs: number) => Promise<void>
  readonly log: Log
  /** Called for requested boundaries without a usable polygon; absent: they are logged. */
  readonly onNotTaken?: (id: BoundaryId, reason: string) => void
}

/** An absent boundary is requested again after an hour: someone may be drawing it. */
const ABSENT_MS = 3_600_000
/** A version of the map that could not be used is requested again the next day. */
const KEPT_MS = 86_400_000
/** By outcome; the empty one is a search without results. */
const GOOD_MS: Readonly<Record<string, number>> = {
  absent: ABSENT_MS,
  deleted: ABSENT_MS,
  '': ABSENT_MS,
  kept: KEPT_MS,
}
/** Results of a search that are fetched: people look at the first ones. */
const MAX_FOUND = 5
/** Subdivisions of one list; more belong into an import. */
const MAX_CHILDREN = 2_000
/** Shaping more, about 50,000 positions, would delay other calls by more than 50 ms. */
const MAX_BYTES_IN_PLACE = 3_000_000
const COUNTRY_LEVEL = 2
const FINEST_LEVEL = 11

export interface OpenLiveMap extends LiveMap {
  /** Resolves when no fetch is under way. */
  readonly settled: () => Promise<void>
}

export const createLiveMap = (options: LiveMapOptions): OpenLiveMap => {
  const { overpass, store, coordination, clock, log } = options
  const flights = createSharedFlights(options)
  const shrunk = createShrunkBoundaries(coordination, clock)
  const locators: Locators = new Map()
  /** What imports and fetches replace may change between two fetches; the polygons are kept. */
  const lowerLayers = (): LowerLayers => {
    const layers = lowerLayersOf(options.lowerSources, store, locators)
    return options.asksForParents === true ? withParentsOnMap(layers, overpass, options.kinds) : layers
  }
  const onNotTaken = options.onNotTaken ?? ((id, reason) => log.warn({ id, reason }, 'not taken'))

  /** What the map said of the key, while that is still good. */
  const remembered = async (key: string): Promise<string | null> => {
    const known = await coordination.remembered(key)
    if (known === null) return null
    const goodMs = GOOD_MS[known.outcome] ?? options.ttlMs
    return known.atMs > clock.now() - goodMs ? known.outcome : null
  }

  const remember = async <T extends string>(key: string, outcome: T): Promise<T> => {
    await coordination.remember(key, outcome, clock.now())
    return outcome
  }

  /** Asks for whole boundaries and takes them. */
  const take = async (query: (limits: QueryLimits) => string): Promise<Taken> => {
    const { parts, wanted, bytes, mapTimestamp } = await askForParts(overpass, query)
    const workers = workersFor(bytes, MAX_BYTES_IN_PLACE)
    try {
      const taken = await takeParts(
        {
          parts,
          wanted,
          fetchedAt: rfc3339(clock.now()),
          mapTimestamp,
        },
        { store, lowerLayers: lowerLayers(), kinds: options.kinds, workers, shrunk },
      )
      for (const { id, reason } of [...taken.skipped, ...taken.kept]) onNotTaken(id, reason)
      return { ...taken, isEmpty: wanted.size === 0 }
    } finally {
      await workers.close()
    }
  }

  const fetchReference = async (reference: BoundaryReference): Promise<FetchOutcome | 'kept'> => {
    const { taken, skipped, kept, isEmpty } = await take((limits) => queryOfReference(reference, limits)!)
    if (kept.length > 0) return 'kept'
    if (taken.length > 0) return 'fetched'
    if (skipped.length > 0) {
      const [{ id, reason }] = skipped
      throw new NoPolygon('broken', `${id} has no polygon on the map now. ${reason}`, ABSENT_MS / 1000)
    }
    // What is there, and is no boundary, has versions, too.
    if (!isEmpty) return 'absent'
    return (await hadVersions(reference)) ? 'deleted' : 'absent'
  }

  /** That it is absent is certain by now; many servers keep no history that could tell more. */
  const hadVersions = async (reference: BoundaryReference): Promise<boolean> => {
    if (!('number' in reference)) return false
    const { by, number } = reference
    const answer = await overpass.tryToAsk((limits) => queryOfHistory(by, number, limits))
    return (answer?.sections.at(0)?.count ?? 0) > 0
  }

  /** Of the levels those that have boundaries in the area of the parent, and how many. */
  const countsOf = async (
    parent: BoundaryRecord,
    levels: readonly number[],
  ): Promise<readonly { readonly level: number; readonly count: number }[]> => {
    if (levels.length === 0) return []
    const counts = await overpass.ask(
      (limits) => queryOfLevelCounts(parent.id, levels, limits),
      ({ sections }) => levels.map((level, index) => ({ level, count: countIn(sections.at(index)) })),
    )
    return counts.filter(({ count }) => count > 0)
  }

  const takeLevel = async (parent: BoundaryRecord, level: number, count: number): Promise<void> => {
    if (count > MAX_CHILDREN)
      throw new LiveMapFailed(
        'too large',
        `${parent.id} has ${count} subdivisions of level ${level}; at most ${MAX_CHILDREN} are fetched at once.`,
        KEPT_MS / 1000,
      )
    await take((limits) => queryOfChildren(parent.id, level, limits))
  }

  /** Neighbours that share a river with the parent lie in its area, too: the next level is the first with a boundary that the parent contains. */
  const takeNextLevel = async (parent: BoundaryRecord): Promise<void> => {
    for (const { level, count } of await countsOf(parent, levelsBelow(parent))) {
      await takeLevel(parent, level, count)
      if ((await store.children([parent.id], level)).length > 0) return
    }
  }

  const idsContaining = (cell: BBox): Promise<readonly BoundaryId[]> =>
    overpass.ask(
      (limits) => queryOfContaining(cell, limits),
      (reply) => [
        ...elementsOf(reply, 0, 'relation').map(({ id }) => `r${id}` as BoundaryId),
        ...elementsOf(reply, 1, 'way').map(({ id }) => `w${id}` as BoundaryId),
      ],
    )

  /** Those that are not here, or too old: the polygon of a country is not fetched again for each of its villages. */
  const missingOf = async (ids: readonly BoundaryId[]): Promise<readonly BoundaryId[]> => {
    const oldestMs = clock.now() - options.ttlMs
    const fresh = new Set(
      (ids.length === 0 ? [] : await store.records(ids))
        .filter(({ source }) => Date.parse(source.fetchedAt) > oldestMs)
        .map(({ id }) => id),
    )
    return ids.filter((id) => !fresh.has(id))
  }

  const levelsBelow = (parent: BoundaryRecord): readonly number[] => {
    const first = (parent.adminLevel ?? COUNTRY_LEVEL) + 1
    return Array.from({ length: Math.max(0, FINEST_LEVEL - first + 1) }, (_, index) => first + index)
  }

  const fetch: LiveMap['fetch'] = async (reference) => {
    const key = canonicalId(reference)
    const outcome = await flights.fly(key, {
      known: async () => (await remembered(key)) as FetchOutcome | 'kept' | null,
      run: async () =>
        queryOfReference(reference, NO_LIMITS) === null
          ? 'absent'
          : remember(key, await fetchReference(reference)),
    })
    return outcome === 'kept' ? 'fetched' : outcome
  }

  /** What has no polygon on the map now is no result; every other failure makes the answer incomplete. */
  const fetchFound = async (question: LiveQuestion): Promise<readonly BoundaryId[]> => {
    const references = ((await options.nominatim?.search(question)) ?? []).slice(0, MAX_FOUND)
    const fetched = await Promise.allSettled(references.map(fetch))
    for (const each of fetched)
      if (each.status === 'rejected' && !(each.reason instanceof NoPolygon)) throw each.reason
    const records = await Promise.all(references.map((reference) => store.find(reference)))
    return [...new Set(records.flat().map(({ id }) => id))]
  }

  return {
    fetch,
    settled: flights.settled,
    fetchFound: async (question) => {
      const key = `search ${JSON.stringify(question)}`
      const ids = await flights.fly(key, {
        known: () => remembered(key),
        run: async () => remember(key, (await fetchFound(question)).join(' ')),
      })
      return ids.split(' ').filter((id) => id !== '') as BoundaryId[]
    },
    fetchChildren: async (parent, adminLevel) => {
      if (!/^[rw]\d+$/.test(parent.id)) return
      const key = `children ${parent.id} ${adminLevel ?? 'next'}`
      await flights.fly(key, {
        known: () => remembered(key),
        run: async () => {
          if (adminLevel === null) await takeNextLevel(parent)
          else
            for (const { level, count } of await countsOf(parent, [adminLevel]))
              await takeLevel(parent, level, count)
          return remember(key, 'fetched')
        },
      })
    },
    fetchContaining: async (point) => {
      const cell = cellOf(point)
      const key = `containing ${cell.map((degrees) => degrees.toFixed(2)).join(' ')}`
      await flights.fly(key, {
        known: () => remembered(key),
        run: async () => {
          const missing = await missingOf(await idsContaining(cell))
          if (missing.length > 0) await take((limits) => queryOfIds(missing, limits))
          return remember(key, 'fetched')
        },
      })
    },
  }
}

/** @throws UnusableAnswer for an answer that ends before it: an absent count is no count of 0 */
const countIn = (section: Section | undefined): number => {
  if (section === undefined || section.count === null)
    throw new UnusableAnswer('The answer ends before its last count.')
  return section.count
}

interface Taken extends TakenBoundaries {
  /** The map has nothing of what was asked for. */
  readonly isEmpty: boolean
}

/** The map draws the boundary, and its lines do not close. */
class NoPolygon extends LiveMapFailed {}

const NO_LIMITS: QueryLimits = { timeoutSeconds: 1, maxBytes: 1 }
