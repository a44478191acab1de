/** Whether a boundary has a name: in any language, or on the map. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName } from '../../catalog/fold.ts'
import { foldedNames } from '../../catalog/folded-names.ts'
import type { NameWords } from '../../catalog/name-words.ts'
import { spellingsOf } from '../../catalog/spellings.ts'

/** Its name in any language. */
export const isOwnName = (
  boundary: Pick<BoundaryRecord, 'name' | 'names'>,
  name: string,
  words: NameWords,
): boolean => !foldedNames(boundary).isDisjointFrom(spellings(name, words))

/** Its local or its English name: what a map shows. */
export const isMainName = (
  boundary: Pick<BoundaryRecord, 'name' | 'names'>,
  name: string,
  words: NameWords,
): boolean => {
  const wanted = spellings(name, words)
  return [boundary.name, boundary.names.en ?? boundary.name].some((each) => wanted.has(foldName(each)))
}

const spellings = (name: string, words: NameWords): ReadonlySet<string> =>
  new Set(spellingsOf(foldName(name), words))
