/** A town that has the name of a boundary and is another place: in most countries, most towns have no boundary here. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { bareNames } from '../catalog/bare-names.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { foldName } from '../catalog/fold.ts'
import { isOfLevel } from '../catalog/level-words.ts'
import type { NameWords } from '../catalog/name-words.ts'
import type { FoundByName } from '../catalog/ranking.ts'
import { townInWords } from '../catalog/town-boundary.ts'
import type { SearchedFor } from '../catalog/towns-of-reading.ts'

export interface OtherTown {
  /** What and where it is. */
  readonly sentence: string
  /** True if it lies in the boundary, which is named for it. */
  readonly isInside: boolean
}

/** Returns null if there is none, or if the name has a word for the level of the boundary. */
export const otherTown = async (
  { catalog, words }: { readonly catalog: Pick<Catalog, 'town'>; readonly words: NameWords },
  name: string,
  question: SearchedFor,
  record: BoundaryRecord,
  found: readonly FoundByName[],
): Promise<OtherTown | null> => {
  const statesLevel = bareNames(foldName(name), words).some(
    ({ level }) => level !== null && isOfLevel(level, record),
  )
  const meant = statesLevel ? null : await catalog.town(question, found)
  if (meant === null) return null
  const { town, boundary } = meant
  const around = boundary.boundary
  if (boundary.has !== 'none' && around?.id === record.id) return null
  const isInside = around !== null && [around, ...around.parents].some(({ id }) => id === record.id)
  return { sentence: townInWords(town, boundary), isInside }
}
