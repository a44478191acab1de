/** Words at the edges of a phrase that name no land: articles, "all of", "only", the prose of contracts. */
import { wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** Without articles and "all of" before a name, and "only" behind it. */
export const withoutEdges = (folded: string, { fillers, trailing }: Vocabulary): string => {
  let rest = folded
  for (const word of trailing) if (rest.endsWith(` ${word}`)) rest = rest.slice(0, -word.length - 1)
  for (;;) {
    const filler = fillers.find((each) => rest === each || rest.startsWith(`${each} `))
    if (filler === undefined) return rest
    rest = rest.slice(filler.length + 1)
  }
}

/**
 * "Licensee may market the Products in Norway" is "Norway": how many words of the phrase are prose. Null when there are none;
 * the whole phrase when it is nothing else.
 */
export const proseWords = (folded: string, { prose, inside, fillers }: Vocabulary): number | null => {
  const words = wordsOf(folded)
  const isAround = (word: string): boolean => inside.includes(word) || fillers.includes(word)
  const end = words.findIndex((word) => !prose.has(word) && !isAround(word))
  const count = end === -1 ? words.length : end
  return words.slice(0, count).some((word) => prose.has(word)) ? count : null
}
