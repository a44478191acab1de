/** Checks whether a quote occurs in a description. */
import { foldName, wordsOf } from '../catalog/fold.ts'

export class QuotedText {
  readonly #text: string
  readonly #words: readonly string[]

  constructor(text: string) {
    this.#text = text
    this.#words = quotableWords(text)
  }

  /**
   * Whether all words of the quote are in the text, in this order: "North Dakota" is of "North and South Dakota". Case, accents
   * and punctuation do not count.
   */
  has(quote: string): boolean {
    return quote.length <= 2 * this.#text.length && standIn(quotableWords(quote), this.#words)
  }
}

/** Folded; "d'Andorra" has Andorra in it. */
export const quotableWords = (text: string): readonly string[] =>
  wordsOf(foldName(text.replace(/['’ʼ‘`´]/g, ' ')))

/** Whether the words occur among the others in this order; an empty list does not. */
export const standIn = (words: readonly string[], others: readonly string[]): boolean => {
  let at = 0
  for (const other of others) if (at < words.length && isSameWord(words[at], other)) at++
  return at === words.length && words.length > 0
}

const isSameWord = (wanted: string, word: string): boolean =>
  wanted === word || (word.includes(wanted) && JOINED.test(wanted))

/** Scripts that put no space between words, or write "and", "of" and "in" together with the next word or the last. */
export const JOINED = new RegExp(
  ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Arabic', 'Hebrew']
    .map((script) => `\\p{Script=${script}}`)
    .join('|'),
  'u',
)
