/** Whether a boundary has a name: in any language, or on the map. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { foldName } from './fold.ts'
import { foldedNames } from './folded-name-cache.ts'
import type { NameWords } from './name-words.ts'
import { spellingsOf } from './spellings.ts'

/** Its name in any language. */
export const isOwnName = (
  boundary: Pick<BoundaryRecord, 'name' | 'names'>,
  name: string,
  words: NameWords,
): boolean => !foldedNames(boundary).isDisjointFrom(spellings(name, words))

/** Its local and its English name, folded: what a map shows. */
export const mainNamesOf = ({ name, names }: Pick<BoundaryRecord, 'name' | 'names'>): ReadonlySet<string> =>
  new Set([name, names.en ?? name].map(foldName))

export const isMainName = (
  boundary: Pick<BoundaryRecord, 'name' | 'names'>,
  name: string,
  words: NameWords,
): boolean => !mainNamesOf(boundary).isDisjointFrom(spellings(name, words))

const spellings = (name: string, words: NameWords): ReadonlySet<string> =>
  new Set(spellingsOf(foldName(name), words))
