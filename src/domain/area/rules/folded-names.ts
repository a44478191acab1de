import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName } from '../../catalog/fold.ts'

const kept = new WeakMap<BoundaryRecord, ReadonlySet<string>>()

/** The names of a boundary in all languages, folded: hundreds for a country, which many descriptions ask about. Kept with the record. */
export const foldedNames = (record: BoundaryRecord): ReadonlySet<string> => {
  const known = kept.get(record)
  if (known !== undefined) return known
  const names = new Set([record.name, ...Object.values(record.names)].map(foldName))
  kept.set(record, names)
  return names
}
