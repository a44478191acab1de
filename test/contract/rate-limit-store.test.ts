import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import { openRedisRateLimitStore } from '../../src/platform/rate-limit/redis-store.ts'
import { NO_REDIS, startRedis } from '../support/redis.ts'
import { rateLimitStoreContract } from './rate-limit-store.ts'

const A_SLOW_MACHINE_MS = 10_000

rateLimitStoreContract('memory', false, async () => {
  let nowMs = 5_000
  let jumpedMs = 0
  return {
    rateLimits: createMemoryRateLimitStore({ now: () => nowMs + jumpedMs, elapsedMs: () => nowMs }),
    pass: async (seconds) => {
      nowMs += seconds * 1000
    },
    setBack: async (seconds) => {
      jumpedMs -= seconds * 1000
    },
    close: async () => {},
  }
})

rateLimitStoreContract('Redis', NO_REDIS, async () => {
  const server = await startRedis()
  const rateLimits = openRedisRateLimitStore(server.url, (key) => key, A_SLOW_MACHINE_MS)
  return {
    rateLimits,
    pass: server.pass,
    setBack: (seconds) => server.pass(-seconds),
    close: async () => {
      rateLimits.close()
      await server.remove()
    },
  }
})
