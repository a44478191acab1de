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
  const names = new Set([record.name, ...Object.values(record.names)].flatMap(foldedForms))
  kept.set(record, names)
  return names
}

/**
 * Returns the folded name, and the one without joiners and other characters that have no shape: names that look alike have a
 * form in common.
 */
export const foldedForms = (name: string): readonly string[] => {
  const shown = name.replace(SHAPELESS, '')
  return shown === name ? [foldName(name)] : [foldName(name), foldName(shown)]
}

const SHAPELESS = /\p{Default_Ignorable_Code_Point}+/gu
