/**
 * The demonstration: calls that visitors of the map page may make without an account, where the plan says so. All visitors share a
 * budget of units; 0 turns it off.
 */
import { type Caller, ownerOf } from '../../platform/caller.ts'
import type { Policy, RateLimitState, RateLimitStore } from '../../platform/rate-limit/store.ts'
import { MAX_REPEATS } from '../demonstration-limits.ts'
import type { PlanRun } from '../plan-run.ts'
import type { PlannedCall } from '../planned-call.ts'
import { problem } from '../problem/problem.ts'

const HOUR_SECONDS = 3_600
const EVERYBODY = 'everybody'

export class DemonstrationBudget {
  readonly #unitsPerHour: number
  readonly #rateLimits: RateLimitStore

  /** @param unitsPerHour for all visitors together */
  constructor(unitsPerHour: number, rateLimits: RateLimitStore) {
    this.#unitsPerHour = unitsPerHour
    this.#rateLimits = rateLimits
  }

  /** True if visitors may make the call. */
  admits(planned: PlannedCall, caller: Caller): boolean {
    const isVisitor = caller.kind === 'anonymous' && caller.atExplorer === true
    return isVisitor && this.#isShown(planned)
  }

  /**
   * True if the call of a signed-in person is free because visitors may make it without limit: signing in must not cost
   * anything.
   */
  isFreeFor(planned: PlannedCall, caller: Caller): boolean {
    const isAtPage = caller.kind === 'account' && caller.atExplorer === true
    return isAtPage && planned.op.demonstrationsPerHour === undefined && this.#isShown(planned)
  }

  /**
   * Counts an admitted call. The returned function takes it back, for a call that fails: a description that is refused was not drawn.
   *
   * @throws Problem `rate_limited`
   */
  async take(run: PlanRun, caller: Caller): Promise<() => Promise<void>> {
    const { op, plan } = run.planned
    const { name, demonstrationsPerHour } = op
    const repeats = { name: `demonstration-${name}-again`, calls: MAX_REPEATS, windowSeconds: HOUR_SECONDS }
    const repeated =
      plan.demonstrationKey === undefined ? null : `${ownerOf(caller)} ${plan.demonstrationKey}`
    if (repeated !== null && (await this.#repeats(repeats, repeated))) return async () => {}
    const counted: (readonly [Policy, string, number])[] = []
    const count = async (policy: Policy, key: string, cost: number): Promise<RateLimitState> => {
      const state = await this.#rateLimits.take(policy, key, cost)
      if (state.allowed) counted.push([policy, key, cost])
      return state
    }
    const refund = async (): Promise<void> => {
      for (const [policy, key, cost] of counted.splice(0)) await this.#rateLimits.refund(policy, key, cost)
    }
    try {
      if (demonstrationsPerHour !== undefined) {
        const own = {
          name: `demonstration-${name}`,
          calls: demonstrationsPerHour,
          windowSeconds: HOUR_SECONDS,
        }
        refuseOver(await count(own, ownerOf(caller), 1), 'visitor')
      }
      const shared = { name: 'demonstration', calls: this.#unitsPerHour, windowSeconds: HOUR_SECONDS }
      refuseOver(await count(shared, EVERYBODY, await run.price()), 'visitors')
      // Only now: what was refused was not shown.
      if (repeated !== null) await count(repeats, repeated, 1)
    } catch (error) {
      await refund()
      throw error
    }
    return refund
  }

  /** True, and counted, if this visitor was admitted to the same demonstration within the hour. */
  async #repeats(repeats: Policy, key: string): Promise<boolean> {
    const { remaining } = await this.#rateLimits.take(repeats, key, 0)
    return remaining < repeats.calls && (await this.#rateLimits.take(repeats, key)).allowed
  }

  #isShown({ plan }: PlannedCall): boolean {
    return this.#unitsPerHour > 0 && plan.access === 'demonstration'
  }
}

const refuseOver = ({ allowed, calls, resetSeconds }: RateLimitState, of: 'visitor' | 'visitors'): void => {
  if (allowed) return
  throw problem('rate_limited', { demonstration: of, max: calls, retryAfterSeconds: resetSeconds })
}
