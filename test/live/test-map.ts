/** The live map and its client of Overpass with what most tests have in common. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { createDayBudget } from '../../src/sources/live/day-budget.ts'
import { createLiveMap, type LiveMapOptions, type OpenLiveMap } from '../../src/sources/live/live-map.ts'
import { readOverpassAnswer } from '../../src/sources/overpass/answer.ts'
import { createOverpass, type Overpass, type OverpassOptions } from '../../src/sources/overpass/client.ts'
import { partsOf } from '../../src/sources/overpass/parts.ts'
import { queryOfReference } from '../../src/sources/overpass/queries.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { silentLog } from '../support/silent-log.ts'

const sleep = (durationMs: number): Promise<void> => delay(durationMs)

/** Rests that tests can wait for, and questions that fail soon. */
export const QUICK_PACE = { firstRestMs: 2, maxRestMs: 15, requestTimeoutMs: 250, maxWaitMs: 2_000 }

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
  ask: async (_, read) => read({ ...readOverpassAnswer(Buffer.from(answer())), bytes: answer().length }),
  tryToAsk: async () => null,
})

/** Asks for a relation; the ids of the boundaries in the answer. */
export const askFor = (overpass: Overpass, number: number): Promise<ReadonlySet<string>> =>
  overpass.ask(
    (limits) => queryOfReference({ by: 'relation', number }, limits)!,
    (reply) => partsOf(reply, []).wanted,
  )

export const testMap = (
  options: Partial<LiveMapOptions> & Pick<LiveMapOptions, 'overpass' | 'store'>,
): OpenLiveMap =>
  createLiveMap({
    nominatim: null,
    lowerSources: [],
    kinds: loadKindTables(join(import.meta.dirname, '../../data/kinds')),
    coordination: memoryCoordination(),
    owner: 'test',
    maxWaitMs: 20_000,
    ttlMs: 86_400_000,
    clock: systemClock,
    sleep,
    log: silentLog,
    ...options,
  })
