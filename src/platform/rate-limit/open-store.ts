/** Where calls, sign-ins and other attempts are counted: in this process, or in Redis for all processes together. */
import { systemClock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { createFallbackRateLimitStore } from './fallback-store.ts'
import { createMemoryRateLimitStore } from './memory-store.ts'
import type { RateLimitStore } from './store.ts'

export interface OpenRateLimitStore extends RateLimitStore {
  readonly close: () => void
}

/** @param nameOf what Redis is told instead of an address, of a network or a mailbox */
export const openRateLimitStore = async (
  redisUrl: string | null,
  nameOf: (key: string) => Promise<string>,
  log: Log,
): Promise<OpenRateLimitStore> => {
  const local = createMemoryRateLimitStore(systemClock)
  if (redisUrl === null) return { ...local, close: () => {} }
  // Loaded only where it is used, as the driver of PostgreSQL is.
  const { openRedisRateLimitStore } = await import('./redis-store.ts')
  const shared = openRedisRateLimitStore(redisUrl, nameOf)
  return {
    ...createFallbackRateLimitStore({ shared, local, clock: systemClock, log }),
    close: shared.close,
  }
}
