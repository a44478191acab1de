/** Finds words of the catalog that are one or two typing errors away from the words of a query. */
import { editDistance } from '../../util/edit-distance.ts'
import { wordsOf } from './fold.ts'
import type { LayerView } from './layers.ts'
import type { NameIndex } from './ports.ts'

/** Words of all sources that are near others; each word is looked up once. */
export type SimilarWords = ReturnType<typeof similarWordsOf>

export const similarWordsOf = (view: LayerView) => {
  const asked = new Map<string, Promise<readonly string[]>>()

  /** Returns each word with the known words near it; null if no word of the name has any. */
  const similarNames = async (folded: string): Promise<readonly (readonly string[])[] | null> => {
    const words = wordsOf(folded)
    if (words.length > MAX_WORDS) return null
    const similar = await Promise.all(words.map((word) => similarTo(word)))
    return similar.some((alternatives) => alternatives.length > 1) ? similar : null
  }

  const similarTo = (word: string): Promise<readonly string[]> => {
    const answer = asked.get(word) ?? lookUp(word)
    asked.set(word, answer)
    return answer
  }

  const lookUp = async (word: string): Promise<readonly string[]> => {
    if (word.length < MIN_MISSPELT_LENGTH || word.length > MAX_MISSPELT_LENGTH || /\p{N}/u.test(word))
      return [word]
    const edits = word.length < MIN_WITH_TWO_EDITS_LENGTH ? 1 : 2
    const { sources } = view
    const known = sources.filter(({ origin }) => origin !== 'live')
    const fetched = sources.filter(({ origin }) => origin === 'live')
    const near = await nearestIn(known, word, edits)
    // A stranger's words are added to the known ones, and replace none.
    const beside =
      near.length === 0 ? await nearestIn(fetched, word, edits) : await wordsNear(fetched, word, 1, edits)
    return [...new Set([word, ...near, ...beside.slice(0, MAX_ALTERNATIVES)])]
  }

  return { similarNames }
}

const nearestIn = async (
  sources: readonly NameIndex[],
  word: string,
  edits: 1 | 2,
): Promise<readonly string[]> => {
  const near = await wordsNear(sources, word, 1, edits)
  // Two errors anywhere are a wide search, made only if the narrow one finds nothing.
  const nearest = near.length === 0 && edits === 2 ? await wordsNear(sources, word, 2, edits) : near
  return nearest.slice(0, MAX_ALTERNATIVES)
}

/** Returns the nearest first. */
const wordsNear = async (
  sources: readonly NameIndex[],
  word: string,
  searched: 1 | 2,
  edits: number,
): Promise<readonly string[]> => {
  const near = new Map<string, number>()
  for (const source of sources) {
    for (const candidate of await source.similarWords(word, searched)) {
      const distance = editDistance(candidate, word, edits)
      if (distance > 0 && distance <= edits) near.set(candidate, distance)
    }
  }
  return [...near]
    .sort(([a, far], [b, further]) => far - further || (a < b ? -1 : 1))
    .map(([candidate]) => candidate)
}

/** Limits the lookups, one for each word. */
const MAX_WORDS = 8
/** Short words have at most this many neighbours; the prominence of the places decides between them. */
const MAX_ALTERNATIVES = 64

/** In three letters an error makes another word; in eight, two errors are still recognizable. */
const MIN_MISSPELT_LENGTH = 4
const MIN_WITH_TWO_EDITS_LENGTH = 8
const MAX_MISSPELT_LENGTH = 40
