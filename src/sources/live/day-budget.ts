/** What all processes together may ask of the map in a day. */
import { type DayTotal, type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'

export interface DayBudget {
  /** @throws LiveMapFailed when the day's requests or bytes are spent */
  require(): Promise<void>
  spend(requests: number, bytes: number): Promise<void>
  /** What may still be asked for today. */
  left(): Promise<DayTotal>
}

const MS_PER_DAY = 86_400_000

export const createDayBudget = (
  { requestsPerDay, bytesPerDay }: { readonly requestsPerDay: number; readonly bytesPerDay: number },
  coordination: LiveCoordination,
  clock: Clock,
): DayBudget => ({
  require: async () => {
    const nowMs = clock.now()
    const { requests, bytes } = await coordination.count(dayOf(nowMs), 0, 0)
    if (requests < requestsPerDay && bytes < bytesPerDay) return
    throw new LiveMapFailed(
      'exhausted',
      'This service has asked the map as much as it may in a day.',
      Math.ceil((MS_PER_DAY - (nowMs % MS_PER_DAY)) / 1000),
    )
  },
  spend: async (requests, bytes) => {
    await coordination.count(dayOf(clock.now()), requests, bytes)
  },
  left: async () => {
    const { requests, bytes } = await coordination.count(dayOf(clock.now()), 0, 0)
    return { requests: Math.max(0, requestsPerDay - requests), bytes: Math.max(0, bytesPerDay - bytes) }
  },
})

const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)
