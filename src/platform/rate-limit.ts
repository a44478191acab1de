/** How often a caller may call: per address without a key, per account with one. */
import { isIPv6 } from 'node:net'
import { memo } from '../util/memo.ts'
import type { Attempts, RateLimitState } from './attempts.ts'
import type { Caller } from './caller.ts'

export interface RateLimiter {
  /** Counts one call. Null when the caller has no limit. */
  readonly take: (caller: Caller) => RateLimitState | null | Promise<RateLimitState | null>
}

export interface RateLimits {
  /** Calls a minute from one address without a key. */
  readonly publicCallsPerMinute: number
  /** Calls a minute of a plan; null for no limit. */
  readonly planCallsPerMinute: (plan: string) => number | null
}

const WINDOW_SECONDS = 60

export const createRateLimiter = (limits: RateLimits, attempts: Attempts): RateLimiter => ({
  take: (caller) => {
    if (caller.kind === 'operator') return null
    if (caller.kind === 'anonymous') {
      const policy = { name: 'public', calls: limits.publicCallsPerMinute, windowSeconds: WINDOW_SECONDS }
      return attempts.take(policy, network(caller.address))
    }
    const calls = limits.planCallsPerMinute(caller.plan)
    if (calls === null) return null
    return attempts.take(
      { name: `plan-${caller.plan}`, calls, windowSeconds: WINDOW_SECONDS },
      caller.accountId,
    )
  },
})

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
