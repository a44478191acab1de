/** Words at the edges of a phrase that name no land: articles, "all of", "only", the prose of contracts. */
import { wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** Without articles and "all of" before a name, and "only" behind it. */
export const withoutEdges = (
  folded: string,
  { fillers, trailing }: Pick<Vocabulary, 'fillers' | 'trailing'>,
): string => {
  const words = wordsOf(folded)
  let [from, to] = [0, words.length]
  for (let length = -1; length !== 0 && from < to; to -= length)
    length = lengthOf(trailing, (count) => (to - count > from ? words.slice(to - count, to) : []))
  for (let length = -1; length !== 0 && from < to; from += length)
    length = lengthOf(fillers, (count) => (from + count <= to ? words.slice(from, from + count) : []))
  return words.slice(from, to).join(' ')
}

/** How many words the longest phrase of the set has that stands there; 0 for none. */
const lengthOf = (phrases: ReadonlySet<string>, wordsThere: (count: number) => readonly string[]): number => {
  for (let count = MOST_WORDS; count > 0; count--) if (phrases.has(wordsThere(count).join(' '))) return count
  return 0
}

/** "All the territory of" and the like have fewer. */
const MOST_WORDS = 6

/**
 * "Licensee may market the Products in Norway" is "Norway": how many words of the phrase are prose. Null when there are none;
 * the whole phrase when it is nothing else.
 */
export const proseWords = (folded: string, { prose, inside, fillers }: Vocabulary): number | null => {
  const words = wordsOf(folded)
  const isAround = (word: string): boolean => inside.includes(word) || fillers.has(word)
  const end = words.findIndex((word) => !prose.has(word) && !isAround(word))
  const count = end === -1 ? words.length : end
  return words.slice(0, count).some((word) => prose.has(word)) ? count : null
}
