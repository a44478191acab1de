/** The day budget: requests and bytes that all processes together may ask of the live map. */
import { type DayTotal, type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import type { Askers } from '../../util/waiting-owners.ts'
import { ANONYMOUS } from '../../util/work-owner.ts'

export type DayBudget = ReturnType<typeof createDayBudget>

const MS_PER_DAY = 86_400_000
/** Share of the budget for one account, or for all callers without a key together; the rest is for the others. */
const OWN_SHARE = 0.5

export const createDayBudget = (
  { requestsPerDay, bytesPerDay }: { readonly requestsPerDay: number; readonly bytesPerDay: number },
  coordination: LiveCoordination,
  clock: Clock,
) => {
  const requireWithin = async (name: string, share: number, message: string): Promise<void> => {
    const { requests, bytes } = await coordination.count(name, 0, 0)
    if (requests < share * requestsPerDay && bytes < share * bytesPerDay) return
    throw new LiveMapFailed('exhausted', message, Math.ceil((MS_PER_DAY - (clock.now() % MS_PER_DAY)) / 1000))
  }

  return {
    /** @throws LiveMapFailed if the day's requests or bytes are spent */
    require: async (askers: Askers): Promise<void> => {
      const day = dayOf(clock.now())
      const asker = onlyAsker(askers)
      await requireWithin(day, 1, 'This service has used up today’s requests to OpenStreetMap.')
      if (asker === null) return
      const who =
        asker === ANONYMOUS ? 'Calls without a key have used up their' : `Account ${asker} has used up its`
      const message = `${who} share of today’s requests to OpenStreetMap.`
      await requireWithin(dayCountKey(asker, day), OWN_SHARE, message)
    },
    spend: async (askers: Askers, requests: number, bytes: number): Promise<void> => {
      const day = dayOf(clock.now())
      const asker = onlyAsker(askers)
      await coordination.count(day, requests, bytes)
      if (asker !== null) await coordination.count(dayCountKey(asker, day), requests, bytes)
    },
    /** Returns the remaining requests and bytes of today. */
    left: async (): Promise<DayTotal> => {
      const { requests, bytes } = await coordination.count(dayOf(clock.now()), 0, 0)
      return { requests: Math.max(0, requestsPerDay - requests), bytes: Math.max(0, bytesPerDay - bytes) }
    },
  }
}

/**
 * Returns the account, or `ANONYMOUS`. Null for the service's own work, and for requests that several wait for, which are
 * charged to nobody alone.
 */
const onlyAsker = ({ names }: Askers): string | null =>
  names.length === 1 && names[0] !== '' ? names[0] : null

/** Counted in addition to the whole day. */
const dayCountKey = (asker: string, day: string): string => `${day} ${asker}`

const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)
