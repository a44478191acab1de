/**
 * Work that costs the service much and the caller nothing: a description that cannot be mapped, an area that is empty, an answer that the
 * caller turns out to have. Failures stay free, so they have a rate of their own.
 */

import { type Caller, ownerOf } from '../platform/caller.ts'
import type { RateLimitStore } from '../platform/rate-limit/store.ts'
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'
import { problem } from './problem/problem.ts'

export interface UnpaidWork {
  /** @throws Problem `rate_limited` for a caller that had too much of it */
  readonly check: (caller: Caller) => void
  /** Counts a call that ended without a charge. */
  readonly note: (caller: Caller, durationMs: number) => void
}

const POLICY = { name: 'unpaid-work', calls: 30, windowSeconds: 60 }
/** Quicker failures cost no more than other calls, which have a rate limit. */
const MIN_MS = 50
const MAX_REFUSED = 10_000

export const createUnpaidWork = (attempts: RateLimitStore, clock: Clock, log: Log): UnpaidWork => {
  /** Until when, by caller, on the clock of this process: the store counts, and is asked only after such work. */
  const refused = new Map<string, number>()
  return {
    check: (caller) => {
      const untilMs = refused.get(ownerOf(caller)) ?? 0
      const leftMs = untilMs - clock.elapsedMs()
      if (leftMs <= 0) return
      throw problem('rate_limited', {
        unpaidCalls: POLICY.calls,
        windowSeconds: POLICY.windowSeconds,
        retryAfterSeconds: Math.ceil(leftMs / 1000),
      })
    },
    note: (caller, durationMs) => {
      if (caller.kind === 'operator' || durationMs < MIN_MS) return
      Promise.resolve(attempts.take(POLICY, ownerOf(caller))).then(
        ({ remaining, resetSeconds }) => {
          if (remaining > 0) return
          if (refused.size >= MAX_REFUSED) refused.clear()
          refused.set(ownerOf(caller), clock.elapsedMs() + resetSeconds * 1000)
        },
        // The call is over, and its caller has an answer.
        (error) => log.warn({ error }, 'Unpaid work could not be counted.'),
      )
    },
  }
}
