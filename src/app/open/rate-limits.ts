/** Opens the rate limits of calls and other attempts. */
import { planOf } from '../../platform/plans.ts'
import { openRateLimitStore } from '../../platform/rate-limit/open-store.ts'
import { createRateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import { redisFigures } from './adapter-figures.ts'
import type { Opening } from './opening.ts'

export type RateLimitParts = Awaited<ReturnType<typeof openRateLimits>>

export const openRateLimits = async ({ config, storage, log, siblings }: Opening) => {
  const {
    store: rateLimits,
    redis,
    close,
  } = await openRateLimitStore(
    config.redisUrl,
    // Redis gets hashes, because a key may contain an email or network address.
    async (key) => (await storage.secretKey()).hash('attempts', key),
    { log, local: siblings.rateLimits },
  )
  const rateLimiter = createRateLimiter(
    {
      publicCallsPerMinute: config.publicCallsPerMinute,
      defaultPlan: config.defaultPlan,
      planCallsPerMinute: (plan) => planOf(config.plans, plan).callsPerMinute,
    },
    rateLimits,
  )
  return { rateLimits, rateLimiter, figures: redisFigures(redis), close }
}
