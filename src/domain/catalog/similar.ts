/** What the words of a query may have been meant to be: words of the catalog that a slip or two of the fingers away. */
import { editDistance } from '../../util/edit-distance.ts'
import { wordsOf } from './fold.ts'
import type { LayerView } from './layers.ts'

/** For each word the nearest known ones, itself first; null when no word of the name has any but itself. */
export const similarNames = async (
  view: LayerView,
  folded: string,
): Promise<readonly (readonly string[])[] | null> => {
  const words = wordsOf(folded)
  if (words.length > MOST_WORDS) return null
  const similar = await Promise.all(words.map((word) => similarTo(view, word)))
  return similar.some((alternatives) => alternatives.length > 1) ? similar : null
}

/** How similar a name is to the query, 0–1. */
export const similarity = (folded: string, query: string): number =>
  1 - editDistance(folded, query) / Math.max(folded.length, query.length, 1)

/** Each word costs a look into the vocabulary. */
const MOST_WORDS = 8
const MOST_ALTERNATIVES = 8

/** In three letters a slip makes another word; in eight, two slips are still recognised. */
const SHORTEST_MISSPELT = 4
const SHORTEST_WITH_TWO_EDITS = 8
const LONGEST_MISSPELT = 40

const similarTo = async (view: LayerView, word: string): Promise<readonly string[]> => {
  if (word.length < SHORTEST_MISSPELT || word.length > LONGEST_MISSPELT || /\p{N}/u.test(word)) return [word]
  const edits = word.length < SHORTEST_WITH_TWO_EDITS ? 1 : 2
  const near = new Map<string, number>()
  for (const source of view.sources) {
    for (const candidate of await source.similarWords(word, 1)) measure(near, word, candidate, edits)
    if (edits === 2)
      for (const candidate of await source.similarWords(word, 2)) measure(near, word, candidate, edits)
  }
  const nearest = [...near].sort(([a, far], [b, further]) => far - further || (a < b ? -1 : 1))
  return [word, ...nearest.slice(0, MOST_ALTERNATIVES).map(([candidate]) => candidate)]
}

const measure = (near: Map<string, number>, word: string, candidate: string, edits: number): void => {
  if (candidate === word || near.has(candidate) || Math.abs(candidate.length - word.length) > edits) return
  const distance = editDistance(candidate, word)
  if (distance <= edits) near.set(candidate, distance)
}
