/** Says why an object takes nothing of what it claims. */
import type { IdentityConflict } from '../../domain/catalog/ports.ts'
import { listed } from '../../util/listed.ts'

export const conflictReason = (conflicts: readonly IdentityConflict[]): string =>
  [...Map.groupBy(conflicts, ({ holder }) => holder.id).values()]
    .map((group) => `It claims ${listed(group.map(({ claim }) => claim))}. ${group[0].reason}`)
    .join(' ')
