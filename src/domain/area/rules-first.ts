/** Plans with rules first, and with a model if the rules refuse. */
import { type Planner, PlannerFailed } from './ports.ts'

export const createRulesFirstPlanner = ({ rules, model }: Record<'rules' | 'model', Planner>): Planner => ({
  plan: async (request, options) => {
    const ruled = await rules.plan(request, options)
    if (ruled.ok) return ruled
    try {
      return await model.plan(request, options)
    } catch (error) {
      if (!(error instanceof PlannerFailed)) throw error
      return { ...ruled, notes: [...ruled.notes, modelFailed(error)] }
    }
  },
})

/** The refusal stands, but a retry may succeed. */
const modelFailed = ({ fault }: PlannerFailed): string =>
  `The rules do not understand this, and the model failed (${fault}). Try again later.`
