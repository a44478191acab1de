/** Carries out an operator's decision about an object in every store, because an object that was fetched may be imported later. */
import type { BoundaryId } from '../boundary/id.ts'
import type { BoundaryStore, IdentityDecision } from '../catalog/ports.ts'

/** Resolves with false if no store has the object. */
export const decide = async (
  stores: readonly Pick<BoundaryStore, 'decide' | 'recordDecision'>[],
  id: BoundaryId,
  decision: IdentityDecision,
  decidedAt: string,
): Promise<boolean> => {
  const decided = await Promise.all(stores.map((store) => store.decide(id, decision, decidedAt)))
  const first = decided.find((each) => each !== null)
  if (first === undefined) return false
  for (const [index, store] of stores.entries())
    if (decided[index] === null) await store.recordDecision(id, first, decidedAt)
  return true
}
