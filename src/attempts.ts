/** Where calls, sign-ins and other attempts are counted: in this process, or in Redis for all processes together. */
import type { Attempts } from './platform/attempts.ts'
import { createFallbackAttempts } from './platform/fallback-attempts.ts'
import { createMemoryAttempts } from './platform/memory-attempts.ts'
import { systemClock } from './util/clock.ts'
import type { Log } from './util/log.ts'

export interface OpenAttempts extends Attempts {
  readonly close: () => void
}

export const openAttempts = async (redisUrl: string | null, log: Log): Promise<OpenAttempts> => {
  const local = createMemoryAttempts(systemClock)
  if (redisUrl === null) return { ...local, close: () => {} }
  // Loaded only where it is used, as the driver of PostgreSQL is.
  const { openRedisAttempts } = await import('./limits/redis-attempts.ts')
  const shared = openRedisAttempts(redisUrl)
  return {
    ...createFallbackAttempts({ shared, local, clock: systemClock, log }),
    close: shared.close,
  }
}
