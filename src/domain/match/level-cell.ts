/** The level of a row: "county", "Landkreis", `postal_code`, 6. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { COUNTRY_LEVEL, KINDS } from '../boundary/kind.ts'
import { foldName } from '../catalog/fold.ts'
import { isOfLevel, type LevelWord, levelRank } from '../catalog/level-words.ts'
import type { NameWords } from '../catalog/name-words.ts'

/** Rates how well a boundary fits the level: 0 is best; null if it does not fit. */
export type LevelFit = (record: BoundaryRecord) => number | null

/** Returns null for a text that is no level. */
export const levelFitOf = (text: string, { levels }: Pick<NameWords, 'levels'>): LevelFit | null => {
  if (/^\d{1,2}$/.test(text)) {
    const level = Number(text)
    return ({ adminLevel, kind }) =>
      adminLevel === level || (level === COUNTRY_LEVEL && kind === 'country') ? 0 : null
  }
  const kind = KINDS.find((each) => each === text.toLowerCase().replaceAll(/[ -]/g, '_'))
  const words = levels.get(foldName(text)) ?? []
  if (kind === undefined && words.length === 0) return null
  return (record) => {
    if (kind !== undefined && [record.kind, ...(record.alsoKinds ?? [])].includes(kind)) return 0
    const ranks = words.flatMap((word) => levelRankOf(word, record) ?? [])
    return ranks.length === 0 ? null : Math.min(...ranks)
  }
}

/** Like `LevelFit`, for one word. */
export const levelRankOf = (word: LevelWord, record: BoundaryRecord): number | null =>
  isOfLevel(word, record) ? (levelRank(word, record) ?? 0) : null
