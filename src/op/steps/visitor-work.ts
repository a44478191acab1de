/**
 * Limits what visitors of the map page cost, in the same count as the calls of their address without a key. A call of the page uses the
 * processor time that a call of the API stands for, `CALL_MS`: small calls share one, large ones use several.
 *
 * Every call pays for one before it works, so calls at once cannot exceed the count, and the unused part pays for later ones.
 */
import { network } from '../../platform/customer-network.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { RateLimitState } from '../../platform/rate-limit/store.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { problem } from '../problem/problem.ts'

export interface VisitorWork {
  /**
   * Call it before work for a visitor at the address. The returned function takes the processor time that the work took.
   *
   * @throws Problem `rate_limited`
   */
  readonly begin: (address: string) => Promise<(processorMs: number) => void>
}

export interface VisitorWorkOptions {
  readonly rateLimiter: Pick<RateLimiter, 'takePublic'>
  readonly clock: Pick<Clock, 'elapsedMs'>
  readonly log: Log
}

/** Processor time of one call. */
export const CALL_MS = 100
/** One call uses up at most so many: the first of a server that has just started costs several times what the next do. */
export const MAX_CALLS_OF_ONE = 5
/** Above it the oldest are forgotten, which costs their visitors at most a call. */
const MAX_NETWORKS = 10_000

/** What a network has paid for in a window, less what it has used; negative for a debt. */
interface NetworkBalance {
  paidMs: number
  readonly endsMs: number
}

export const createVisitorWork = ({ rateLimiter, clock, log }: VisitorWorkOptions): VisitorWork => {
  const accounts = new Map<string, NetworkBalance>()

  const open = (from: string, { resetSeconds }: RateLimitState): NetworkBalance => {
    const known = current(from)
    if (known !== null) return known
    accounts.delete(from)
    const [oldest] = accounts.keys()
    if (accounts.size >= MAX_NETWORKS) accounts.delete(oldest)
    const opened = { paidMs: 0, endsMs: clock.elapsedMs() + resetSeconds * 1000 }
    accounts.set(from, opened)
    return opened
  }

  /** Null once the window has ended: what was paid in it is worth nothing then. */
  const current = (from: string): NetworkBalance | null => {
    const account = accounts.get(from)
    return account !== undefined && clock.elapsedMs() < account.endsMs ? account : null
  }

  /** Pays a debt, as far as the count has calls left; the rest is forgotten. */
  const payDebt = async (from: string, account: NetworkBalance): Promise<void> => {
    if (account.paidMs >= 0) return
    const calls = Math.ceil(-account.paidMs / CALL_MS)
    account.paidMs += calls * CALL_MS
    const { allowed, remaining } = await rateLimiter.takePublic(from, calls)
    if (!allowed && remaining > 0) await rateLimiter.takePublic(from, remaining)
  }

  /** Sets one call aside, from what was paid or from the count. */
  const reserve = async (from: string): Promise<NetworkBalance> => {
    const paid = current(from)
    if (paid !== null && paid.paidMs >= CALL_MS) {
      paid.paidMs -= CALL_MS
      return paid
    }
    const state = await rateLimiter.takePublic(from, 1)
    if (!state.allowed) throw refusedVisitor(state)
    return open(from, state)
  }

  return {
    begin: async (address) => {
      const from = network(address)
      const account = await reserve(from)
      return (processorMs) => {
        account.paidMs += CALL_MS - Math.min(processorMs, MAX_CALLS_OF_ONE * CALL_MS)
        payDebt(from, account).catch((error) => log.warn({ error }, 'counting the work of a visitor failed'))
      }
    },
  }
}

const refusedVisitor = ({ calls, windowSeconds, resetSeconds }: RateLimitState) =>
  problem('rate_limited', {
    visitorCalls: calls,
    processorMs: CALL_MS,
    windowSeconds,
    retryAfterSeconds: resetSeconds,
  })
