/** Exceptions lie inside included places, and have other words. */
import { foldName } from '../../catalog/fold.ts'
import { isClaimedBy } from '../claimed-land.ts'
import { liesIn, type PlanPart, type Unmapped } from '../plan.ts'
import { haveOneParent } from '../rules/item.ts'
import type { Clause } from '../text/clauses.ts'
import { breach, type PlanRule } from './breach.ts'

export const exceptionsInside: PlanRule = async (subject) => {
  const { plan, catalog, clauses } = subject
  const isNamed = (text: string, as: Clause['role']): boolean =>
    clauses.some(
      ({ role, phrases }) =>
        role === as && phrases.some((phrase) => foldName(phrase.text) === foldName(text)),
    )
  const included = plan.parts.map(({ boundary }) => boundary)
  const outside: Unmapped[] = []
  const look = async ({ text, boundary, except }: PlanPart): Promise<void> => {
    for (const part of except) {
      const inner = part.boundary
      // "Mexico except Mexico": the country without the state, or a mistake.
      if (foldName(part.text) === foldName(text) && isNamed(text, 'include') && isNamed(text, 'exclude'))
        outside.push(breach(part.text, SAME_WORDS, inner))
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

const SAME_WORDS = 'The same words say what is in and what is out. Add the level of each.'

const OUTSIDE =
  'It lies outside the area that it is excluded from. Name a place inside, or remove the exception.'
