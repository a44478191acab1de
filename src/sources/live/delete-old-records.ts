/** Deletes records about the live map that no process needs any more. */
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'

export interface LiveSweepOptions {
  readonly coordination: LiveCoordination
  /** Time for which an answer of the map is valid. */
  readonly ttlMs: number
  readonly clock: Clock
}

export const LIVE_SWEEP_EVERY_MS = 3_600_000

const MS_PER_DAY = 86_400_000
/** Allows for different clocks of processes, and for calls around midnight that read the day budget. */
const MARGIN_MS = MS_PER_DAY
/**
 * A loss of land is compared with a state that is fetched a week later, or at the next request; old lists are served until
 * then.
 */
const LASTING_MS = 365 * MS_PER_DAY

export const sweepLiveMap = ({ coordination, ttlMs, clock }: LiveSweepOptions): Promise<void> => {
  const endedMs = clock.now() - MARGIN_MS
  return coordination.sweep({
    endedMs,
    day: new Date(endedMs).toISOString().slice(0, 10),
    answersMs: endedMs - ttlMs,
    lastingMs: endedMs - Math.max(LASTING_MS, 2 * ttlMs),
  })
}
