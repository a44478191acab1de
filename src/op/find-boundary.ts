/** The boundary that a reference names, or the failure that callers read. */
import type { BoundaryRecord } from '../domain/boundary/boundary.ts'
import { type BoundaryReference, canonicalId } from '../domain/boundary/id.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import { problem } from './problem.ts'

export interface Found {
  readonly record: BoundaryRecord
  /** Others that the same reference names. */
  readonly alternatives: readonly BoundaryRecord[]
}

export const findBoundary = async (
  catalog: Pick<Catalog, 'find'>,
  reference: BoundaryReference,
): Promise<Found> => {
  const answer = await catalog.find(reference)
  if (answer.found) return answer
  throw problem('not_found', { what: 'boundary', id: canonicalId(reference), deleted: answer.deleted })
}
