/** A rate limit store in the memory of this process. */
import type { Clock } from '../../util/clock.ts'
import { type Policy, type RateLimitStore, stateOf } from './store.ts'

export const createMemoryRateLimitStore = (clock: Clock): RateLimitStore => {
  const windowsByPolicy = new Map<string, Windows>()
  const windowsOf = (policy: Policy): Windows => {
    const known = windowsByPolicy.get(policy.name)
    if (known !== undefined) return known
    const made = new Windows()
    windowsByPolicy.set(policy.name, made)
    return made
  }
  return {
    take: (policy, key, cost = 1) => {
      const nowMs = clock.elapsedMs()
      const window = windowsOf(policy).at(key, nowMs, policy.windowSeconds * 1000)
      const allowed = window.used + cost <= policy.calls
      if (allowed) window.used += cost
      return stateOf(policy, { allowed, used: window.used, leftMs: window.endsMs - nowMs })
    },
    refund: (policy, key, cost = 1) => {
      const window = windowsOf(policy).running(key, clock.elapsedMs())
      if (window !== undefined) window.used = Math.max(0, window.used - cost)
    },
  }
}

interface Window {
  used: number
  readonly endsMs: number
}

const SWEEP_EVERY_MS = 60_000
/** About 100 MB. Above it the oldest windows are dropped, which gives each of their callers one extra window. */
const MAX_WINDOWS = 500_000

/** The open windows of a policy. Ended ones are removed every minute. */
class Windows {
  readonly #running = new Map<string, Window>()
  #sweepMs = 0

  at(key: string, nowMs: number, lengthMs: number): Window {
    if (nowMs >= this.#sweepMs) this.#sweep(nowMs)
    const running = this.running(key, nowMs)
    if (running !== undefined) return running
    // Delete it first, so that the map stays in the order in which windows began.
    this.#running.delete(key)
    if (this.#running.size >= MAX_WINDOWS) this.#running.delete(this.#running.keys().next().value!)
    const begun = { used: 0, endsMs: nowMs + lengthMs }
    this.#running.set(key, begun)
    return begun
  }

  running(key: string, nowMs: number): Window | undefined {
    const window = this.#running.get(key)
    return window !== undefined && nowMs < window.endsMs ? window : undefined
  }

  #sweep(nowMs: number): void {
    for (const [key, { endsMs }] of this.#running) if (nowMs >= endsMs) this.#running.delete(key)
    this.#sweepMs = nowMs + SWEEP_EVERY_MS
  }
}
