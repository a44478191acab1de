/**
 * Removes fetched boundaries that are no longer on the map. A boundary that the map deleted is removed at once. One that is
 * merely absent may be an accident, or a gap of a server without history, so a week must confirm it, as for land that is
 * lost at once.
 */
import { type BoundaryId, type BoundaryReference, parseBoundaryReference } from '../../domain/boundary/id.ts'
import type { ImportStore, RecordSource } from '../../domain/catalog/ports.ts'
import type { ShrunkBoundaries } from './shrunk-boundaries.ts'

/** Returns true if the boundary is not stored, or no longer; false if it is kept until a week has confirmed the loss. */
export const forgetVanished = async (
  id: BoundaryId,
  isDeleted: boolean,
  { store, shrunk }: { readonly store: RecordSource & ImportStore; readonly shrunk: ShrunkBoundaries },
): Promise<boolean> => {
  if ((await store.find(parseBoundaryReference(id) as BoundaryReference)).length === 0) return true
  if (!isDeleted && !(await shrunk.isConfirmed({ id, areaKm2: 0 }))) return false
  await store.remove([id])
  return true
}
