/** Splits a text into words and signs. Every character but white space is in exactly one token. */

export interface Token {
  /** As written. */
  readonly text: string
  /** In small letters, with straight apostrophes: accents tell words apart ("à" and "a"). */
  readonly plain: string
  readonly from: number
  readonly to: number
}

export const lex = (text: string): readonly Token[] =>
  [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    text: word,
    plain: plainOf(word),
    from: index,
    to: index + word.length,
  }))

export const plainOf = (word: string): string => word.toLowerCase().replaceAll('’', "'")

/** "Licensee's", "Schleswig-Holstein", "U.S." and "20,000" are words; any other character is a sign of its own. */
const TOKEN =
  /(?:\p{L}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-'’][\p{L}\p{N}][\p{L}\p{M}\p{N}]*|[.,]\p{N}+)*|\S/gu
