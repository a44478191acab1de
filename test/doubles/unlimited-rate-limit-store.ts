/** A rate limit store without a limit, for tests that load more pages per minute than people do. */
import { type RateLimitStore, stateOf } from '../../src/platform/rate-limit/store.ts'

export const unlimitedRateLimitStore: RateLimitStore = {
  take: (policy) => stateOf(policy, { allowed: true, used: 0, leftMs: 0 }),
  refund: () => {},
}
