/**
 * Readings of one description agree on its land, or it is refused. A reading that is refused itself has no say: it lacks a place, and the
 * others have one for every word.
 */
import type { AreaPlan, PlanPart, Unmapped } from './plan.ts'
import type { Planned } from './ports.ts'

/**
 * @param readings at least one; the last one's refusal is told if none has a plan
 * @param tellDifferences the phrases that are read in two ways
 */
export const agreed = (
  readings: readonly Planned[],
  tellDifferences: (a: AreaPlan, b: AreaPlan) => readonly Unmapped[] = differences,
): Planned => {
  const plans = readings.filter((planned) => planned.ok)
  const [first, ...others] = plans
  if (first === undefined) return readings.at(-1)!
  const other = others.find(({ plan }) => landOf(plan) !== landOf(first.plan))
  return other === undefined
    ? first
    : { ok: false, unmapped: tellDifferences(first.plan, other.plan), notes: [] }
}

/** The boundaries of the land with their exceptions, in one order. */
const landOf = ({ parts }: AreaPlan): string => {
  const nested = (each: readonly PlanPart[]): string =>
    each
      .map(({ boundary, except }) => `${boundary.id}${except.length === 0 ? '' : `(${nested(except)})`}`)
      .sort()
      .join(' ')
  return nested(parts)
}

/** What only one of them has. */
const differences = (a: AreaPlan, b: AreaPlan): readonly Unmapped[] => {
  const flat = ({ parts }: AreaPlan): readonly PlanPart[] =>
    parts.flatMap((part) => [part, ...flat({ parts: part.except, notes: [] })])
  const only = (these: readonly PlanPart[], those: readonly PlanPart[]): readonly PlanPart[] =>
    these.filter((part) => !those.some(({ boundary }) => boundary.id === part.boundary.id))
  const parts = [...only(flat(a), flat(b)), ...only(flat(b), flat(a))]
  const told = parts.length > 0 ? parts : a.parts
  return told.map(({ text, boundary }) => ({ text, reason: TWO_READINGS, candidates: [boundary] }))
}

const TWO_READINGS =
  'The text can be read in two ways that differ here. Write what belongs to the area as a list, and "except" before what does not.'
