import type { BoundaryRecord } from '../boundary/boundary.ts'
import { foldName } from './fold.ts'

type Named = Pick<BoundaryRecord, 'name' | 'names'>

const kept = new WeakMap<Named, ReadonlySet<string>>()

/**
 * Folded names of a boundary in all languages: a country has hundreds, and many calls need them. Cached as long as the
 * record.
 */
export const foldedNames = (record: Named): ReadonlySet<string> => {
  const known = kept.get(record)
  if (known !== undefined) return known
  const names = new Set([record.name, ...Object.values(record.names)].map(foldName))
  kept.set(record, names)
  return names
}
