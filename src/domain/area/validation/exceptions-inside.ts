/** Exceptions lie inside included places. */
import { isClaimedBy } from '../claimed-land.ts'
import { liesIn, type PlanPart, type Unmapped } from '../plan.ts'
import { haveOneParent } from '../rules/item.ts'
import { breach, type PlanRule } from './breach.ts'

export const exceptionsInside: PlanRule = async (subject) => {
  const { plan, catalog } = subject
  const included = plan.parts.map(({ boundary }) => boundary)
  const outside: Unmapped[] = []
  const look = async ({ boundary, except }: PlanPart): Promise<void> => {
    for (const part of except) {
      const inner = part.boundary
      const isInside = liesIn(inner, boundary.id) || included.some(({ id }) => liesIn(inner, id))
      const isSafe = inner.kind === 'country' || included.some((each) => haveOneParent(each, inner))
      if (!isInside && !isSafe && !(await isClaimedBy(inner, [boundary, ...included], catalog)))
        outside.push(breach(part.text, OUTSIDE, inner))
      await look(part)
    }
  }
  for (const part of plan.parts) await look(part)
  return outside
}

const OUTSIDE =
  'It lies outside the area that it is excluded from. Name a place inside, or remove the exception.'
