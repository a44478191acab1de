/**
 * Implements `LiveMap` with Overpass: fetches boundaries into the store of fetched boundaries. Simultaneous requests for one
 * object, in any process, make a single fetch; a caller that cannot wait leaves, and the fetch continues.
 */

import type { Compute } from '../../compute/port.ts'
import type { LandMask } from '../../domain/area/ports.ts'
import {
  type BoundaryId,
  type BoundaryReference,
  canonicalId,
  parseBoundaryReference,
} from '../../domain/boundary/id.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import type { LayerSource } from '../../domain/catalog/layers.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
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
import type { Askers } from '../../util/waiting-owners.ts'
import { SERVICE, upstreamAskers, type WorkOwner } from '../../util/work-owner.ts'
import { createKnownWorld } from '../extract/known-world.ts'
import { fetchWorkers } from '../extract/workers.ts'
import type { Nominatim } from '../nominatim/client.ts'
import { elementsOf } from '../overpass/answer-parts.ts'
import { askForParts, type IsAskedFor, openPartsReader } from '../overpass/ask-for-parts.ts'
import { type Overpass, overpassFor } from '../overpass/client.ts'
import {
  isNamedByWord,
  type QueryLimits,
  queryOfContaining,
  queryOfHistory,
  queryOfIds,
  queryOfReference,
} from '../overpass/queries.ts'
import { ABSENT_MS, createAnswerMemory, UNUSABLE } from './answer-memory.ts'
import { boundariesOf } from './boundaries-of-nodes.ts'
import { forgetVanished } from './forget-vanished.ts'
import { type FetchedBy, withParentsOnMap } from './parents-on-map.ts'
import { cellOf } from './query-squares.ts'
import { createSharedFlights, type SharedFlight } from './shared-flights.ts'
import { createShrunkBoundaries } from './shrunk-boundaries.ts'
import { createSubdivisions } from './subdivisions.ts'
import { type TakenBoundaries, takeParts } from './take-parts.ts'

export interface LiveMapOptions {
  readonly overpass: Overpass
  /** Null if no server for searches by name is configured. */
  readonly nominatim: Nominatim | null
  readonly store: BoundaryStore
  /** All sources of boundaries, the highest first, among them the store. */
  readonly sources: readonly LayerSource[]
  readonly land: LandMask
  readonly kinds: KindTables
  /** Shape what some ask for. */
  readonly compute: Compute
  readonly coordination: LiveCoordination
  /** Identifies this process among those that share the store. */
  readonly owner: string
  /** Maximum time that a caller waits. */
  readonly maxWaitMs: number
  /** Time after which an answer of the map is requested again. */
  readonly ttlMs: number
  /** If set, calls for lists wait for the new list when theirs is out of date. */
  readonly waitsForNew?: boolean
  readonly clock: Clock
  readonly sleep: (durationMs: number) => Promise<void>
  readonly log: Log
  /** Called for requested boundaries without a usable polygon; if absent, they are logged. */
  readonly onNotTaken?: (id: BoundaryId, reason: string) => void
}

/** Results of a search to fetch; people look at the first ones. */
const MAX_FOUND = 5

export interface OpenLiveMap extends LiveMap {
  /** Resolves when no fetch is under way. */
  readonly settled: () => Promise<void>
}

