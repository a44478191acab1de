/** Which of the boundaries that a search finds have the name or code of a text, and how. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { bareNames } from '../catalog/bare-names.ts'
import { foldName } from '../catalog/fold.ts'
import { foldedNames } from '../catalog/folded-name-cache.ts'
import { isOfLevel } from '../catalog/level-words.ts'
import type { Grade } from '../catalog/match-quality.ts'
import type { NameWords } from '../catalog/name-words.ts'
import type { FoundByName } from '../catalog/ranking.ts'
import { spellingsOf } from '../catalog/spellings.ts'
import type { Reason } from './place.ts'

export interface Fit {
  readonly record: BoundaryRecord
  readonly reason: Reason
}

/** From the best to the worst. Codes and whole names are as good as each other. */
export const TIERS: readonly (readonly Reason[])[] = [
  ['code', 'name'],
  ['name with another level word'],
  ['name without its level word'],
]

/** Returns the boundaries of which the text is the name or the code; the beginning or a word of a name is neither. */
export const fitsOf = (found: readonly FoundByName[], text: string, words: NameWords): readonly Fit[] => {
  const spellings = new Set(spellingsOf(foldName(text), words))
  const fits = found.flatMap(({ record, placing }) => {
    const byGrade = placing === undefined ? undefined : REASON_OF_GRADE[placing.grade]
    const reason =
      byGrade ?? (lacksLevelWord(record, spellings, words) ? 'name without its level word' : undefined)
    return reason === undefined ? [] : [{ record, reason }]
  })
  // In small letters a name comes before a code: "Ham" is not Hampshire.
  const isName = text !== text.toUpperCase() && fits.some(({ reason }) => reason === 'name')
  return isName ? fits.filter(({ reason }) => reason !== 'code') : fits
}

const REASON_OF_GRADE: Readonly<Partial<Record<Grade, Reason>>> = {
  'code as written': 'code',
  'country code': 'code',
  code: 'code',
  name: 'name',
  'name of level': 'name with another level word',
  'name without level': 'name without its level word',
}

/** True if a name of the boundary is one of the spellings with a word for its own level: "Baltimore" and Baltimore County. */
const lacksLevelWord = (record: BoundaryRecord, spellings: ReadonlySet<string>, words: NameWords): boolean =>
  [...foldedNames(record)].some((folded) =>
    bareNames(folded, words).some(
      ({ name, level }) => level !== null && spellings.has(name) && isOfLevel(level, record),
    ),
  )
