/**
 * Plans an area with a language model that looks up places in the catalog. Everything that the model decides is checked: ids must come
 * from its lookups, quotes from the description. An invalid answer is sent back once, then given up.
 */
import { type Planner, PlannerFailed } from '../../domain/area/ports.ts'
import { createConversation, type ModelPlannerOptions } from './conversation.ts'
import { MAX_AT_ONCE } from './model-call-limits.ts'

export const createModelPlanner = (options: ModelPlannerOptions): Planner => {
  const { clock, log } = options
  let atOnce = 0
  return {
    plan: async (request, planning = {}) => {
      const startedMs = clock.elapsedMs()
      const conversation = createConversation(options, request, planning)
      const facts = () => ({ ...conversation.spent(), ms: Math.round(clock.elapsedMs() - startedMs) })
      atOnce++
      try {
        if (atOnce > MAX_AT_ONCE)
          throw new PlannerFailed('busy', `${MAX_AT_ONCE} descriptions are being read already.`)
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
