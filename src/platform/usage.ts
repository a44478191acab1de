/**
 * Counts calls by account, day and operation. Counts are kept in memory and written every second, so that no call waits for them: a
 * killed process loses one second of counts at most. Units are counted exactly, in `quota.ts`.
 */
import type { Clock } from '../util/clock.ts'
import type { UsageCount, UsageStore } from './ports.ts'

export interface CountedCall {
  readonly accountId: string
  readonly op: string
  readonly units: number
  /** Answered from the cache. */
  readonly cacheHit: boolean
}

export interface Usage {
  readonly count: (call: CountedCall) => void
  /** Writes the pending counts. When the store fails it rejects, and keeps the counts. Call it every `FLUSH_EVERY_MS`. */
  readonly flush: () => Promise<void>
  /** The last `count` days of an account in UTC, oldest first, today last, including days without calls. */
  readonly days: (accountId: string, count: number) => Promise<readonly UsageDay[]>
}

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

export const createUsage = (store: UsageStore, clock: Clock): Usage => {
  let pending = new Map<string, UsageCount>()
  let flushing: Promise<void> = Promise.resolve()

  const add = (more: UsageCount): void => {
    const key = `${more.accountId} ${more.date} ${more.op}`
    const known = pending.get(key)
    pending.set(key, known === undefined ? more : { ...more, ...sum([known, more]) })
  }

  const write = async (): Promise<void> => {
    if (pending.size === 0) return
    const counted = [...pending.values()]
    pending = new Map()
    try {
      await store.add(counted)
    } catch (error) {
      for (const each of counted) add(each)
      throw error
    }
  }

  // One write at a time: a flush during another one runs after it.
  const flush = (): Promise<void> => {
    flushing = flushing.then(write, write)
    return flushing
  }

  return {
    count: ({ accountId, op, units, cacheHit }) =>
      add({ accountId, op, date: dateOf(clock.now()), calls: 1, units, cacheHits: cacheHit ? 1 : 0 }),
    flush,
    days: async (accountId, count) => {
      const todayMs = clock.now()
      await flush()
      const dates = Array.from({ length: count }, (_, day) => dateOf(todayMs - (count - 1 - day) * DAY_MS))
      const known = Map.groupBy(await store.since(accountId, dates[0]), ({ date }) => date)
      return dates.map((date) => dayOf(date, known.get(date) ?? []))
    },
  }
}

const DAY_MS = 86_400_000

const dateOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

const dayOf = (date: string, counts: readonly UsageCount[]): UsageDay => ({
  date,
  ...sum(counts),
  ops: counts.map(({ op, calls, units, cacheHits }) => ({ op, calls, units, cacheHits })),
})

export const sum = (counts: readonly Counts[]): Counts => ({
  calls: counts.reduce((total, { calls }) => total + calls, 0),
  units: counts.reduce((total, { units }) => total + units, 0),
  cacheHits: counts.reduce((total, { cacheHits }) => total + cacheHits, 0),
})
