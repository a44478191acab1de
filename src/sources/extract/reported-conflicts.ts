/** Says which objects take nothing of what they claim, and why. */
import type { ReportedBoundary } from '../../domain/catalog/import-report.ts'
import type { IdentityConflict } from '../../domain/catalog/ports.ts'
import { listed } from '../../util/join-words.ts'
import type { PlacedBoundary } from './place-boundaries.ts'

export const reportedConflicts = (boundaries: readonly PlacedBoundary[]): readonly ReportedBoundary[] =>
  boundaries
    .filter(({ conflicts }) => conflicts.length > 0)
    .map(({ id, name, adminLevel, conflicts }) => ({
      id,
      name,
      adminLevel,
      reason: conflictReason(conflicts),
    }))

const conflictReason = (conflicts: readonly IdentityConflict[]): string =>
  [...Map.groupBy(conflicts, ({ holder }) => holder.id).values()]
    .map((group) => `It claims ${listed([...new Set(group.map(({ claim }) => claim))])}. ${group[0].reason}`)
    .join(' ')
