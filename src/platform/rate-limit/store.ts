/** Counts calls, sign-ins and other limited attempts in fixed windows. Adapters are checked by `test/contract/rate-limit-store.ts`. */
import type { NowOrLater } from '../../util/now-or-later.ts'

export interface Policy {
  /** For the RateLimit fields. Each policy counts a key separately. */
  readonly name: string
  /** Calls that a window allows, at least 1. */
  readonly calls: number
  readonly windowSeconds: number
}

export interface RateLimitState {
  readonly allowed: boolean
  /** Name of the policy. */
  readonly policy: string
  /** Calls that the policy allows in a window. */
  readonly calls: number
  readonly windowSeconds: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
  /** Calls that a key of a new account allows in a window; null for any number. Absent where a key allows no more. */
  readonly callsWithKey?: number | null
}

export interface RateLimitStore {
  /**
   * Counts an attempt as `cost` calls (1 if absent), in a window that starts with the first attempt. Refused attempts
   * neither count nor extend the window.
   */
  readonly take: (policy: Policy, key: string, cost?: number) => NowOrLater<RateLimitState>
  /** Takes back what an attempt counted, if its window has not ended. */
  readonly refund: (policy: Policy, key: string, cost?: number) => NowOrLater<void>
}

/** The state of a window after an attempt. */
export interface CountedAttempt {
  readonly allowed: boolean
  /** Attempts in this window, including this one if it is allowed. */
  readonly used: number
  readonly leftMs: number
}

export const stateOf = (policy: Policy, { allowed, used, leftMs }: CountedAttempt): RateLimitState => ({
  allowed,
  policy: policy.name,
  calls: policy.calls,
  windowSeconds: policy.windowSeconds,
  // After a policy change, a running window can have more attempts than the policy now allows.
  remaining: Math.max(0, policy.calls - used),
  resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
})
