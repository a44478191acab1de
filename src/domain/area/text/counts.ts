/** Counts before a level word: "the seven counties of …", "all 26 Swiss cantons". They name no place, but a plan can be checked against them. */

import type { Vocabulary } from '../vocabulary.ts'
import type { NumberWords } from '../word-lists.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

export interface Count {
  /** As written: "three (3) counties". */
  readonly text: string
  /** Null where words and digits disagree: "three (4) counties". */
  readonly count: number | null
  /** The word of the level, as written. */
  readonly word: string
}

/** In the order of the text. */
export const countsIn = (text: string, { numberWords }: Pick<Vocabulary, 'numberWords'>): readonly Count[] =>
  [...text.matchAll(countedPattern(numberWords))].map(([written, number, digits, between, word]) => {
    const count = numberInWords(number, numberWords)
    return {
      text: `${written}${between}${word}`,
      count: digits === undefined || Number(digits) === count ? count : null,
      word,
    }
  })

/** "The counties of …". */
export const withoutCounts = (text: string, { numberWords }: Pick<Vocabulary, 'numberWords'>): string =>
  text.replaceAll(countedPattern(numberWords), '')

const numberInWords = (written: string, { numbers, tens, ones }: NumberWords): number => {
  if (/^\d/.test(written)) return Number(written)
  const [first, second] = written.toLowerCase().split('-')
  return (numbers.get(first) ?? tens.get(first) ?? 0) + (second === undefined ? 0 : (ones.get(second) ?? 0))
}

/**
 * The number in "seven (7) northern counties" and "26 Swiss cantons": up to two words stand between. "The lower 48 states" have it as their
 * name.
 */
export const countedPattern = compiledOnce((words: NumberWords): RegExp => {
  const tens = `${anyOf([...words.tens.keys()])}(?:-${anyOf([...words.ones.keys()])})?`
  const number = `\\d{1,3}|${tens}|${anyOf([...words.numbers.keys()])}`
  const noName = `(?!${anyOf(words.not_counted, '\\s')}|\\S+\\s+${anyOf(words.not_counted_before)})`
  return new RegExp(
    `(?<![\\p{L}\\p{N}-]|${anyOf(words.not_counted_behind)}\\s)${noName}(${number})(?:\\s+\\((\\d{1,3})\\))?\\s+(?=((?:\\p{L}[\\p{L}-]*\\s+){0,2}?)(${anyOf(words.counted)})(?!\\p{L}))`,
    'giu',
  )
})
