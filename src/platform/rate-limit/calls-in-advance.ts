/**
 * A process that makes many of the calls that a large limit allows is given some in advance, so that most need no question to the store that
 * all share; it returns what is left at once, and small limits are counted call by call.
 */
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import type { Policy, RateLimitState, RateLimitStore } from './store.ts'

export interface Attempt {
  readonly policy: Policy
  readonly key: string
  readonly cost?: number | undefined
  /** True if the process would use calls in advance. */
  readonly isFrequent?: boolean
}

export interface Counted {
  readonly state: RateLimitState
  /** Calls that the process may allow by itself; they are counted. */
  readonly inAdvance: number
}

/** A store that also counts calls in advance. */
export interface AdvancingStore {
  readonly take: (attempt: Attempt) => NowOrLater<Counted>
  readonly refund: RateLimitStore['refund']
}

/** Time after which a process returns what it was given in advance. */
const ADVANCE_MS = 100
/** The part of the remaining calls that is given in advance. Below that number, none is. */
const PART = 200

/** Counts the attempt, and calls in advance where many are left. */
export const countInAdvance = (
  store: RateLimitStore,
  { policy, key, cost, isFrequent = false }: Attempt,
): NowOrLater<Counted> =>
  thenOrNow(store.take(policy, key, cost), (state) => {
    const calls = Math.floor(state.remaining / PART)
    // In the last second of a window, what is returned could reach the next one.
    if (!isFrequent || !state.allowed || calls === 0 || state.resetSeconds <= 1)
      return { state, inAdvance: 0 }
    return thenOrNow(store.take(policy, key, calls), ({ allowed }) => ({
      state,
      inAdvance: allowed ? calls : 0,
    }))
  })

interface Advance {
  /** Of the last call that was counted. */
  state: RateLimitState
  left: number
}

/** The store of one of several processes. */
export const withCallsInAdvance = (shared: AdvancingStore): RateLimitStore => {
  /** By policy and key; null while the store is asked for one. */
  const advances = new Map<string, Advance | null>()

  const use = (advance: Advance): RateLimitState => {
    advance.left -= 1
    advance.state = { ...advance.state, remaining: advance.state.remaining - 1 }
    return advance.state
  }

  const askForMore = (name: string, attempt: Attempt): NowOrLater<RateLimitState> => {
    advances.set(name, null)
    const forget = (): void => void advances.delete(name)
    const counted = Promise.try(() => shared.take({ ...attempt, isFrequent: true }))
    return counted.finally(forget).then(({ state, inAdvance }) => {
      if (inAdvance === 0) return state
      const advance = { state, left: inAdvance }
      advances.set(name, advance)
      setTimeout(() => {
        forget()
        if (advance.left > 0)
          // What cannot be returned ends with its window.
          Promise.try(() => shared.refund(attempt.policy, attempt.key, advance.left)).catch(() => {})
      }, ADVANCE_MS).unref()
      return state
    })
  }

  const ask = (attempt: Attempt): NowOrLater<RateLimitState> =>
    thenOrNow(shared.take(attempt), ({ state }) => state)

  return {
    take: (policy, key, cost = 1) => {
      const attempt = { policy, key, cost }
      if (cost !== 1) return ask(attempt)
      const name = `${policy.name} ${key}`
      const advance = advances.get(name)
      if (advance === undefined) return askForMore(name, attempt)
      return advance !== null && advance.left > 0 ? use(advance) : ask(attempt)
    },
    refund: shared.refund,
  }
}
