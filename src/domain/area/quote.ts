/** Whether words stand in a description, and which words of it nobody quoted. */
import { foldName, wordsOf } from '../catalog/fold.ts'

/**
 * Whether all words of the quote are in the text, in this order: "North Dakota" is of "North and South Dakota". Case, accents
 * and punctuation do not count.
 */
export const occursIn = (quote: string, text: string): boolean => {
  const wanted = wordsOf(foldName(quote))
  return wanted.length > 0 && placesOf(wanted, wordsIn(text)) !== null
}

/** Stretches of the text, as written there, that no quote has words of and that are not of plain words alone. */
export const unquoted = (
  text: string,
  quotes: readonly string[],
  isPlain: (foldedWord: string) => boolean,
): readonly string[] => {
  const words = wordsIn(text)
  const quoted = new Set(quotes.flatMap((quote) => placesOf(wordsOf(foldName(quote)), words) ?? []))
  const stretches: Word[][] = []
  let isOpen = false
  for (const [place, word] of words.entries()) {
    if (!quoted.has(place)) {
      if (isOpen) stretches[stretches.length - 1].push(word)
      else stretches.push([word])
    }
    isOpen = !quoted.has(place)
  }
  return stretches
    .filter((stretch) => !stretch.every(({ folded }) => isPlain(folded)))
    .map((stretch) => text.slice(stretch[0].from, stretch[stretch.length - 1].to))
}

interface Word {
  readonly folded: string
  readonly from: number
  readonly to: number
}

const wordsIn = (text: string): readonly Word[] =>
  Array.from(text.matchAll(/\S+/gu)).flatMap(({ 0: written, index }) =>
    wordsOf(foldName(written)).map((folded) => ({ folded, from: index, to: index + written.length })),
  )

/** Where the words stand: every time they stand side by side, else once, as near to each other as the first of them allows. */
const placesOf = (wanted: readonly string[], words: readonly Word[]): readonly number[] | null => {
  const places: number[] = []
  for (let start = 0; start < words.length; start++) {
    if (!wanted.every((word, offset) => isWord(word, words[start + offset]?.folded ?? ''))) continue
    places.push(...wanted.map((_, offset) => start + offset))
    start += wanted.length - 1
  }
  if (places.length > 0) return places
  const first = words.findIndex(({ folded }) => isWord(wanted[0], folded))
  return first === -1 ? null : inOrder(wanted, words, first)
}

const inOrder = (
  wanted: readonly string[],
  words: readonly Word[],
  start: number,
): readonly number[] | null => {
  const places: number[] = []
  for (let place = start; place < words.length && places.length < wanted.length; place++)
    if (isWord(wanted[places.length], words[place].folded)) places.push(place)
  return places.length === wanted.length ? places : null
}

const isWord = (wanted: string | undefined, word: string): boolean =>
  wanted !== undefined && (wanted === word || (UNSPACED.test(wanted) && word.includes(wanted)))

/** Scripts that put no space between words. */
const UNSPACED =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u
