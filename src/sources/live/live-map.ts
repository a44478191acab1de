/**
 * The `LiveMap` over Overpass: fetches what nobody has asked for yet into the store of fetched boundaries. However many ask for one thing
 * at once, in however many processes, it is fetched once; a caller who cannot wait leaves, and the fetch goes on.
 */
import {
  type BoundaryId,
  type BoundaryReference,
  canonicalId,
  parseBoundaryReference,
} from '../../domain/boundary/id.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import type { BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import {
  CHILDREN,
  CONTAINING,
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
import { askForParts, type IsAskedFor } from '../overpass/ask-for-parts.ts'
import type { Overpass } from '../overpass/client.ts'
import { elementsOf } from '../overpass/parts.ts'
import {
  isNamedBy,
  type QueryLimits,
  queryOfContaining,
  queryOfHistory,
  queryOfIds,
  queryOfReference,
} from '../overpass/queries.ts'
import { ABSENT_MS, createAnswerMemory } from './answer-memory.ts'
import { boundariesOf } from './boundaries-of-nodes.ts'
import { cellOf } from './cells.ts'
import { forgetVanished } from './forget-vanished.ts'
import { withParentsOnMap } from './parents-on-map.ts'
import { createSharedFlights } from './shared-flights.ts'
import { createShrunkBoundaries } from './shrunk-boundaries.ts'
import { createSubdivisions } from './subdivisions.ts'
import { type TakenBoundaries, takeParts } from './take-parts.ts'

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
  /** Calls for lists wait for the new one where theirs is old. */
  readonly waitsForNew?: boolean
  readonly clock: Clock
  readonly sleep: (durationMs: number) => Promise<void>
  readonly log: Log
  /** Called for requested boundaries without a usable polygon; absent: they are logged. */
  readonly onNotTaken?: (id: BoundaryId, reason: string) => void
}

/** Results of a search that are fetched: people look at the first ones. */
const MAX_FOUND = 5
/** Shaping more, about 50,000 positions, would delay other calls by more than 50 ms. */
const MAX_BYTES_IN_PLACE = 3_000_000

export interface OpenLiveMap extends LiveMap {
  /** Resolves when no fetch is under way. */
  readonly settled: () => Promise<void>
}

