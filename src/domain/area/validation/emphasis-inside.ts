/** What is named for emphasis, or as not excluded, lies in the area without it: "Germany, not only Bavaria". */
import { type ListedPart, liesIn } from '../plan.ts'
import type { Clause } from '../text/clauses.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const emphasisInside: PlanRule = (subject) => {
  const plain = subject.clauses.filter(({ role, emphasis }) => role === 'include' && emphasis === 'none')
  const landed = subject.parts.filter(
    (part) => part.role === 'include' && plain.some((clause) => isQuotedIn(part, clause, subject)),
  )
  return subject.clauses.flatMap(({ emphasis, phrases }) =>
    emphasis === 'none'
      ? []
      : phrases.flatMap((phrase, index) => {
          const named = subject.parts.filter(
            (part) => part.role === 'include' && subject.quotes(part.text, phrases, index),
          )
          if (named.some((part) => !landed.includes(part) && !isInside(part, landed)))
            return [breach(phrase.text, OUTSIDE, ...named.map(({ boundary }) => boundary))]
          return named.some((part) => isTouched(part, emphasis, subject.parts))
            ? [breach(phrase.text, EXCLUDED, ...named.map(({ boundary }) => boundary))]
            : []
        }),
  )
}

const isQuotedIn = ({ text }: ListedPart, { phrases }: Clause, subject: PlanSubject): boolean =>
  phrases.some((_, index) => subject.quotes(text, phrases, index))

const isInside = ({ boundary }: ListedPart, others: readonly ListedPart[]): boolean =>
  others.some((other) => other.boundary.id !== boundary.id && liesIn(boundary, other.boundary.id))

/** Whether an exception takes something from it; "not excluding" may bring back what an exception took. */
const isTouched = (
  { boundary }: ListedPart,
  emphasis: Clause['emphasis'],
  parts: readonly ListedPart[],
): boolean =>
  parts.some(
    ({ role, boundary: excluded }) =>
      role === 'exclude' &&
      (liesIn(excluded, boundary.id) ||
        (emphasis === 'named' && excluded.id !== boundary.id && liesIn(boundary, excluded.id))),
  )

const OUTSIDE =
  'The text names it as a part of the area, but no other place in the text contains it. Name the whole area, or write "and" to add this place.'
const EXCLUDED =
  'The text names it as a part of the area, and also leaves out some of it. Say what is in and what is out.'
