/** A call that is parsed and planned. Calls with the same raw input and kind of caller share it. */
import type { AnyOp } from './define.ts'
import type { CallPlan, PlanCaller } from './plan.ts'

export class PlannedCall {
  readonly op: AnyOp
  /** The parsed input. */
  readonly input: unknown
  readonly plan: CallPlan
  /** Answers tell the operator what only the operator can do. */
  readonly #reader: 'operator' | 'caller'
  #latest: ResponseKey | null = null

  constructor(op: AnyOp, input: unknown, plan: CallPlan, { kind }: PlanCaller) {
    this.op = op
    this.input = input
    this.plan = plan
    this.#reader = kind === 'operator' ? 'operator' : 'caller'
  }

  /**
   * Returns the key of the encoded answer in the response cache, of a plan with a cache key. The latest one is kept: building and
   * hashing it takes longer than the rest of a cached answer.
   */
  responseKey(version: string, languages: readonly string[], maxInlineBytes: number): string {
    const latest = this.#latest
    if (
      latest !== null &&
      latest.version === version &&
      latest.languages === languages &&
      latest.maxInlineBytes === maxInlineBytes
    )
      return latest.key
    const key = `${version}|${this.op.name}|${this.plan.cacheKey}|${this.#reader}|${languages}|${maxInlineBytes}`
    this.#latest = { version, languages, maxInlineBytes, key }
    return key
  }
}

interface ResponseKey {
  readonly version: string
  readonly languages: readonly string[]
  readonly maxInlineBytes: number
  readonly key: string
}
