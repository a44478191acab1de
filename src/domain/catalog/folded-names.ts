import type { BoundaryRecord } from '../boundary/boundary.ts'
import { foldName } from './fold.ts'

type Named = Pick<BoundaryRecord, 'name' | 'names'>

const kept = new WeakMap<Named, ReadonlySet<string>>()

/** The names of a boundary in all languages, folded: hundreds for a country, which many calls ask about. Kept as long as the record. */
export const foldedNames = (record: Named): ReadonlySet<string> => {
  const known = kept.get(record)
  if (known !== undefined) return known
  const names = new Set([record.name, ...Object.values(record.names)].map(foldName))
  kept.set(record, names)
  return names
}
