import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import { openRedisRateLimitStore } from '../../src/platform/rate-limit/redis-store.ts'
import { NO_REDIS, startRedis } from '../support/redis.ts'
import { attemptsContract } from './rate-limit-store.ts'

const A_SLOW_MACHINE_MS = 10_000

attemptsContract('memory', false, async () => {
  let nowMs = 5_000
  return {
    attempts: createMemoryRateLimitStore({ now: () => nowMs, elapsedMs: () => nowMs }),
    pass: async (seconds) => {
      nowMs += seconds * 1000
    },
    close: async () => {},
  }
})

attemptsContract('Redis', NO_REDIS, async () => {
  const server = await startRedis()
  const attempts = openRedisRateLimitStore(server.url, (key) => key, A_SLOW_MACHINE_MS)
  return {
    attempts,
    pass: server.pass,
    close: async () => {
      attempts.close()
      await server.remove()
    },
  }
})
