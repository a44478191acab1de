/** Which boundary of an extract stands for which of a lower source, when several could: Paris is a department and a commune. */
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { Twin, TwinBy } from './below.ts'
import type { ShapedBoundary } from './shape-all.ts'

const SURENESS: Readonly<Record<TwinBy, number>> = { id: 0, iso: 1, wikidata: 2, land: 3 }

/** For each boundary the ids of lower sources that it stands for; no id is stood for twice. */
export const assignTwins = (
  boundaries: readonly ShapedBoundary[],
  twins: readonly (readonly Twin[])[],
): BoundaryId[][] => {
  const claims = new Map<BoundaryId, { readonly claimant: number; readonly by: TwinBy }>()
  twins.forEach((ofBoundary, claimant) => {
    for (const { record, by } of ofBoundary) {
      const rival = claims.get(record.id)
      if (rival === undefined || isBetter(boundaries, { claimant, by }, rival))
        claims.set(record.id, { claimant, by })
    }
  })
  const assigned: BoundaryId[][] = boundaries.map(() => [])
  for (const [id, { claimant }] of claims) assigned[claimant].push(id)
  return assigned
}

const isBetter = (
  boundaries: readonly ShapedBoundary[],
  claim: { readonly claimant: number; readonly by: TwinBy },
  rival: { readonly claimant: number; readonly by: TwinBy },
): boolean => {
  if (claim.by !== rival.by) return SURENESS[claim.by] < SURENESS[rival.by]
  const mine = boundaries[claim.claimant]
  const theirs = boundaries[rival.claimant]
  if (mine.adminLevel !== theirs.adminLevel) return (mine.adminLevel ?? 99) < (theirs.adminLevel ?? 99)
  return mine.areaKm2 > theirs.areaKm2
}
