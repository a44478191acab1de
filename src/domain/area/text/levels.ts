/** Words of levels and adjectives of places in a phrase: "the Swiss cantons", "county of Kings", "les provinces canadiennes". */
import { wordsOf } from '../../catalog/fold.ts'
import type { LevelWord, Vocabulary } from '../vocabulary.ts'

export interface LevelInPhrase {
  readonly level: LevelWord
  /** Folded: what stands before the word, and behind it. */
  readonly before: string
  readonly after: string
}

/** Every word of a level in the phrase, those at its beginning and its end first, of these the longest first. */
export const levelsIn = (
  folded: string,
  { levels }: Pick<Vocabulary, 'levels'>,
): readonly LevelInPhrase[] => {
  const words = wordsOf(folded)
  const found: LevelInPhrase[] = []
  for (let length = Math.min(words.length, MOST_LEVEL_WORDS); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) {
      for (const level of levels.get(words.slice(start, start + length).join(' ')) ?? [])
        found.push({
          level,
          before: words.slice(0, start).join(' '),
          after: words.slice(start + length).join(' '),
        })
    }
  const isEdge = ({ before, after }: LevelInPhrase): boolean => before === '' || after === ''
  return [...found.filter(isEdge), ...found.filter((each) => !isEdge(each))]
}

/** "Free and Hanseatic City". */
const MOST_LEVEL_WORDS = 4

/** The adjective that a phrase begins with, and what follows: "canadiennes du Manitoba". */
export const adjectiveAt = (
  folded: string,
  vocabulary: Pick<Vocabulary, 'adjectives'>,
): { readonly word: string; readonly rest: string } | null => {
  const [word, ...rest] = wordsOf(folded)
  return word !== undefined && placeOfAdjective(word, vocabulary) !== null
    ? { word, rest: rest.join(' ') }
    : null
}

/** The id of the place that an adjective speaks of: "Swiss", "schweizerischen", "suizos". */
export const placeOfAdjective = (
  word: string,
  { adjectives }: Pick<Vocabulary, 'adjectives'>,
): string | null => {
  for (let length = word.length; length >= Math.max(LEAST_STEM, word.length - LONGEST_ENDING); length--) {
    const id = adjectives.get(word.slice(0, length))
    if (id !== undefined) return id
  }
  return null
}

const LEAST_STEM = 4

/** German "-en" behind "bayerisch", Spanish "-as", French "-nes": gender, number and case. */
const LONGEST_ENDING = 3

/** The level of several that a list is of: "Ramsey counties", "the Swiss cantons of Geneva", "communes in the cantons of Wiltz". */
export const levelOfList = (folded: string, vocabulary: Pick<Vocabulary, 'levels'>): LevelInPhrase | null => {
  const many = levelsIn(folded, vocabulary).filter(({ level }) => level.many)
  return many.reduce<LevelInPhrase | null>(
    (last, each) => (last === null || each.after.length < last.after.length ? each : last),
    null,
  )
}
