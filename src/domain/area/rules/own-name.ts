/** Whose name a name is: in some language, or on the map. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName } from '../../catalog/fold.ts'
import { spellingsOf } from '../../catalog/spellings.ts'

/** Its name in any language. */
export const isOwnName = (boundary: Pick<BoundaryRecord, 'name' | 'names'>, name: string): boolean =>
  hasName([boundary.name, ...Object.values(boundary.names)], name)

/** Its local or its English name: what a map shows. */
export const isMainName = (boundary: Pick<BoundaryRecord, 'name' | 'names'>, name: string): boolean =>
  hasName([boundary.name, boundary.names.en ?? boundary.name], name)

const hasName = (names: readonly string[], name: string): boolean => {
  const spellings = new Set(spellingsOf(foldName(name)))
  return names.some((each) => spellings.has(foldName(each)))
}
