/** Finds level words and place adjectives in a phrase: "the Swiss cantons", "county of Kings", "les provinces canadiennes". */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type LevelInPhrase, levelsIn } from '../../catalog/level-words.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** The adjective at the start of a phrase and the rest: "canadiennes du Manitoba". */
export const adjectiveAt = (
  folded: string,
  vocabulary: Pick<Vocabulary, 'adjectives'>,
): { readonly word: string; readonly rest: string } | null => {
  const [word, ...rest] = wordsOf(folded)
  return word !== undefined && placeOfAdjective(word, vocabulary) !== null
    ? { word, rest: rest.join(' ') }
    : null
}

/** The id of the place that an adjective refers to: "Swiss", "schweizerischen", "suizos". */
export const placeOfAdjective = (
  word: string,
  { adjectives }: Pick<Vocabulary, 'adjectives'>,
): string | null => {
  for (let length = word.length; length >= Math.max(MIN_STEM, word.length - MAX_ENDING_LENGTH); length--) {
    const id = adjectives.get(word.slice(0, length))
    if (id !== undefined) return id
  }
  return null
}

const MIN_STEM = 4

/** German "-en" behind "bayerisch", Spanish "-as", French "-nes": gender, number and case. */
const MAX_ENDING_LENGTH = 3

/** Whether the phrase begins or ends with the word of a level: "Iowa County". */
export const saysLevel = (text: string, vocabulary: Pick<Vocabulary, 'levels'>): boolean =>
  levelsIn(foldName(text), vocabulary).some(({ before, after }) => before === '' || after === '')

/** The plural level of a list: "Ramsey counties", "the Swiss cantons of Geneva", "communes in the cantons of Wiltz". */
export const levelOfList = (folded: string, vocabulary: Pick<Vocabulary, 'levels'>): LevelInPhrase | null => {
  const many = levelsIn(folded, vocabulary).filter(({ level }) => level.many)
  return many.reduce<LevelInPhrase | null>(
    (last, each) => (last === null || each.after.length < last.after.length ? each : last),
    null,
  )
}