export const createLiveMap = (options: LiveMapOptions): OpenLiveMap => {
  const { store, coordination, kinds, clock, log } = options
  const flights = createSharedFlights(options)
  const shrunk = createShrunkBoundaries(coordination, clock)
  const memory = createAnswerMemory(coordination, clock, options.ttlMs, store)
  const worldFor = createKnownWorld({ sources: options.sources, store, land: options.land })
  const onNotTaken = options.onNotTaken ?? ((id, reason) => log.warn({ id, reason }, 'not taken'))

  /** Returns the remembered outcome of the key, unless it is out of date. @throws NoPolygon if that was the outcome */
  const good = async (key: string): Promise<string | null> => {
    const known = await memory.recall(key)
    if (known?.isGood !== true) return null
    if (known.outcome.startsWith(UNUSABLE))
      throw new NoPolygon(known.outcome.slice(UNUSABLE.length), known.leftMs)
    return known.outcome
  }

  /** Returns an old answer at once and refreshes it meanwhile; if that fails, the next call tries again. */
  const answered = async (
    key: string,
    run: SharedFlight<string>['run'],
    owner: WorkOwner,
  ): Promise<string> => {
    const known = await memory.recall(key)
    if (known?.isGood === true) return known.outcome
    const anew = flights.fly(
      key,
      { known: () => good(key), run: async (askers) => memory.keep(key, await run(askers)) },
      upstreamAskers(owner),
    )
    if (known === null || options.waitsForNew === true) return anew
    anew.catch(() => {})
    return known.outcome
  }

  /** Requests whole boundaries and stores them. */
  const take = async (
    query: (limits: QueryLimits) => string,
    isAskedFor: IsAskedFor,
    by: FetchedBy,
    askers: Askers,
  ): Promise<TakenAnswer> => {
    const workers = fetchWorkers(options.compute, askers)
    const reader = openPartsReader(options.compute, askers)
    const overpass = overpassFor(options.overpass, askers)
    // The thread starts while the map is asked.
    reader.prepare()
    const { parts, wanted, mapTimestamp } = await askForParts(overpass, reader, query, isAskedFor)
    const taken = await takeParts(
      { parts, wanted, fetchedAt: rfc3339(clock.now()), mapTimestamp },
      { store, world: withParentsOnMap(worldFor(workers), by, { overpass, kinds }), kinds, workers, shrunk },
    )
    for (const { id, reason } of [...taken.skipped, ...taken.conflicts, ...taken.kept]) onNotTaken(id, reason)
    return { ...taken, isEmpty: wanted.size === 0 }
  }

  /** @throws NoPolygon */
  const fetchReference = async (
    reference: BoundaryReference,
    askers: Askers,
  ): Promise<FetchOutcome | 'kept'> => {
    const { taken, skipped, kept, isEmpty } = await take(
      (limits) => queryOfReference(reference, limits)!,
      isNamedByWord(reference),
      'name',
      askers,
    )
    if (kept.length > 0) return 'kept'
    if (taken.length > 0) return 'fetched'
    if (skipped.length > 0) {
      const [{ id, reason: why }] = skipped
      const reason = `${id}: ${why}`
      await memory.keep(canonicalId(reference), `${UNUSABLE}${reason}`)
      throw new NoPolygon(reason, ABSENT_MS)
    }
    if (!('number' in reference)) return 'absent'
    // An object that exists but is no boundary has versions too.
    const isDeleted = isEmpty && (await hadVersions(reference, askers))
    const id = canonicalId(reference)
    if (await forgetVanished(id, isDeleted, { store, shrunk })) return isDeleted ? 'deleted' : 'absent'
    onNotTaken(id, 'It is missing from OpenStreetMap. If it is still missing in a week, it is removed here.')
    return 'kept'
  }

  /** The object is certainly absent; the history only tells whether it was deleted, and many servers have none. */
  const hadVersions = async ({ by, number }: NumberedReference, askers: Askers): Promise<boolean> => {
    const answer = await options.overpass.tryToAsk((limits) => queryOfHistory(by, number, limits), askers)
    return (answer?.sections.at(0)?.count ?? 0) > 0
  }

  /** Fetches boundaries of the old list that the new one lacks: they have moved, or are gone. */
  const fetchUnlisted = async (ids: readonly BoundaryId[], askers: Askers): Promise<void> => {
    for (const id of await missingOf(ids))
      await fetch(parseBoundaryReference(id) as BoundaryReference, askers).catch(unlessNoPolygon)
  }

  const subdivisionsFor = (askers: Askers) =>
    createSubdivisions(overpassFor(options.overpass, askers), store, (query, isAskedFor, by) =>
      take(query, isAskedFor, by, askers),
    )

  const idsContaining = (cell: BBox, askers: Askers): Promise<readonly BoundaryId[]> =>
    options.overpass.ask(
      (limits) => queryOfContaining(cell, limits),
      (reply) => [
        ...elementsOf(reply, 0, 'relation').map(({ id }) => `r${id}` as BoundaryId),
        ...elementsOf(reply, 1, 'way').map(({ id }) => `w${id}` as BoundaryId),
      ],
      askers,
    )

  /**
   * Returns the ids that are not stored or out of date, so that the polygon of a country is not fetched again for each of
   * its villages.
   */
  const missingOf = async (ids: readonly BoundaryId[]): Promise<readonly BoundaryId[]> => {
    const oldestMs = clock.now() - options.ttlMs
    const fresh = new Set(
      (ids.length === 0 ? [] : await store.records(ids))
        .filter(({ source }) => Date.parse(source.fetchedAt) > oldestMs)
        .map(({ id }) => id),
    )
    return ids.filter((id) => !fresh.has(id))
  }

  const fetch = async (reference: BoundaryReference, waiting: Askers): Promise<FetchOutcome> => {
    const key = canonicalId(reference)
    const isHere = async (): Promise<boolean> => (await store.find(reference)).length > 0
    const flight: SharedFlight<FetchOutcome | 'kept'> = {
      known: async () => {
        const known = (await good(key)) as FetchOutcome | 'kept' | null
        // It may have been removed since, under another of its ids.
        return known === 'fetched' && !(await isHere()) ? null : known
      },
      run: async (askers) => {
        if (queryOfReference(reference, NO_LIMITS) === null) return 'absent'
        const fetched = await fetchReference(reference, askers)
        return memory.keep(key, fetched === 'fetched' && !(await isHere()) ? 'absent' : fetched)
      },
    }
    const outcome = await flights.fly(key, flight, waiting)
    return outcome === 'kept' ? 'fetched' : outcome
  }

  /** Leaves out results without a polygon on the map; any other failure makes the answer incomplete. */
  const fetchFound = async (question: LiveQuestion, askers: Askers): Promise<readonly BoundaryId[]> => {
    const places = (await options.nominatim?.search(question, askers)) ?? []
    const references = (await boundariesOf(places, overpassFor(options.overpass, askers))).slice(0, MAX_FOUND)
    const fetched = await Promise.allSettled(references.map((each) => fetch(each, askers)))
    for (const each of fetched)
      if (each.status === 'rejected' && !(each.reason instanceof NoPolygon)) throw each.reason
    const records = await Promise.all(references.map((reference) => store.find(reference)))
    return [...new Set(records.flat().map(({ id }) => id))]
  }

  return {
    fetch: (reference, owner = SERVICE) => fetch(reference, upstreamAskers(owner)),
    settled: flights.settled,
    fetchFound: async (question, owner = SERVICE) => {
      const key = `search ${JSON.stringify(question)}`
      const ids = await answered(key, async (askers) => (await fetchFound(question, askers)).join(' '), owner)
      return ids.split(' ').filter((id) => id !== '') as BoundaryId[]
    },
    fetchChildren: async (parent, adminLevel, owner = SERVICE) => {
      if (!isNumberedId(parent.id)) return
      const fetchAll = async (askers: Askers): Promise<string> => {
        const subdivisions = subdivisionsFor(askers)
        const before = await subdivisions.known(parent, adminLevel)
        await subdivisions.take(parent, adminLevel)
        await fetchUnlisted(before, askers)
        return 'fetched'
      }
      await answered(`${CHILDREN}${parent.id} ${adminLevel ?? 'next'}`, fetchAll, owner)
    },
    fetchContaining: async (point, owner = SERVICE) => {
      const cell = cellOf(point)
      const key = `${CONTAINING}${cell.map((degrees) => degrees.toFixed(2)).join(' ')}`
      const fetchAll = async (askers: Askers): Promise<string> => {
        const before = (await memory.recall(key))?.outcome.split(' ').filter(isNumberedId) ?? []
        const ids = await idsContaining(cell, askers)
        const missing = await missingOf(ids)
        if (missing.length > 0)
          await take(
            (limits) => queryOfIds(missing, limits),
            (id) => missing.includes(id as BoundaryId),
            'point',
            askers,
          )
        await fetchUnlisted(
          before.filter((id) => !ids.includes(id)),
          askers,
        )
        return ['fetched', ...ids].join(' ')
      }
      await answered(key, fetchAll, owner)
    },
  }
}

const isNumberedId = (text: string): text is BoundaryId => /^[rw]\d+$/.test(text)

interface TakenAnswer extends TakenBoundaries {
  /** True if the map has none of the requested objects. */
  readonly isEmpty: boolean
}

type NumberedReference = Extract<BoundaryReference, { readonly number: number }>

/** The map has the boundary, but its lines do not close, or are too complex. */
class NoPolygon extends LiveMapFailed {
  constructor(reason: string, leftMs: number) {
    super('no polygon', reason, Math.max(1, Math.ceil(leftMs / 1000)))
  }
}

const unlessNoPolygon = (error: unknown): void => {
  if (!(error instanceof NoPolygon)) throw error
}

const NO_LIMITS: QueryLimits = { timeoutSeconds: 1, maxBytes: 1 }
