/** Rejects calls that exceed a rate limit. */
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import { problem } from './problem/problem.ts'

/** Null means no limit. @throws Problem `rate_limited` */
export const checkRate = (state: RateLimitState | null): void => {
  if (state === null || state.allowed) return
  throw problem('rate_limited', {
    calls: state.calls,
    windowSeconds: state.windowSeconds,
    retryAfterSeconds: state.resetSeconds,
    callsWithKey: state.callsWithKey,
  })
}
