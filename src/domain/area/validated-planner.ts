/** Wraps a planner: a plan that fails validation becomes a refusal. */
import { SERVICE } from '../../util/work-owner.ts'
import type { Planner } from './ports.ts'
import type { PlanValidator } from './validation/validate-plan.ts'

export const createValidatedPlanner = (planner: Planner, validate: PlanValidator): Planner => ({
  plan: async (request, options) => {
    const planned = await planner.plan(request, options)
    if (!planned.ok) return planned
    const breaches = await validate(request, planned.plan, options?.owner ?? SERVICE)
    return breaches.length === 0
      ? planned
      : { ok: false, unmapped: breaches, notes: [], readings: planned.readings ?? [] }
  },
})
