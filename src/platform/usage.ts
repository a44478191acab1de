/**
 * Counts calls by account, day and operation. A call that spends units is counted with them, in one transaction of the
 * store. Other calls and cache hits are counted in memory and written every second, so that no call waits for them: a killed
 * process loses at most their last second.
 */
import { type Clock, DAY_MS } from '../util/clock.ts'
import { dateOf } from './billing-month.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import { createPendingRecords } from './pending-records.ts'
import type { FreeCount, UsageCount, UsageStore } from './ports.ts'

export interface CountedCall {
  readonly accountId: string
  readonly op: string
  /** Spent units; a call with units was counted when they were spent. */
  readonly units: number
  /** Answered from the cache. */
  readonly cacheHit: boolean
}

export type Usage = ReturnType<typeof createUsage>

export interface Counts {
  readonly calls: number
  readonly units: number
  readonly cacheHits: number
}

export interface UsageDay extends Counts {
  /** `2026-01-31`. */
  readonly date: string
  /** By name. */
  readonly ops: readonly (Counts & { readonly op: string })[]
}

export const FLUSH_EVERY_MS = 1_000

export const createUsage = (store: UsageStore, clock: Clock, bookkeeping: Bookkeeping) => {
  const { add, flush } = createPendingRecords<FreeCount>({
    keyOf: ({ accountId, date, op }) => `${accountId} ${date} ${op}`,
    merge: (known, { calls, cacheHits }) => ({
      ...known,
      calls: known.calls + calls,
      cacheHits: known.cacheHits + cacheHits,
    }),
    write: (counts) => store.add(counts),
  })

  return {
    count: ({ accountId, op, units, cacheHit }: CountedCall) => {
      const counts = { calls: units > 0 ? 0 : 1, cacheHits: cacheHit ? 1 : 0 }
      if (counts.calls + counts.cacheHits > 0) add({ accountId, op, date: dateOf(clock.now()), ...counts })
    },
    /** Writes the pending counts. If the store fails, it rejects and keeps the counts. Call it every `FLUSH_EVERY_MS`. */
    flush,
    /**
     * Returns the last `count` days of an account in UTC, oldest first, today last, including days without calls. Writes the
     * pending counts first; if that fails, the answer lacks them.
     */
    days: async (accountId: string, count: number) => {
      const todayMs = clock.now()
      await bookkeeping.note('the counts of usage', flush)
      const dates = Array.from({ length: count }, (_, day) => dateOf(todayMs - (count - 1 - day) * DAY_MS))
      const known = Map.groupBy(await store.since(accountId, dates[0]), ({ date }) => date)
      return dates.map((date) => usageDay(date, known.get(date) ?? []))
    },
  }
}

const usageDay = (date: string, counts: readonly UsageCount[]): UsageDay => ({
  date,
  ...sum(counts),
  ops: counts.map(({ op, calls, units, cacheHits }) => ({ op, calls, units, cacheHits })),
})

export const sum = (counts: readonly Counts[]): Counts => ({
  calls: counts.reduce((total, { calls }) => total + calls, 0),
  units: counts.reduce((total, { units }) => total + units, 0),
  cacheHits: counts.reduce((total, { cacheHits }) => total + cacheHits, 0),
})
