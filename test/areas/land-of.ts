/** The ids of a planned description, in one order; null for a refusal. */
import { listParts } from '../../src/domain/area/plan.ts'
import type { Planner } from '../../src/domain/area/ports.ts'

export const landOf = async (planner: Planner, text: string): Promise<string | null> => {
  const planned = await planner.plan({ text, country: null, seed: null })
  if (!planned.ok) return null
  return listParts(planned.plan)
    .map(({ role, boundary }) => `${role === 'include' ? '+' : '−'}${boundary.id}`)
    .sort()
    .join(' ')
}
