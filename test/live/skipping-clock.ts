/** A clock for waits that nobody needs to wait for: what sleeps wakes at once, and finds the clock put forward. */
import type { Clock } from '../../src/util/clock.ts'
import { systemClock } from '../../src/util/clock.ts'

export interface SkippingClock extends Clock {
  readonly sleep: (durationMs: number) => Promise<void>
}

export const skippingClock = (): SkippingClock => {
  let skippedMs = 0
  return {
    now: () => systemClock.now() + skippedMs,
    elapsedMs: () => systemClock.elapsedMs() + skippedMs,
    sleep: async (durationMs) => {
      skippedMs += durationMs
    },
  }
}
