/**
 * What of a description no part of a plan comes from, told as a note. A model may pass over words, or be talked into it by the
 * description itself; here whoever reads the answer sees which.
 */
import { foldName, wordsOf } from '../catalog/fold.ts'
import { type AreaPlan, listParts } from './plan.ts'
import { QuotedText } from './quote.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A sentence, or null when every word is used or is one that only joins others ("and", "all counties of"). */
export type LeftOutNote = (text: string, plan: AreaPlan) => string | null

export const createLeftOutNote = (vocabulary: Vocabulary): LeftOutNote => {
  const plain = plainWords(vocabulary)
  return (text, plan) => {
    const quotes = listParts(plan).map((part) => part.text)
    const stretches = new QuotedText(text).without(quotes, (word) => plain.has(word) || NUMBER.test(word))
    return stretches.length === 0 ? null : `No part comes from ${listed(stretches)}.`
  }
}

const NUMBER = /^\d+$/

const plainWords = ({
  operators,
  fillers,
  inside,
  trailing,
  every,
  levels,
}: Vocabulary): ReadonlySet<string> =>
  new Set(
    [
      ...Object.values(operators).flat(),
      ...fillers,
      ...inside,
      ...trailing,
      ...every,
      ...levels.keys(),
    ].flatMap((phrase) => wordsOf(foldName(phrase))),
  )

const MOST_STRETCHES = 5
const MOST_LETTERS = 80

const listed = (stretches: readonly string[]): string => {
  const shown = stretches.slice(0, MOST_STRETCHES).map((each) => `"${shortened(each)}"`)
  const more = stretches.length - shown.length
  return `${shown.join(', ')}${more === 0 ? '' : `, and ${more} more`}`
}

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS).toWellFormed()}…`
}
