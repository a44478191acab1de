/**
 * Counts in a store that all processes share, or only in this process while the shared store does not answer. Only the calls
 * in progress when it fails wait for it; afterwards it is pinged in the background until it answers again.
 */
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'
import type { Policy, RateLimitState, RateLimitStore } from './store.ts'

/** A rate limit store that several processes share. */
export interface SharedRateLimitStore {
  /** Rejects within a fraction of a second if there is no answer. */
  readonly take: (policy: Policy, key: string, cost?: number) => Promise<RateLimitState>
  readonly refund: (policy: Policy, key: string, cost?: number) => Promise<void>
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
}: FallbackOptions): RateLimitStore & { readonly failures: () => number } => {
  let isAway = false
  let failures = 0
  let askAtMs = 0

  const leave = (error: unknown): void => {
    failures++
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

  /** Asks the shared store, or the local one while that is away. */
  const ask = <T>(question: (store: RateLimitStore) => NowOrLater<T>): NowOrLater<T> => {
    if (isAway) {
      askAgain()
      return question(local)
    }
    return Promise.resolve(question(shared)).catch((error) => {
      leave(error)
      return question(local)
    })
  }

  return {
    take: (policy, key, cost) => ask((store) => store.take(policy, key, cost)),
    refund: (policy, key, cost) => ask((store) => store.refund(policy, key, cost)),
    /** Questions to the shared store that failed so far. */
    failures: () => failures,
  }
}
