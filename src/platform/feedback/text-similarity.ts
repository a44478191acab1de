/** Folds and compares the words of titles and texts. */

/** Returns lower case without accents and punctuation, with one space between words. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const wordsOf = (folded: string): readonly string[] => (folded === '' ? [] : folded.split(' '))

/** Returns the prefixes of the significant words of a title, so that "boundary" finds "boundaries". */
export const beginningsOf = (folded: string): readonly string[] =>
  [
    ...new Set(
      wordsOf(folded)
        .filter(isTelling)
        .map((word) => word.slice(0, BEGINNING_LETTERS)),
    ),
  ].slice(0, MAX_BEGINNINGS)

const BEGINNING_LETTERS = 4
const MAX_BEGINNINGS = 16

/** False for short Latin words, which are articles and prepositions in most languages. */
const isTelling = (word: string): boolean => word.length > 3 || !/^[a-z]+$/.test(word)

/**
 * Returns the similarity of two folded titles, 0 to 1: the larger of the share of common trigrams, which tolerates endings
 * and typing errors, and the share of the shorter title's significant words that the longer one contains.
 */
export const likeness = (one: string, other: string): number => {
  const inWords = (folded: string) => new Set(wordsOf(folded).filter(isTelling))
  const [words, otherWords] = [inWords(one), inWords(other)]
  const fewer = Math.min(words.size, otherWords.size)
  const contained =
    fewer < MIN_CONTAINED ? 0 : (words.intersection(otherWords).size / fewer) * CONTAINED_WEIGHT
  const [triples, otherTriples] = [triplesOf(one), triplesOf(other)]
  const shared = triples.intersection(otherTriples).size
  return Math.max(contained, (2 * shared) / Math.max(1, triples.size + otherTriples.size))
}

/** A single common word says little. */
const MIN_CONTAINED = 2
/** A title contained in a longer one is not quite the same. */
const CONTAINED_WEIGHT = 0.9

const triplesOf = (folded: string): Set<string> => {
  const triples = new Set<string>()
  for (const word of wordsOf(folded)) {
    const padded = ` ${word} `
    for (let start = 0; start + 3 <= padded.length; start++) triples.add(padded.slice(start, start + 3))
  }
  return triples
}
