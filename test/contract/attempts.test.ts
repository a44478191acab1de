import { openRedisAttempts } from '../../src/limits/redis-attempts.ts'
import { createMemoryAttempts } from '../../src/platform/memory-attempts.ts'
import { NO_REDIS, startRedis } from '../support/redis.ts'
import { attemptsContract } from './attempts.ts'

const A_SLOW_MACHINE_MS = 10_000

attemptsContract('memory', false, async () => {
  let nowMs = 5_000
  return {
    attempts: createMemoryAttempts({ now: () => nowMs, elapsedMs: () => nowMs }),
    pass: async (seconds) => {
      nowMs += seconds * 1000
    },
    close: async () => {},
  }
})

attemptsContract('Redis', NO_REDIS, async () => {
  const server = await startRedis()
  const attempts = openRedisAttempts(server.url, A_SLOW_MACHINE_MS)
  return {
    attempts,
    pass: server.pass,
    close: async () => {
      attempts.close()
      await server.remove()
    },
  }
})
