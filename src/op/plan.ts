/**
 * The plan of a call: all that its parsed input and the kind of its caller decide. Planning is synchronous and reads no store.
 * `execute.ts` authorizes, charges, caches and runs a call by its plan.
 */
import type { Caller } from '../platform/caller.ts'
import type { NowOrLater } from '../util/now-or-later.ts'
import type { OpContext } from './context.ts'

/**
 * Who may make a call: everybody; callers with a key; or callers with a key, and without one visitors of the map page, within the
 * budget of the demonstration.
 */
export type AccessLevel = 'public' | 'key' | 'demonstration'

/** What a plan may know of its caller. Callers of one kind share the plan of an input. */
export type PlanCaller = Pick<Caller, 'kind'>

/** @typeParam A the answer @typeParam F what `find` finds */
export interface CallPlan<A = unknown, F = unknown> {
  readonly access: AccessLevel
  /**
   * All that the answer depends on, except the data and the caller's languages. If present, the encoded answer is cached under
   * it.
   */
  readonly cacheKey?: string
  /** Equal for calls that show a visitor the same thing in another form: in an hour, they count as one demonstration. */
  readonly demonstrationKey?: string
  /** Finds what both the price and the work need, once a call. Rejects with the problems of the call. */
  readonly find?: (context: OpContext) => Promise<F>
  /** Units that the call costs; a number if they are known before anything is found. */
  readonly price: number | ((found: F) => number)
  readonly run: (context: OpContext, found: F) => NowOrLater<A>
}
