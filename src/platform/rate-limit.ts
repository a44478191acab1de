/** How often a caller may call: per address without a key, per account with one. */
import type { Attempts, RateLimitState } from './attempts.ts'
import type { Caller } from './caller.ts'
import { network } from './network.ts'

export interface RateLimiter {
  /** Counts one call. Null when the caller has no limit. */
  readonly take: (caller: Caller) => RateLimitState | null | Promise<RateLimitState | null>
}

export interface RateLimits {
  /** Calls a minute from one address without a key. */
  readonly publicCallsPerMinute: number
  /** Calls a minute of a plan; null for no limit. */
  readonly planCallsPerMinute: (plan: string) => number | null
}

const WINDOW_SECONDS = 60

export const createRateLimiter = (limits: RateLimits, attempts: Attempts): RateLimiter => ({
  take: (caller) => {
    if (caller.kind === 'operator') return null
    if (caller.kind === 'anonymous') {
      const policy = { name: 'public', calls: limits.publicCallsPerMinute, windowSeconds: WINDOW_SECONDS }
      return attempts.take(policy, network(caller.address))
    }
    const calls = limits.planCallsPerMinute(caller.plan)
    if (calls === null) return null
    return attempts.take(
      { name: `plan-${caller.plan}`, calls, windowSeconds: WINDOW_SECONDS },
      caller.accountId,
    )
  },
})
