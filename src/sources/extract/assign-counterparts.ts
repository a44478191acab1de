/**
 * Decides which boundary of an extract replaces a boundary of a lower source if several could: Paris is a department and a
 * commune.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { Counterpart, MatchedBy } from './lower-layers.ts'
import type { ShapedBoundary } from './shape-all.ts'

const SURENESS: Readonly<Record<MatchedBy, number>> = { id: 0, iso: 1, wikidata: 2, land: 3 }

interface Claim extends Counterpart {
  readonly claimant: number
}

/** Returns the records of lower sources that each boundary replaces, the surest first; each record is replaced only once. */
export const assignCounterparts = (
  boundaries: readonly ShapedBoundary[],
  counterparts: readonly (readonly Counterpart[])[],
): BoundaryRecord[][] => {
  const claims = new Map<BoundaryId, Claim>()
  counterparts.forEach((ofBoundary, claimant) => {
    for (const counterpart of ofBoundary) {
      const rival = claims.get(counterpart.record.id)
      const claim = { ...counterpart, claimant }
      if (rival === undefined || isBetter(boundaries, claim, rival)) claims.set(counterpart.record.id, claim)
    }
  })
  const assigned: BoundaryRecord[][] = boundaries.map(() => [])
  const surestFirst = [...claims.values()].sort((a, b) => SURENESS[a.by] - SURENESS[b.by])
  for (const { record, claimant } of surestFirst) assigned[claimant].push(record)
  return assigned
}

const isBetter = (boundaries: readonly ShapedBoundary[], claim: Claim, rival: Claim): boolean => {
  if (claim.by !== rival.by) return SURENESS[claim.by] < SURENESS[rival.by]
  if (claim.overlap !== rival.overlap) return claim.overlap > rival.overlap
  const mine = boundaries[claim.claimant]
  const theirs = boundaries[rival.claimant]
  if (mine.adminLevel !== theirs.adminLevel) return (mine.adminLevel ?? 99) < (theirs.adminLevel ?? 99)
  return mine.areaKm2 > theirs.areaKm2
}
