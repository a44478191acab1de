/** The rate limit of callers: by address without a key, by account with one. */
import { memo } from '../../util/memo.ts'
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import type { Caller } from '../caller.ts'
import { network } from '../customer-network.ts'
import type { Policy, RateLimitState, RateLimitStore } from './store.ts'

export type RateLimiter = ReturnType<typeof createRateLimiter>

export interface RateLimits {
  /** Calls a minute from one address without a key. */
  readonly publicCallsPerMinute: number
  /** Calls a minute of a plan; null for no limit. */
  readonly planCallsPerMinute: (plan: string) => number | null
  /** Plan of new accounts. */
  readonly defaultPlan: string
}

const WINDOW_SECONDS = 60

export const createRateLimiter = (limits: RateLimits, rateLimits: RateLimitStore) => {
  const publicPolicy = policyOf('public', limits.publicCallsPerMinute)
  /** Null for a plan without a limit. */
  const planPolicy = memo((plan) => {
    const calls = limits.planCallsPerMinute(plan)
    return calls === null ? null : policyOf(`plan-${plan}`, calls)
  })
  /** Advice for a refused caller, only where a key helps. */
  const callsWithKey = limits.planCallsPerMinute(limits.defaultPlan)
  const isRaisedByKey = callsWithKey === null || callsWithKey > limits.publicCallsPerMinute
  const withCallsOfKey = (state: RateLimitState): RateLimitState =>
    state.allowed || !isRaisedByKey ? state : { ...state, callsWithKey }
  return {
    /** Counts several calls of a network without a key. */
    takePublic: (network: string, calls: number) => rateLimits.take(publicPolicy, network, calls),
    /** Counts one call. Returns null if the caller has no limit. */
    take: (caller: Caller): NowOrLater<RateLimitState | null> => {
      if (caller.kind === 'operator' || caller.atExplorer === true) return null
      if (caller.kind === 'anonymous')
        return thenOrNow(rateLimits.take(publicPolicy, network(caller.address)), withCallsOfKey)
      const policy = planPolicy(caller.plan)
      return policy === null ? null : rateLimits.take(policy, caller.accountId)
    },
  }
}

const policyOf = (name: string, calls: number): Policy => ({ name, calls, windowSeconds: WINDOW_SECONDS })
