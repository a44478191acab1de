/** Words of titles and texts, as they are searched and compared. */

/** Lower case without accents and punctuation, one space between words. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const wordsOf = (folded: string): readonly string[] => (folded === '' ? [] : folded.split(' '))

/** Beginnings of the words of a title that say something: "boundary" and "boundaries" begin alike. */
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

/** Shorter ones are "the", "of" and "not" in most languages that put spaces between words. */
const isTelling = (word: string): boolean => word.length > 3 || !/^[a-z]+$/.test(word)

/**
 * How much two folded titles are the same, 0 to 1: by the groups of three letters that they share, which forgives endings and
 * slips, or by the telling words of the shorter one that the longer one has too.
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

/** One word that is in another title says little. */
const MIN_CONTAINED = 2
/** A title inside a longer one is not quite the same. */
const CONTAINED_WEIGHT = 0.9

const triplesOf = (folded: string): Set<string> => {
  const triples = new Set<string>()
  for (const word of wordsOf(folded)) {
    const padded = ` ${word} `
    for (let start = 0; start + 3 <= padded.length; start++) triples.add(padded.slice(start, start + 3))
  }
  return triples
}
