/**
 * How often a caller may call: per address without a key, per account with one. Counted in the memory of this process, in
 * windows of a minute that begin with a caller's first call.
 */
import { isIPv6 } from 'node:net'
import type { Clock } from '../util/clock.ts'
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
  readonly take: (caller: Caller) => RateLimitState | null | Promise<RateLimitState | null>
}

export interface RateLimits {
  /** Calls a minute from one address without a key. */
  readonly publicCallsPerMinute: number
  /** Calls a minute of a plan; null for no limit. */
  readonly planCallsPerMinute: (plan: string) => number | null
}

const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1000

export const createRateLimiter = (limits: RateLimits, clock: Clock): RateLimiter => {
  const windows = new Windows()

  const take = (policy: string, calls: number, key: string): RateLimitState => {
    const nowMs = clock.elapsedMs()
    const window = windows.at(`${policy} ${key}`, nowMs)
    const allowed = window.used < calls
    if (allowed) window.used++
    return {
      allowed,
      policy,
      calls,
      windowSeconds: WINDOW_SECONDS,
      remaining: calls - window.used,
      resetSeconds: Math.max(1, Math.ceil((window.endsMs - nowMs) / 1000)),
    }
  }

  return {
    take: (caller) => {
      if (caller.kind === 'operator') return null
      if (caller.kind === 'anonymous') {
        return take('public', limits.publicCallsPerMinute, network(caller.address))
      }
      const calls = limits.planCallsPerMinute(caller.plan)
      return calls === null ? null : take(`plan-${caller.plan}`, calls, caller.accountId)
    },
  }
}

interface Window {
  used: number
  readonly endsMs: number
}

/** The running windows. Those that have ended are thrown away once a window's time, so that callers who left leave nothing. */
class Windows {
  readonly #running = new Map<string, Window>()
  #sweepMs = 0

  at(key: string, nowMs: number): Window {
    if (nowMs >= this.#sweepMs) this.#sweep(nowMs)
    const running = this.#running.get(key)
    if (running !== undefined && nowMs < running.endsMs) return running
    const begun = { used: 0, endsMs: nowMs + WINDOW_MS }
    this.#running.set(key, begun)
    return begun
  }

  #sweep(nowMs: number): void {
    for (const [key, { endsMs }] of this.#running) if (nowMs >= endsMs) this.#running.delete(key)
    this.#sweepMs = nowMs + WINDOW_MS
  }
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
