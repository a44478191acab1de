/** Opens the rate limit store: that of this machine, or Redis with a fallback to it. */
import { systemClock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { countInAdvance, withCallsInAdvance } from './calls-in-advance.ts'
import { createFallbackRateLimitStore } from './fallback-store.ts'
import type { RateLimitStore } from './store.ts'

/** @param nameOf hashes a key, which may be an IP or mail address, before Redis sees it */
export const openRateLimitStore = async (
  redisUrl: string | null,
  nameOf: (key: string) => Promise<string>,
  { log, local }: { readonly log: Log; readonly local: RateLimitStore },
) => {
  if (redisUrl === null) return { store: local, redis: null, close: () => {} }
  // Load it only if Redis is used.
  const { openRedisRateLimitStore } = await import('./redis-store.ts')
  const shared = openRedisRateLimitStore(redisUrl, nameOf)
  const { failures, ...counted } = createFallbackRateLimitStore({ shared, local, clock: systemClock, log })
  const store = withCallsInAdvance({
    take: (attempt) => countInAdvance(counted, attempt),
    refund: counted.refund,
  })
  return { store, redis: { ping: shared.ping, failures }, close: shared.close }
}
