/** Whether a boundary has a name: in any language, or on the map. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName } from '../../catalog/fold.ts'
import type { NameWords } from '../../catalog/name-words.ts'
import { spellingsOf } from '../../catalog/spellings.ts'

/** Its name in any language. */
export const isOwnName = (
  boundary: Pick<BoundaryRecord, 'name' | 'names'>,
  name: string,
  words: NameWords,
): boolean => hasName([boundary.name, ...Object.values(boundary.names)], name, words)

/** Its local or its English name: what a map shows. */
export const isMainName = (
  boundary: Pick<BoundaryRecord, 'name' | 'names'>,
  name: string,
  words: NameWords,
): boolean => hasName([boundary.name, boundary.names.en ?? boundary.name], name, words)

const hasName = (names: readonly string[], name: string, words: NameWords): boolean => {
  const spellings = new Set(spellingsOf(foldName(name), words))
  return names.some((each) => spellings.has(foldName(each)))
}
