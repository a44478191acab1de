/** The words of a description: whether a quote stands in it, and what of it nobody quoted. */
import { foldName, wordsOf } from '../catalog/fold.ts'

export class QuotedText {
  readonly #text: string
  readonly #words: readonly Word[]

  constructor(text: string) {
    this.#text = text
    this.#words = wordsIn(text)
  }

  /**
   * Whether all words of the quote are in the text, in this order: "North Dakota" is of "North and South Dakota". Case, accents
   * and punctuation do not count.
   */
  has(quote: string): boolean {
    if (quote.length > 2 * this.#text.length) return false
    const wanted = foldedWords(quote)
    return wanted.length > 0 && inOrder(wanted, this.#words) !== null
  }

  /** Stretches of the text, as written there, that no quote has words of and that are not of plain words alone. */
  without(quotes: readonly string[], isPlain: (foldedWord: string) => boolean): readonly string[] {
    const quoted = new Set([...new Set(quotes)].flatMap((quote) => this.#placesOf(quote)))
    const stretches: Word[][] = []
    for (const [place, word] of this.#words.entries()) {
      if (quoted.has(place)) continue
      if (place > 0 && !quoted.has(place - 1)) stretches[stretches.length - 1].push(word)
      else stretches.push([word])
    }
    return stretches
      .filter((stretch) => !stretch.every(({ folded }) => isPlain(folded)))
      .map((stretch) => this.#text.slice(stretch[0].from, stretch[stretch.length - 1].to))
  }

  /** Every time that the words stand side by side, else once, each as early as it can be. */
  #placesOf(quote: string): readonly number[] {
    const wanted = foldedWords(quote)
    const words = this.#words
    if (wanted.length > LONGEST_ROW) return inOrder(wanted, words) ?? []
    const places: number[] = []
    for (let start = 0; start + wanted.length <= words.length; start++) {
      if (!wanted.every((word, offset) => isWord(word, words[start + offset].folded))) continue
      places.push(...wanted.map((_, offset) => start + offset))
      start += wanted.length - 1
    }
    return places.length > 0 ? places : (inOrder(wanted, words) ?? [])
  }
}

/** More words than a name with its context has; hundreds of longer quotes would be searched for without end. */
const LONGEST_ROW = 30

interface Word {
  readonly folded: string
  readonly from: number
  readonly to: number
}

/** "d'Andorra" has Andorra in it. */
const foldedWords = (text: string): readonly string[] => wordsOf(foldName(text.replace(/['’ʼ‘`´]/g, ' ')))

const wordsIn = (text: string): readonly Word[] =>
  Array.from(text.matchAll(/\S+/gu)).flatMap(({ 0: written, index }) =>
    foldedWords(written).map((folded) => ({ folded, from: index, to: index + written.length })),
  )

const inOrder = (wanted: readonly string[], words: readonly Word[]): readonly number[] | null => {
  const places: number[] = []
  for (let place = 0; place < words.length && places.length < wanted.length; place++)
    if (isWord(wanted[places.length], words[place].folded)) places.push(place)
  return places.length === wanted.length ? places : null
}

const isWord = (wanted: string, word: string): boolean =>
  wanted === word || (word.includes(wanted) && JOINED.test(wanted))

/** Scripts that put no space between words, or write "and", "of" and "in" together with the next word or the last. */
const JOINED = new RegExp(
  ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Arabic', 'Hebrew']
    .map((script) => `\\p{Script=${script}}`)
    .join('|'),
  'u',
)
