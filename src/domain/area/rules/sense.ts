/** A boundary as what a name means, and the tests that narrow several to those that may be meant. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type LevelWord, levelRank } from '../../catalog/level-words.ts'
import { liesIn } from '../plan.ts'

export interface Sense {
  readonly boundary: BoundaryRecord
  /** The name, as its source writes it. */
  readonly matchedName: string
  /** It is its name in some language, or a reviewed further name: "Texas" is the state's, and only found for Texas County. */
  readonly isOwn: boolean
  /** The text has another spelling. */
  readonly isCorrected: boolean
}

/** The boundary by its own name. */
export const senseOf = (boundary: BoundaryRecord): Sense => ({
  boundary,
  matchedName: boundary.name,
  isOwn: true,
  isCorrected: false,
})

/** A name to look up. */
export interface NameQuestion {
  /** Folded. */
  readonly name: string
  /** The level that it must be of; null for any. */
  readonly level: LevelWord | null
  /** It lies in one of them; null for anywhere. */
  readonly inside: readonly BoundaryRecord[] | null
}

/** The senses of the level that lie inside. */
export const fitting = (
  senses: readonly Sense[],
  { level, inside }: Pick<NameQuestion, 'level' | 'inside'>,
): readonly Sense[] => {
  const within = inside === null ? senses : senses.filter(({ boundary }) => liesStrictlyIn(boundary, inside))
  return level === null ? within : ofLevel(within, level)
}

export const liesStrictlyIn = (boundary: BoundaryRecord, outer: readonly BoundaryRecord[]): boolean =>
  outer.some(({ id }) => id !== boundary.id && liesIn(boundary, id))

/** Only the likeliest meanings of the word: "the State of Georgia" is not the country if a state has the name. */
const ofLevel = (senses: readonly Sense[], level: LevelWord): readonly Sense[] => {
  const ranked = senses.flatMap((sense) => {
    const rank = levelRank(level, sense.boundary)
    return rank === null ? [] : [{ sense, rank }]
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  const likeliest = ranked.filter(({ rank }) => rank === best).map(({ sense }) => sense)
  // "Kyiv Oblast" is not the city, though that is a unit of the same level.
  const plain = likeliest.filter(({ boundary }) => !boundary.alsoKinds?.includes('city'))
  return inTheirWord(level.kinds.includes('city') || plain.length === 0 ? likeliest : plain, level)
}

/** "The parish of Washington" is Washington Parish, and none of the Washington Counties of that country. */
const inTheirWord = (senses: readonly Sense[], { inNames }: LevelWord): readonly Sense[] => {
  const worded = senses.filter(({ boundary }) => lastWordOf(boundary) === inNames)
  return senses.filter(
    ({ boundary }) =>
      worded.every((each) => each.boundary.country !== boundary.country) || lastWordOf(boundary) === inNames,
  )
}

const lastWordOf = ({ name }: BoundaryRecord): string | undefined => wordsOf(foldName(name)).at(-1)
