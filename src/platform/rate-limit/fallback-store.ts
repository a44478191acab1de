/**
 * Counts in a store that all processes share, or only in this process while the shared store does not answer. Only the calls
 * in progress when it fails wait for it; afterwards it is pinged in the background until it answers again.
 */
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import type { Policy, RateLimitState, RateLimitStore } from './store.ts'

/** A rate limit store that several processes share. */
export interface SharedRateLimitStore {
  /** Rejects within a fraction of a second if there is no answer. */
  readonly take: (policy: Policy, key: string, cost?: number) => Promise<RateLimitState>
  /** Rejects if there is no answer. */
  readonly ping: () => Promise<void>
}

export interface FallbackOptions {
  readonly shared: SharedRateLimitStore
  readonly local: RateLimitStore
  readonly clock: Clock
  readonly log: Log
}

export const ASK_AGAIN_MS = 1_000

export const createFallbackRateLimitStore = ({
  shared,
  local,
  clock,
  log,
}: FallbackOptions): RateLimitStore => {
  let isAway = false
  let askAtMs = 0

  const leave = (error: unknown): void => {
    askAtMs = clock.elapsedMs() + ASK_AGAIN_MS
    if (isAway) return
    isAway = true
    log.warn({ error }, 'Redis does not answer: counting limits in this process only')
  }

  const comeBack = (): void => {
    isAway = false
    log.info({}, 'Redis answers again: counting limits there')
  }

  const askAgain = (): void => {
    if (clock.elapsedMs() < askAtMs) return
    askAtMs = Number.POSITIVE_INFINITY
    shared.ping().then(comeBack, leave)
  }

  return {
    take: (policy, key, cost) => {
      if (isAway) {
        askAgain()
        return local.take(policy, key, cost)
      }
      return shared.take(policy, key, cost).catch((error) => {
        leave(error)
        return local.take(policy, key, cost)
      })
    },
  }
}
