/**
 * A rate limit store in Redis, for all processes together. One script a call: it runs whole or not at all, and takes one round trip.
 * Redis forgets a window when it has ended.
 */
import { Redis } from 'ioredis'
import type { SharedRateLimitStore } from './fallback-store.ts'
import { stateOf } from './store.ts'

export interface RedisRateLimitStore extends SharedRateLimitStore {
  readonly close: () => void
}

/** Connects at the first call. `nameOf` gives what Redis is told instead of a key, which may be an address of somebody. */
export const openRedisRateLimitStore = (
  url: string,
  nameOf: (key: string) => string | Promise<string>,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
): RedisRateLimitStore => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // What was asked of a connection that is lost fails at once, and is not asked again behind the caller's back.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => RECONNECT_EVERY_MS,
    // A peer that is gone without a word: the connection is given up and made anew.
    socketTimeout: SILENCE_MS,
    scripts: { takeAttempt: { lua: TAKE, numberOfKeys: 1 } },
  }) as Redis & { takeAttempt: (key: string, calls: number, windowMs: number) => Promise<TakeReply> }
  // Each failure also reaches the call that it fails.
  redis.on('error', () => {})

  return {
    take: async (policy, key) => {
      const name = await nameOf(key)
      const [allowed, used, leftMs] = await answered(
        redis.takeAttempt(`metes:attempts:${policy.name}:${name}`, policy.calls, policy.windowSeconds * 1000),
        answerTimeoutMs,
      )
      return stateOf(policy, { allowed: allowed === 1, used, leftMs })
    },
    ping: async () => {
      await answered(redis.ping(), answerTimeoutMs)
    },
    close: () => redis.disconnect(),
  }
}

/** A call is not to wait for its count longer than this. In one network an answer takes a hundredth of it. */
const ANSWER_TIMEOUT_MS = 100
const CONNECT_TIMEOUT_MS = 2_000
const RECONNECT_EVERY_MS = 500
const SILENCE_MS = 5_000

/** Whether it is allowed (1 or 0), how many are used, milliseconds that are left of the window. */
type TakeReply = readonly [number, number, number]

const TAKE = `
local windowMs = tonumber(ARGV[2])
local leftMs = redis.call('PTTL', KEYS[1])
if leftMs <= 0 then
  redis.call('SET', KEYS[1], 1, 'PX', windowMs)
  return { 1, 1, windowMs }
end
local used = tonumber(redis.call('GET', KEYS[1]))
if used >= tonumber(ARGV[1]) then return { 0, used, leftMs } end
return { 1, redis.call('INCR', KEYS[1]), leftMs }
`

/**
 * The answer, or a rejection when it takes too long. Where this process itself stood still meanwhile, the answer may have come and
 * not been read yet: timers run before sockets are read, and immediates after (https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick).
 */
const answered = <T>(asked: Promise<T>, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`Redis has not answered within ${timeoutMs} ms.`))
    const timer = setTimeout(() => setImmediate(late), timeoutMs)
    asked.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
