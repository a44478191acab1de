/** How often a caller may call: per address without a key, per account with one. Counted in memory, exact within one process. */
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { memo } from '../util/memo.ts'
import type { Caller } from './caller.ts'

export interface RateLimitState {
  readonly allowed: boolean
  /** Name of the policy, for the RateLimit fields. */
  readonly policy: string
  /** Calls that the policy allows in a window. */
  readonly calls: number
  readonly windowSeconds: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts one call. Null when the caller has no limit. */
  readonly take: (caller: Caller) => Promise<RateLimitState | null>
}

const WINDOW_SECONDS = 60

export interface RateLimits {
  /** Calls a minute from one address without a key. */
  readonly publicCallsPerMinute: number
  /** Calls a minute of a plan; null for no limit. */
  readonly planCallsPerMinute: (plan: string) => number | null
}

export const createRateLimiter = (limits: RateLimits): RateLimiter => {
  const windows = new Map<string, RateLimiterMemory>()

  const take = async (policy: string, calls: number, key: string): Promise<RateLimitState> => {
    const window = getOrMake(
      windows,
      policy,
      () => new RateLimiterMemory({ points: calls, duration: WINDOW_SECONDS }),
    )
    const { result, allowed } = await consume(window, key)
    return {
      allowed,
      policy,
      calls,
      windowSeconds: WINDOW_SECONDS,
      remaining: result.remainingPoints,
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    }
  }

  return {
    take: async (caller) => {
      if (caller.kind === 'operator') return null
      if (caller.kind === 'anonymous')
        return take('public', limits.publicCallsPerMinute, network(caller.address))
      const calls = limits.planCallsPerMinute(caller.plan)
      return calls === null ? null : take(`plan-${caller.plan}`, calls, caller.accountId)
    },
  }
}

/** The library rejects with the state when the limit is reached, and with an error when it fails itself. */
const consume = async (
  window: RateLimiterMemory,
  key: string,
): Promise<{ result: RateLimiterRes; allowed: boolean }> => {
  try {
    return { result: await window.consume(key), allowed: true }
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { result: refusal, allowed: false }
    throw refusal
  }
}

const getOrMake = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** One customer is given at least a /64 of IPv6 and can call from any address in it, so all of it counts as one (RFC 6177). */
export const network: (address: string) => string = memo((address) => {
  const plain =
    address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain
})

const IPV6_GROUPS = 8

/** The eight groups of an IPv6 address without leading zeros, `::` filled in. */
const groups = (address: string): readonly string[] => {
  const [head, tail] = address.split('%')[0].toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : IPV6_GROUPS - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
