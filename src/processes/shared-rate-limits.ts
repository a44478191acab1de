/**
 * Rate limits of all processes of a service, counted by their primary. A process that makes many of the calls that a large limit allows is
 * given some in advance, so that most need no question; it returns what is left at once, and small limits are counted call by call.
 */
import type { Policy, RateLimitState, RateLimitStore } from '../platform/rate-limit/store.ts'
import { type NowOrLater, thenOrNow } from '../util/now-or-later.ts'
import type { Channel } from './channel.ts'

interface Attempt {
  readonly policy: Policy
  readonly key: string
  readonly cost?: number | undefined
  /** True if the process would use calls in advance. */
  readonly isFrequent?: boolean
}

interface Counted {
  readonly state: RateLimitState
  /** Calls that the process may allow by itself; they are counted. */
  readonly inAdvance: number
}

/** Time after which a process returns what it was given in advance. */
const ADVANCE_MS = 100
/** The part of the remaining calls that is given in advance. Below that number, none is. */
const PART = 200

/** In the primary: counts for the process at the other end. */
export const countRateLimits = (channel: Channel, store: RateLimitStore): void => {
  channel.on('rate limit: take', (attempt) => count(store, attempt as Attempt))
  channel.on('rate limit: refund', (attempt) => {
    const { policy, key, cost } = attempt as Attempt
    return store.refund(policy, key, cost)
  })
}

const count = (
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

export const sharedRateLimits = (primary: Channel): RateLimitStore => {
  /** By policy and key; null while the primary is asked for one. */
  const advances = new Map<string, Advance | null>()

  const use = (advance: Advance): RateLimitState => {
    advance.left -= 1
    advance.state = { ...advance.state, remaining: advance.state.remaining - 1 }
    return advance.state
  }

  const askAll = async (name: string, attempt: Attempt): Promise<RateLimitState> => {
    advances.set(name, null)
    const counted = await primary.ask('rate limit: take', { ...attempt, isFrequent: true }).finally(() => {
      advances.delete(name)
    })
    const { state, inAdvance } = counted as Counted
    if (inAdvance === 0) return state
    const advance = { state, left: inAdvance }
    advances.set(name, advance)
    setTimeout(() => {
      advances.delete(name)
      if (advance.left > 0) primary.send('rate limit: refund', { ...attempt, cost: advance.left })
    }, ADVANCE_MS).unref()
    return state
  }

  const ask = async (attempt: Attempt): Promise<RateLimitState> =>
    ((await primary.ask('rate limit: take', attempt)) as Counted).state

  return {
    take: (policy, key, cost = 1) => {
      const attempt = { policy, key, cost }
      if (cost !== 1) return ask(attempt)
      const name = `${policy.name} ${key}`
      const advance = advances.get(name)
      if (advance === undefined) return askAll(name, attempt)
      return advance !== null && advance.left > 0 ? use(advance) : ask(attempt)
    },
    refund: (policy, key, cost) => primary.send('rate limit: refund', { policy, key, cost }),
  }
}
