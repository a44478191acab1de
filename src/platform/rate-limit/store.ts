/** Counting calls, sign-ins and everything else that may be tried only so often. Adapters are checked by `test/contract/rate-limit-store.ts`. */

export interface Policy {
  /** For the RateLimit fields, and so that one key is counted apart in each policy. */
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
}

export interface RateLimitStore {
  /** Counts one attempt, in a window that began with the first. Refused ones neither count nor prolong it. */
  readonly take: (policy: Policy, key: string) => RateLimitState | Promise<RateLimitState>
}

/** What a store of windows has found. */
export interface CountedAttempt {
  readonly allowed: boolean
  /** In this window, this one included when it is allowed. */
  readonly used: number
  readonly leftMs: number
}

export const stateOf = (policy: Policy, { allowed, used, leftMs }: CountedAttempt): RateLimitState => ({
  allowed,
  policy: policy.name,
  calls: policy.calls,
  windowSeconds: policy.windowSeconds,
  // More than the policy allows can be used where it allowed more when the window began.
  remaining: Math.max(0, policy.calls - used),
  resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
})
