import type { BoundaryRecord } from '../boundary/boundary.ts'
import { foldName } from './fold.ts'

type Named = Pick<BoundaryRecord, 'name' | 'names'>

/** By the names of a record, which its copies share. */
const kept = new WeakMap<Named['names'], { readonly name: string; readonly folded: ReadonlySet<string> }>()

/**
 * Folded names of a boundary in all languages: a country has hundreds, and many calls need them. Cached as long as the
 * record.
 */
export const foldedNames = ({ name, names }: Named): ReadonlySet<string> => {
  const known = kept.get(names)
  if (known?.name === name) return known.folded
  const folded = new Set([name, ...Object.values(names)].flatMap(foldedForms))
  kept.set(names, { name, folded })
  return folded
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
