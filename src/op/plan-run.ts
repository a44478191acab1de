/** One run of a plan: its price and its answer. What both depend on is found once. */
import { ownerOf } from '../platform/caller.ts'
import type { NowOrLater } from '../util/now-or-later.ts'
import { forOwner } from '../util/work-owner.ts'
import type { OpContext } from './context.ts'
import type { PlannedCall } from './planned-call.ts'
import { answerBody } from './response/encoded-body.ts'
import type { Services } from './services.ts'

export class PlanRun {
  readonly planned: PlannedCall
  readonly #services: Services
  #finding: Promise<unknown> | null = null

  constructor(planned: PlannedCall, services: Services) {
    this.planned = planned
    this.#services = services
  }

  /** Returns the units that an account pays. */
  price(): NowOrLater<number> {
    const { price } = this.planned.plan
    return typeof price === 'number' ? price : this.#found().then(price)
  }

  /** Returns the answer: the cached one, if the plan has a cache key. */
  answer(context: OpContext): Promise<unknown> {
    const owner = {
      name: ownerOf(context.caller),
      isAnonymous: context.caller.kind === 'anonymous',
      processorTime: context.processorTime,
    }
    return forOwner(owner, async () =>
      this.planned.plan.cacheKey === undefined ? this.#run(context) : this.#cached(context),
    )
  }

  async #cached(context: OpContext): Promise<unknown> {
    const { languages, maxInlineBytes } = context
    const version = await this.#services.catalog.version()
    const prepare = async () => {
      const output = await this.#run(context)
      context.processorTime.resume()
      return answerBody(output, this.planned.op.mediaType)
    }
    const key = this.planned.responseKey(version, languages, maxInlineBytes)
    return this.#services.answers.get(key, prepare, context.cacheHit)
  }

  async #run(context: OpContext): Promise<unknown> {
    const { plan } = this.planned
    return plan.run(context, plan.find === undefined ? undefined : await this.#found())
  }

  #found(): Promise<unknown> {
    this.#finding ??= this.planned.plan.find?.(this.#services) ?? Promise.resolve()
    return this.#finding
  }
}
