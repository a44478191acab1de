/** A rate limit store that counts nothing: for tests that look at more pages in a minute than people do. */
import { type RateLimitStore, stateOf } from '../../src/platform/rate-limit/store.ts'

export const unlimitedRateLimitStore: RateLimitStore = {
  take: (policy) => stateOf(policy, { allowed: true, used: 0, leftMs: 0 }),
}
