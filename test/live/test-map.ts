/** The live map and its client of Overpass with what most tests have in common. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FETCHES } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { createLiveMap, type LiveMapOptions, type OpenLiveMap } from '../../src/sources/live/live-map.ts'
import { partsOf } from '../../src/sources/overpass/answer-parts.ts'
import { createOverpass, type Overpass, type OverpassOptions } from '../../src/sources/overpass/client.ts'
import { queryOfReference } from '../../src/sources/overpass/queries.ts'
import { replyOf } from '../../src/sources/overpass/reply.ts'
import { createDayBudget } from '../../src/sources/upstream/day-budget.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { SERVICE, upstreamAskers, type WorkOwner } from '../../src/util/work-owner.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { ALL_LAND } from '../support/all-land.ts'
import { parentsIn } from '../support/overpass-sections.ts'
import { silentLog } from '../support/silent-log.ts'

const sleep = (durationMs: number): Promise<void> => delay(durationMs)

/** Rests that tests can wait for, and questions that fail soon, but not because the machine is busy. */
export const QUICK_PACE = {
  firstRestMs: 2,
  maxRestMs: 15,
  requestTimeoutMs: 2_000,
  longRequestTimeoutMs: 2_000,
  maxWaitMs: 60_000,
}

export const testOverpass = (urls: readonly string[], options: Partial<OverpassOptions> = {}): Overpass => {
  const { coordination = memoryCoordination(), clock = systemClock } = options
  return createOverpass({
    urls,
    userAgent: 'Metes test',
    budget: createDayBudget({ requestsPerDay: 1_000_000, bytesPerDay: 1e12 }, coordination, clock),
    coordination,
    owner: 'test',
    clock,
    random: systemRandom,
    sleep,
    log: silentLog,
    ...options,
  })
}

/** One that answers every question with the same text. */
export const saying = (answer: () => string): Overpass => ({
  ask: async (queryOf, read) => {
    const parents = parentsIn(queryOf({ timeoutSeconds: 1, maxBytes: 1 }))
    const text = parents === null ? answer() : JSON.stringify({ elements: parents })
    return read(replyOf(Buffer.from(text)))
  },
  tryToAsk: async () => null,
})

/** Asks for a relation; the ids of the boundaries in the answer. */
export const askFor = (
  overpass: Overpass,
  number: number,
  owner: WorkOwner = SERVICE,
): Promise<ReadonlySet<string>> =>
  overpass.ask(
    (limits) => queryOfReference({ by: 'relation', number }, limits)!,
    (reply) => partsOf(reply, []).wanted,
    upstreamAskers(owner),
  )

/** Shared, so that tests start few threads; idle ones do not keep the process alive. */
const compute = openCompute({ import: FETCHES })

export const testMap = (
  options: Partial<LiveMapOptions> & Pick<LiveMapOptions, 'overpass' | 'store'>,
): OpenLiveMap =>
  createLiveMap({
    nominatim: null,
    sources: [options.store],
    land: ALL_LAND,
    kinds: loadKindTables(join(import.meta.dirname, '../../data/kinds')),
    compute,
    coordination: memoryCoordination(),
    owner: 'test',
    maxWaitMs: 600_000,
    ttlMs: 86_400_000,
    clock: systemClock,
    sleep,
    log: silentLog,
    ...options,
  })