export const createLiveMap = (options: LiveMapOptions): OpenLiveMap => {
  const { overpass, store, coordination, clock, log } = options
  const flights = createSharedFlights(options)
  const shrunk = createShrunkBoundaries(coordination, clock)
  const memory = createAnswerMemory(coordination, clock, options.ttlMs, store)
  const locators: Locators = new Map()
  /** What imports and fetches replace may change between two fetches; the polygons are kept. */
  const lowerLayers = (): LowerLayers => {
    const layers = lowerLayersOf(options.lowerSources, store, locators)
    return options.asksForParents === true ? withParentsOnMap(layers, overpass, options.kinds) : layers
  }
  const onNotTaken = options.onNotTaken ?? ((id, reason) => log.warn({ id, reason }, 'not taken'))

  /** What the map said of the key, while that is still good. */
  const good = async (key: string): Promise<string | null> => {
    const known = await memory.recall(key)
    return known?.isGood === true ? known.outcome : null
  }

  /** An old answer is given at once and made anew meanwhile; where that fails, the next call tries again. */
  const answered = async (key: string, run: () => Promise<string>): Promise<string> => {
    const known = await memory.recall(key)
    if (known?.isGood === true) return known.outcome
    const anew = flights.fly(key, { known: () => good(key), run: async () => memory.keep(key, await run()) })
    if (known === null || options.waitsForNew === true) return anew
    anew.catch(() => {})
    return known.outcome
  }

  /** Asks for whole boundaries and takes them. */
  const take = async (query: (limits: QueryLimits) => string, isAskedFor: IsAskedFor): Promise<Taken> => {
    const { parts, wanted, bytes, mapTimestamp } = await askForParts(overpass, query, isAskedFor)
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
    const { taken, skipped, kept, isEmpty } = await take(
      (limits) => queryOfReference(reference, limits)!,
      isNamedBy(reference),
    )
    if (kept.length > 0) return 'kept'
    if (taken.length > 0) return 'fetched'
    if (skipped.length > 0) {
      const [{ id, reason }] = skipped
      throw new NoPolygon(
        'broken',
        `${id} has no usable polygon on OpenStreetMap now. ${reason}`,
        ABSENT_MS / 1000,
      )
    }
    if (!('number' in reference)) return 'absent'
    // What is there, and is no boundary, has versions, too.
    const isDeleted = isEmpty && (await hadVersions(reference))
    const id = canonicalId(reference)
    if (await forgetVanished(id, isDeleted, { store, shrunk })) return isDeleted ? 'deleted' : 'absent'
    onNotTaken(id, 'It is missing from OpenStreetMap. If it is still missing in a week, it is removed here.')
    return 'kept'
  }

  /** That it is absent is certain by now; many servers keep no history that could tell more. */
  const hadVersions = async ({ by, number }: NumberedReference): Promise<boolean> => {
    const answer = await overpass.tryToAsk((limits) => queryOfHistory(by, number, limits))
    return (answer?.sections.at(0)?.count ?? 0) > 0
  }

  /** What was in the list before and is not in the new one has moved, or is gone. */
  const fetchUnlisted = async (ids: readonly BoundaryId[]): Promise<void> => {
    for (const id of await missingOf(ids))
      await fetch(parseBoundaryReference(id) as BoundaryReference).catch(unlessNoPolygon)
  }

  const subdivisions = createSubdivisions(overpass, store, take)

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

  const fetch: LiveMap['fetch'] = async (reference) => {
    const key = canonicalId(reference)
    const isHere = async (): Promise<boolean> => (await store.find(reference)).length > 0
    const outcome = await flights.fly(key, {
      known: async () => {
        const known = (await good(key)) as FetchOutcome | 'kept' | null
        // It may have been removed since, under another of its ids.
        return known === 'fetched' && !(await isHere()) ? null : known
      },
      run: async () => {
        if (queryOfReference(reference, NO_LIMITS) === null) return 'absent'
        const fetched = await fetchReference(reference)
        return memory.keep(key, fetched === 'fetched' && !(await isHere()) ? 'absent' : fetched)
      },
    })
    return outcome === 'kept' ? 'fetched' : outcome
  }

  /** What has no polygon on the map now is no result; every other failure makes the answer incomplete. */
  const fetchFound = async (question: LiveQuestion): Promise<readonly BoundaryId[]> => {
    const places = (await options.nominatim?.search(question)) ?? []
    const references = (await boundariesOf(places, overpass)).slice(0, MAX_FOUND)
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
      const ids = await answered(key, async () => (await fetchFound(question)).join(' '))
      return ids.split(' ').filter((id) => id !== '') as BoundaryId[]
    },
    fetchChildren: async (parent, adminLevel) => {
      if (!isNumberedId(parent.id)) return
      await answered(`${CHILDREN}${parent.id} ${adminLevel ?? 'next'}`, async () => {
        const before = await subdivisions.known(parent, adminLevel)
        await subdivisions.take(parent, adminLevel)
        await fetchUnlisted(before)
        return 'fetched'
      })
    },
    fetchContaining: async (point) => {
      const cell = cellOf(point)
      const key = `${CONTAINING}${cell.map((degrees) => degrees.toFixed(2)).join(' ')}`
      await answered(key, async () => {
        const before = (await memory.recall(key))?.outcome.split(' ').filter(isNumberedId) ?? []
        const ids = await idsContaining(cell)
        const missing = await missingOf(ids)
        if (missing.length > 0)
          await take(
            (limits) => queryOfIds(missing, limits),
            (id) => missing.includes(id as BoundaryId),
          )
        await fetchUnlisted(before.filter((id) => !ids.includes(id)))
        return ['fetched', ...ids].join(' ')
      })
    },
  }
}

const isNumberedId = (text: string): text is BoundaryId => /^[rw]\d+$/.test(text)

interface Taken extends TakenBoundaries {
  /** The map has nothing of what was asked for. */
  readonly isEmpty: boolean
}

type NumberedReference = Extract<BoundaryReference, { readonly number: number }>

/** The map draws the boundary, and its lines do not close. */
class NoPolygon extends LiveMapFailed {}

const unlessNoPolygon = (error: unknown): void => {
  if (!(error instanceof NoPolygon)) throw error
}

const NO_LIMITS: QueryLimits = { timeoutSeconds: 1, maxBytes: 1 }
