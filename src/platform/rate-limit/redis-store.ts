/**
 * A rate limit store in Redis, for all processes together. It uses one script for each call, which runs atomically and takes
 * one round trip. Redis deletes a window when it has ended.
 */
import { Redis } from 'ioredis'
import type { NowOrLater } from '../../util/now-or-later.ts'
import { type Policy, stateOf } from './store.ts'

export type RedisRateLimitStore = ReturnType<typeof openRedisRateLimitStore>

/**
 * Connects at the first call. `nameOf` replaces each key before Redis sees it, because a key may be an address of a person.
 */
export const openRedisRateLimitStore = (
  url: string,
  nameOf: (key: string) => NowOrLater<string>,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
) => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // A command on a lost connection fails at once and is not retried: the caller counts locally instead.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => RECONNECT_EVERY_MS,
    // Reconnects after the peer has silently disappeared.
    socketTimeout: SILENCE_MS,
    scripts: {
      takeAttempt: { lua: TAKE, numberOfKeys: 1 },
      refundAttempt: { lua: REFUND, numberOfKeys: 1 },
    },
  }) as Redis & {
    takeAttempt: (key: string, calls: number, windowMs: number, cost: number) => Promise<TakeReply>
    refundAttempt: (key: string, cost: number) => Promise<null>
  }
  // Each failed call reports its own error.
  redis.on('error', () => {})

  const keyOf = async (policy: Policy, key: string): Promise<string> =>
    `metes:attempts:${policy.name}:${await nameOf(key)}`

  return {
    take: async (policy: Policy, key: string, cost = 1) => {
      const [allowed, used, leftMs] = await withinTime(
        redis.takeAttempt(await keyOf(policy, key), policy.calls, policy.windowSeconds * 1000, cost),
        answerTimeoutMs,
      )
      return stateOf(policy, { allowed: allowed === 1, used, leftMs })
    },
    refund: async (policy: Policy, key: string, cost = 1) => {
      await withinTime(redis.refundAttempt(await keyOf(policy, key), cost), answerTimeoutMs)
    },
    ping: async () => {
      await withinTime(redis.ping(), answerTimeoutMs)
    },
    close: () => redis.disconnect(),
  }
}

/** Maximum time that a call waits for its count. Within one network an answer takes a hundredth of it. */
const ANSWER_TIMEOUT_MS = 100
const CONNECT_TIMEOUT_MS = 2_000
const RECONNECT_EVERY_MS = 500
const SILENCE_MS = 5_000

/** Allowed (1 or 0), calls used in the window, milliseconds until the window ends. */
type TakeReply = readonly [number, number, number]

const TAKE = `
local windowMs = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])
local leftMs = redis.call('PTTL', KEYS[1])
-- Longer than the window: the clock of Redis was set back, and the old window would last until it has caught up.
if leftMs <= 0 or leftMs > windowMs then
  if cost > tonumber(ARGV[1]) then return { 0, 0, windowMs } end
  redis.call('SET', KEYS[1], cost, 'PX', windowMs)
  return { 1, cost, windowMs }
end
local used = tonumber(redis.call('GET', KEYS[1]))
if used + cost > tonumber(ARGV[1]) then return { 0, used, leftMs } end
return { 1, redis.call('INCRBY', KEYS[1], cost), leftMs }
`

const REFUND = `
local used = tonumber(redis.call('GET', KEYS[1]) or 0)
if used > 0 then redis.call('DECRBY', KEYS[1], math.min(used, tonumber(ARGV[1]))) end
`

/**
 * Rejects if the answer takes too long. If this process itself was blocked, the answer may be waiting unread on the socket:
 * timers run before sockets are read, immediates after
 * (https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick).
 */
const withinTime = <T>(asked: Promise<T>, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`Redis did not answer within ${timeoutMs} ms.`))
    const timer = setTimeout(() => setImmediate(late), timeoutMs)
    asked.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
