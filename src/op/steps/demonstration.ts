/**
 * The demonstration: calls of the map page that visitors may make without an account, as an operation's `demonstration`
 * admits them. All visitors share a budget of units; 0 turns it off.
 */
import { type Caller, ownerOf } from '../../platform/caller.ts'
import type { RateLimitState, RateLimitStore } from '../../platform/rate-limit/store.ts'
import { type AnyOp, unitsOf } from '../define.ts'
import { problem } from '../problem/problem.ts'
import type { Services } from '../services.ts'

const HOUR_SECONDS = 3_600
const EVERYBODY = 'everybody'

export class DemonstrationBudget {
  readonly #unitsPerHour: number
  readonly #rateLimits: RateLimitStore
  readonly #services: Services

  /** @param unitsPerHour for all visitors together */
  constructor(unitsPerHour: number, rateLimits: RateLimitStore, services: Services) {
    this.#unitsPerHour = unitsPerHour
    this.#rateLimits = rateLimits
    this.#services = services
  }

  /** True if visitors may make the call. */
  admits(op: AnyOp, input: unknown, caller: Caller): boolean {
    const isVisitor = caller.kind === 'anonymous' && caller.atExplorer === true
    return isVisitor && this.#isShown(op, input)
  }

  /**
   * True if the call of a signed-in person is free because visitors may make it without limit: signing in must not cost
   * anything.
   */
  isFreeFor(op: AnyOp, input: unknown, caller: Caller): boolean {
    const isAtPage = caller.kind === 'account' && caller.atExplorer === true
    return isAtPage && op.demonstration?.callsPerHour === undefined && this.#isShown(op, input)
  }

  /** Counts an admitted call. @throws Problem `rate_limited` */
  async take(op: AnyOp, input: unknown, caller: Caller): Promise<void> {
    const { callsPerHour } = op.demonstration ?? {}
    if (callsPerHour !== undefined) {
      const own = { name: `demonstration-${op.name}`, calls: callsPerHour, windowSeconds: HOUR_SECONDS }
      refuseOver(await this.#rateLimits.take(own, ownerOf(caller)), 'visitor')
    }
    const shared = { name: 'demonstration', calls: this.#unitsPerHour, windowSeconds: HOUR_SECONDS }
    const units = await unitsOf(op, input, this.#services)
    refuseOver(await this.#rateLimits.take(shared, EVERYBODY, units), 'visitors')
  }

  #isShown(op: AnyOp, input: unknown): boolean {
    return this.#unitsPerHour > 0 && op.demonstration?.admits(input) === true
  }
}

const refuseOver = ({ allowed, calls, resetSeconds }: RateLimitState, of: 'visitor' | 'visitors'): void => {
  if (allowed) return
  throw problem('rate_limited', { demonstration: of, max: calls, retryAfterSeconds: resetSeconds })
}
