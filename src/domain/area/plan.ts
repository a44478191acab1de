/** The plan of an area: boundaries, their exceptions, and exceptions of those. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'

export interface PlanPart {
  /** The words of the description. */
  readonly text: string
  readonly boundary: BoundaryRecord
  /** Why these words mean this boundary; one sentence. */
  readonly reason: string
  /** Exceptions from the boundary. */
  readonly except: readonly PlanPart[]
}

/** The union of the parts, each without the union of its exceptions, which have exceptions in turn. */
export interface AreaPlan {
  readonly parts: readonly PlanPart[]
  /** Notes for the author, one sentence each. */
  readonly notes: readonly string[]
}

/** A phrase that could not be mapped to a boundary. */
export interface Unmapped {
  /** As it stands in the description. */
  readonly text: string
  /** One sentence. */
  readonly reason: string
  /** Boundaries that may have been meant. */
  readonly candidates: readonly BoundaryRecord[]
  /** The place may be on the map, and only its boundary is missing here. */
  readonly isMissingHere?: true
}

export interface ListedPart extends Omit<PlanPart, 'except'> {
  readonly role: 'include' | 'exclude'
}

/** The parts as a flat list, each boundary once per role. */
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

/** Whether the inner boundary is part of the outer one, according to the hierarchy. */
export const liesIn = (inner: BoundaryRecord, outer: BoundaryId): boolean =>
  inner.id === outer || inner.parents.some(({ id }) => id === outer)
