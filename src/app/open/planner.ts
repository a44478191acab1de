/** Opens the planner of area descriptions. */
import type { Planner } from '../../domain/area/ports.ts'
import { lazily } from '../../util/lazily.ts'
import type { PlannersOptions } from './choose-planner.ts'

/** Loads code, vocabulary and model client on first use: most commands never need them, and a server starts faster. */
export const openPlanner = (options: PlannersOptions): Planner => {
  const planner = lazily(async () => (await import('./choose-planner.ts')).loadPlanner(options))
  return { plan: async (request, planning) => (await planner.get()).plan(request, planning) }
}
