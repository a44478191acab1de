/**
 * Fetched boundaries that are no longer on the map. Where the map has deleted one, it is removed here, too. Where the map only does not have it,
 * that may be an accident, or the gap of a server without history: as with land that is lost at once, a week must confirm it.
 */
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import type { ShrunkBoundaries } from './shrunk-boundaries.ts'

/** True when it is not here, or no longer; false when it is kept until a week has confirmed that it is gone. */
export const forgetVanished = async (
  id: BoundaryId,
  isDeleted: boolean,
  { store, shrunk }: { readonly store: BoundaryStore; readonly shrunk: ShrunkBoundaries },
): Promise<boolean> => {
  if ((await store.records([id])).length === 0) return true
  if (!isDeleted && !(await shrunk.isConfirmed({ id, areaKm2: 0 }))) return false
  await store.remove([id])
  return true
}
