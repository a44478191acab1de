/** What all processes together may ask of the map in a day. */
import { type DayTotal, type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { ANONYMOUS, upstreamAskers } from '../../util/work-owner.ts'

export interface DayBudget {
  /** @throws LiveMapFailed when the day's requests or bytes are spent */
  require(): Promise<void>
  spend(requests: number, bytes: number): Promise<void>
  /** What may still be asked for today. */
  left(): Promise<DayTotal>
}

const MS_PER_DAY = 86_400_000
/** Of the day's requests and bytes: anybody can be a hundred anonymous callers, and accounts need the rest. */
const ANONYMOUS_SHARE = 0.5

export const createDayBudget = (
  { requestsPerDay, bytesPerDay }: { readonly requestsPerDay: number; readonly bytesPerDay: number },
  coordination: LiveCoordination,
  clock: Clock,
): DayBudget => {
  const requireWithin = async (name: string, share: number, nowMs: number): Promise<void> => {
    const { requests, bytes } = await coordination.count(name, 0, 0)
    if (requests < share * requestsPerDay && bytes < share * bytesPerDay) return
    throw new LiveMapFailed(
      'exhausted',
      share === 1
        ? 'This service has asked the map as much as it may in a day.'
        : 'Callers without a key have asked the map as much as they may in a day.',
      Math.ceil((MS_PER_DAY - (nowMs % MS_PER_DAY)) / 1000),
    )
  }

  return {
    require: async () => {
      const nowMs = clock.now()
      await requireWithin(dayOf(nowMs), 1, nowMs)
      if (isForAnonymousOnly()) await requireWithin(anonymousOf(nowMs), ANONYMOUS_SHARE, nowMs)
    },
    spend: async (requests, bytes) => {
      const nowMs = clock.now()
      await coordination.count(dayOf(nowMs), requests, bytes)
      if (isForAnonymousOnly()) await coordination.count(anonymousOf(nowMs), requests, bytes)
    },
    left: async () => {
      const { requests, bytes } = await coordination.count(dayOf(clock.now()), 0, 0)
      return { requests: Math.max(0, requestsPerDay - requests), bytes: Math.max(0, bytesPerDay - bytes) }
    },
  }
}

/** What an account waits for, too, is not theirs. */
const isForAnonymousOnly = (): boolean => upstreamAskers().names.every((name) => name === ANONYMOUS)

/** Counted beside the whole day. */
const anonymousOf = (nowMs: number): string => `${dayOf(nowMs)} ${ANONYMOUS}`

const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)
