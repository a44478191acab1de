/**
 * Limits expensive calls that end without a charge: a description that cannot be mapped, an empty area, an unmodified
 * answer. Failures are free, so they have a rate limit of their own. Plans without monthly units have none, because nothing is charged there.
 */

import { type Caller, ownerOf } from '../../platform/caller.ts'
import type { Policy, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { problem } from '../problem/problem.ts'

export interface UnpaidWork {
  /** @throws Problem `rate_limited` if the caller had too much unpaid work */
  readonly check: (caller: Caller) => void
  /** Counts an expensive call that ended without a charge. */
  readonly note: (caller: Caller, processorMs: number) => void
}

const UNPAID_WORK: Policy = { name: 'unpaid-work', calls: 30, windowSeconds: 60 }
/** Cheaper failures are covered by the ordinary rate limit. */
const MIN_PROCESSOR_MS = 50
const MAX_REFUSED = 10_000

export interface UnpaidWorkOptions {
  readonly rateLimits: RateLimitStore
  /** True if the plan has monthly units. */
  readonly isCharged: (plan: string) => boolean
  readonly clock: Clock
  readonly log: Log
}

export const createUnpaidWork = ({ rateLimits, isCharged, clock, log }: UnpaidWorkOptions): UnpaidWork => {
  /** Time until which each caller is rejected, in this process; the store is asked only after unpaid work. */
  const refused = new Map<string, number>()
  return {
    check: (caller) => {
      const untilMs = refused.get(ownerOf(caller)) ?? 0
      const leftMs = untilMs - clock.elapsedMs()
      if (leftMs <= 0) return
      throw problem('rate_limited', {
        unpaidCalls: UNPAID_WORK.calls,
        processorMs: MIN_PROCESSOR_MS,
        windowSeconds: UNPAID_WORK.windowSeconds,
        retryAfterSeconds: Math.ceil(leftMs / 1000),
      })
    },
    note: (caller, processorMs) => {
      if (caller.kind !== 'account' || !isCharged(caller.plan) || processorMs < MIN_PROCESSOR_MS) return
      Promise.resolve(rateLimits.take(UNPAID_WORK, ownerOf(caller))).then(
        ({ remaining, resetSeconds }) => {
          if (remaining > 0) return
          if (refused.size >= MAX_REFUSED) refused.clear()
          refused.set(ownerOf(caller), clock.elapsedMs() + resetSeconds * 1000)
        },
        (error) => log.warn({ error }, 'counting unpaid work failed'),
      )
    },
  }
}
