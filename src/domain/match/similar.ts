/** Boundaries whose names differ from a text by typing errors. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type BoundaryId, parseBoundaryReference } from '../boundary/id.ts'
import { bareNames } from '../catalog/bare-names.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { foldName } from '../catalog/fold.ts'
import type { NameWords } from '../catalog/name-words.ts'
import { haveSameExtent } from '../catalog/same-extent.ts'
import { spellingsOf } from '../catalog/spellings.ts'
import { levelRankOf } from './level-cell.ts'
import type { NameTable, SimilarName } from './name-table.ts'

export interface Similar extends SimilarName {
  readonly record: BoundaryRecord
}

export interface SimilarSearch {
  readonly catalog: Pick<Catalog, 'find'>
  readonly words: NameWords
  /** Read when it is first needed. */
  readonly table: () => Promise<NameTable>
}

/**
 * Returns the boundaries with the fewest errors, all of them: one alone has no rival. They may have more errors than `isLikely`
 * accepts, so that a short name with one error stands before a longer one with two.
 *
 * @param countries ISO 3166-1 alpha-2; empty for all
 * @param rankOf null for boundaries that are not meant; of those with the fewest errors, only the ones of the smallest rank are returned
 */
export const similarTo = async (
  { catalog, words, table }: SimilarSearch,
  text: string,
  countries: readonly string[],
  rankOf: (record: BoundaryRecord) => number | null,
): Promise<readonly Similar[]> => {
  const folded = foldName(text)
  const readings = [
    { names: spellingsOf(folded, words), level: null },
    // "Orang County" is compared with the names of counties, with and without the word.
    ...bareNames(folded, words).flatMap(({ level, name }) =>
      level === null ? [] : [{ names: spellingsOf(name, words), level }],
    ),
  ]
  const known = await table()
  for (let errors = 0; errors <= MAX_ERRORS; errors++) {
    const found = new Map<BoundaryId, Similar & { readonly rank: number }>()
    for (const { names, level } of readings)
      for (const each of known.near(names, errors, countries)) {
        if (found.has(each.id)) continue
        const record = await currentRecord(catalog, each.id)
        if (record === null) continue
        const rank = rankOf(record)
        const rankOfWord = level === null ? 0 : levelRankOf(level, record)
        if (rank === null || rankOfWord === null) continue
        found.set(each.id, { ...each, record, rank: rank + rankOfWord })
      }
    if (found.size === 0) continue
    const best = Math.min(...found.values().map(({ rank }) => rank))
    return withoutCounterparts([...found.values()].filter(({ rank }) => rank === best))
  }
  return []
}

/** True if people make so many errors in a name of this length. */
export const isLikely = ({ errors, letters }: SimilarName): boolean => errors * LETTERS_AN_ERROR <= letters

const LETTERS_AN_ERROR = 4
const MAX_ERRORS = 3

/** With its parents of today, which the names of the catalog are read without. */
const currentRecord = async (
  catalog: Pick<Catalog, 'find'>,
  id: BoundaryId,
): Promise<BoundaryRecord | null> => {
  const reference = parseBoundaryReference(id)
  if ('problem' in reference) return null
  const answer = await catalog.find(reference)
  if (!answer.found) return null
  return [answer.record, ...answer.alternatives].find((record) => record.id === id) ?? null
}

/** Drops the same land under the same name at another level, as search does. */
const withoutCounterparts = (similar: readonly Similar[]): readonly Similar[] =>
  similar.filter(
    ({ record }, at) =>
      !similar
        .slice(0, at)
        .some(
          (better) =>
            haveSameExtent(better.record, record) && foldName(better.record.name) === foldName(record.name),
        ),
  )
