/** One run of a plan: its price and its answer. What both depend on is found once. */
import type { NowOrLater } from '../util/now-or-later.ts'
import type { OpContext } from './context.ts'
import type { PlannedCall } from './planned-call.ts'
import { answerBody } from './response/encoded-body.ts'

export class PlanRun {
  readonly planned: PlannedCall
  readonly context: OpContext
  #finding: Promise<unknown> | null = null

  constructor(planned: PlannedCall, context: OpContext) {
    this.planned = planned
    this.context = context
  }

  /** Returns the units that an account pays. */
  price(): NowOrLater<number> {
    const { price } = this.planned.plan
    return typeof price === 'number' ? price : this.#found().then(price)
  }

  /** Returns the answer: the cached one, if the plan has a cache key. */
  answer(): Promise<unknown> {
    return this.planned.plan.cacheKey === undefined ? this.#run() : this.#cached()
  }

  async #cached(): Promise<unknown> {
    const { cacheHit, languages, maxInlineBytes, owner, services } = this.context
    const version = await services.catalog.version()
    const prepare = async () => {
      const output = await this.#run()
      owner.processorTime.resume()
      return answerBody(output, this.planned.op.mediaType)
    }
    const key = this.planned.responseKey(version, languages, maxInlineBytes)
    // A caller with a key shares no call of one without: its turn comes later.
    const group = owner.isAnonymous ? 'anonymous' : 'account'
    return services.answers.get(key, prepare, { onHit: cacheHit, group })
  }

  async #run(): Promise<unknown> {
    const { plan } = this.planned
    return plan.run(this.context, plan.find === undefined ? undefined : await this.#found())
  }

  #found(): Promise<unknown> {
    this.#finding ??= this.planned.plan.find?.(this.context) ?? Promise.resolve()
    return this.#finding
  }
}
