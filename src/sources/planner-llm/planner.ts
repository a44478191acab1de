/**
 * Plans an area with a language model that looks places up in the catalog. The model decides nothing that is not checked: ids come
 * from what it looked up here, quotes from the description, and an answer that does not hold is sent back once, then given up.
 */
import type { LanguageModel } from 'ai'
import type { AreaOutcome } from '../../domain/area/draw-area.ts'
import type { TooLarge } from '../../domain/area/draw-plan.ts'
import type { AreaPlan } from '../../domain/area/plan.ts'
import { type Planner, PlannerFailed, type PlanningOptions } from '../../domain/area/ports.ts'
import type { Vocabulary } from '../../domain/area/vocabulary.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { MOST_AT_ONCE } from './budget.ts'
import { Conversation } from './conversation.ts'
import type { LookupCatalog } from './lookups.ts'

export interface ModelPlannerOptions {
  readonly model: Exclude<LanguageModel, string>
  /** Texts that no log may have, although a provider may say them back: the key. */
  readonly hidden: readonly string[]
  readonly catalog: LookupCatalog
  readonly vocabulary: Vocabulary
  /** The land of a plan on the way, drawn as that of a final one is. */
  readonly drawDraft: (plan: AreaPlan, options: PlanningOptions) => Promise<AreaOutcome | TooLarge>
  /** For one description, all calls together. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly log: Log
}

export const createModelPlanner = (options: ModelPlannerOptions): Planner => {
  const { clock, log } = options
  let atOnce = 0
  return {
    plan: async (request, planning = {}) => {
      const startedMs = clock.elapsedMs()
      const conversation = new Conversation(options, request, planning)
      const facts = () => ({ ...conversation.spent, ms: Math.round(clock.elapsedMs() - startedMs) })
      atOnce++
      try {
        if (atOnce > MOST_AT_ONCE)
          throw new PlannerFailed('busy', `${MOST_AT_ONCE} descriptions are being read already.`)
        const planned = await conversation.plan()
        log.info({ ...facts(), mapped: planned.ok }, 'the model answered')
        return planned
      } catch (error) {
        if (error instanceof PlannerFailed)
          log.warn({ ...facts(), fault: error.fault, reason: error.message }, 'the model gave no plan')
        else log.info(facts(), 'the model was interrupted')
        throw error
      } finally {
        atOnce--
      }
    },
  }
}
