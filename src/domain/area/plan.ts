/** What an area is made of: boundaries, each with what is cut out of it, each of those with what comes back in. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'

export interface PlanPart {
  /** The words that it comes from. */
  readonly text: string
  readonly boundary: BoundaryRecord
  /** Why these words mean this boundary; one sentence. */
  readonly reason: string
  /** What is cut out of the boundary. */
  readonly except: readonly PlanPart[]
}

/** The union of the parts, each without the union of its exceptions, which have exceptions in turn. */
export interface AreaPlan {
  readonly parts: readonly PlanPart[]
  /** What the author should know, one sentence each. */
  readonly notes: readonly string[]
}

/** A phrase that is no boundary. */
export interface Unmapped {
  /** As it stands in the description. */
  readonly text: string
  /** One sentence. */
  readonly reason: string
  /** Boundaries that may have been meant. */
  readonly candidates: readonly BoundaryRecord[]
}

export interface ListedPart extends Omit<PlanPart, 'except'> {
  readonly role: 'include' | 'exclude'
}

/** The parts in a row, every boundary once a role. */
export const listParts = (plan: AreaPlan): readonly ListedPart[] => {
  const seen = new Set<string>()
  const list = (parts: readonly PlanPart[], role: ListedPart['role']): readonly ListedPart[] =>
    parts.flatMap(({ except, ...part }) => {
      const key = `${role} ${part.boundary.id}`
      const isNew = !seen.has(key)
      seen.add(key)
      return [
        ...(isNew ? [{ ...part, role }] : []),
        ...list(except, role === 'include' ? 'exclude' : 'include'),
      ]
    })
  return list(plan.parts, 'include')
}

/** Whether the land of the inner boundary is part of the outer one's, as far as their hierarchy says. */
export const liesIn = (inner: BoundaryRecord, outer: BoundaryId): boolean =>
  inner.id === outer || inner.parents.some(({ id }) => id === outer)
