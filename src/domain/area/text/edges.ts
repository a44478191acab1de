/** Strips words that name no place from the edges of a phrase: articles, "all of", "only", contract prose. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** Without articles and "all of" before a name, and "only" behind it. */
export const withoutEdges = (
  folded: string,
  { fillers, trailing }: Pick<Vocabulary, 'fillers' | 'trailing'>,
): string => {
  const words = wordsOf(folded)
  let [from, to] = [0, words.length]
  for (let length = -1; length !== 0 && from < to; to -= length)
    length = phraseLength(trailing, (count) => (to - count > from ? words.slice(to - count, to) : []))
  for (let length = -1; length !== 0 && from < to; from += length)
    length = phraseLength(fillers, (count) => (from + count <= to ? words.slice(from, from + count) : []))
  return words.slice(from, to).join(' ')
}

/** How many words the longest phrase of the set has that stands there; 0 for none. */
const phraseLength = (
  phrases: ReadonlySet<string>,
  wordsThere: (count: number) => readonly string[],
): number => {
  for (let count = MAX_WORDS; count > 0; count--) if (phrases.has(wordsThere(count).join(' '))) return count
  return 0
}

/** "All the territory of" and the like have fewer. */
const MAX_WORDS = 6

/**
 * "Licensee may market the Products in Norway" is "Norway": how many words of the phrase are prose. Null when there are none;
 * the whole phrase when it is nothing else.
 */
export const proseWords = (folded: string, { prose, inside, fillers, every }: Vocabulary): number | null => {
  const words = wordsOf(folded)
  const isAround = (word: string): boolean => inside.includes(word) || fillers.has(word)
  // "All counties of Oregon" says more than "counties of Oregon".
  const end = words.findIndex((word) => every.includes(word) || (!prose.has(word) && !isAround(word)))
  const count = end === -1 ? words.length : end
  return words.slice(0, count).some((word) => prose.has(word)) ? count : null
}

/** The phrase without leading prose; unchanged if it is only prose. */
export const withoutProse = (text: string, vocabulary: Vocabulary): string => {
  const count = proseWords(foldName(text), vocabulary)
  const rest = count === null ? '' : withoutWords(text, count)
  return rest === '' ? text : rest
}

/** Removes the first folded words. One written word may fold to several: "D'Encamp". */
export const withoutWords = (text: string, count: number): string => {
  const words = text.split(/\s+/)
  let left = count
  while (left > 0 && words.length > 0) left -= wordsOf(foldName(words.shift()!)).length
  return left < 0 ? '' : words.join(' ')
}
