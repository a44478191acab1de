/** Splits a phrase that may be two: at "/", at " - ", and at words that mean "and" in some languages only. */
import { foldName } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { Phrase } from './clauses.ts'

interface Split {
  readonly phrases: readonly Phrase[]
  /** The first may only locate the others: "New Zealand - Otago". */
  readonly isLabelled: boolean
}

/** The ways to split a phrase, in the order to try them. */
export type Splitter = (phrase: Phrase) => readonly Split[]

export const createSplitter = ({ weakAnd }: Pick<Vocabulary, 'weakAnd'>): Splitter => {
  const joined = weakAnd.map((word) =>
    RUNNING.test(word) ? RegExp.escape(word) : `(?<=\\s)${RegExp.escape(word)}(?=\\s)`,
  )
  const patterns = [
    { pattern: /\//u, isLabelled: false },
    { pattern: /\s[-–—]\s/u, isLabelled: true },
    { pattern: new RegExp(joined.join('|'), 'iu'), isLabelled: false },
    // Arabic and Hebrew attach "and" to the next word.
    { pattern: /\s[وו](?=\p{L}{2})/u, isLabelled: false },
    // Korean attaches "and" to the word before.
    { pattern: /(?<=\p{sc=Hangul})[과와]\s/u, isLabelled: false },
  ]
  return (phrase) =>
    patterns.flatMap(({ pattern, isLabelled }) => {
      const texts = phrase.text.split(pattern).filter((text) => foldName(text) !== '')
      return texts.length < 2 || texts.length > MAX_PARTS
        ? []
        : [{ phrases: phraseParts(phrase, texts), isLabelled }]
    })
}

/** Chinese and Japanese put no spaces around "and". */
const RUNNING = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+$/u

const MAX_PARTS = 20

const phraseParts = (phrase: Phrase, texts: readonly string[]): readonly Phrase[] =>
  texts.map((text, index) =>
    index === 0 ? { ...phrase, text: text.trim() } : { text: text.trim(), after: 'and', joint: ' ' },
  )
