/** Detects sentences that do not describe land: "Premiums are due in full at inception and are not refundable." */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { SentenceWords } from '../word-lists.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

/**
 * Whether nothing in the sentence can be a place or change the area: no level, no territory word, no capitalised word
 * outside contract and calendar terms. The first word is always capitalised, so the caller must look it up.
 * @param isOpen beside a sentence that describes land, "Dues are payable monthly." need not be long, and may speak of sales
 */
export const isRemote = (
  sentence: string,
  { levels, prose, sentenceWords }: Pick<Vocabulary, 'levels' | 'prose' | 'sentenceWords'>,
  isOpen = false,
): boolean => {
  const { ofLand, ofLandOrSales, noPlace } = remotePatterns(sentenceWords)
  const isList = LISTED.test(sentence.replaceAll(/\(\d[^()]*\)/gu, ''))
  if (!LATIN.test(sentence) || !ENDED.test(sentence) || isList) return false
  if ((isOpen ? ofLand : ofLandOrSales).test(sentence)) return false
  const written = sentence.trim().match(WORD) ?? []
  const folded = wordsOf(foldName(sentence))
  return (
    written.length >= (isOpen ? MIN_OPEN_WORDS : MIN_WORDS) &&
    !folded.some((word) => levels.has(word)) &&
    written
      .slice(1)
      .every(
        (word) =>
          !/^\p{Lu}/u.test(word) || noPlace.test(word) || prose.has(foldName(word.replace(/['’]s?$/u, ''))),
      )
  )
}

const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u
const ENDED = /[.!?]["”’)]*\s*$/u
/** A list may list places. */
const LISTED = /[:;()\n]/u
const WORD = /[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu
const MIN_WORDS = 5
const MIN_OPEN_WORDS = 3

const remotePatterns = compiledOnce((words: SentenceWords) => {
  const { land, letting_in_or_out, limiting, selling, pointing } = words
  /** Words that speak of land, or of what was said before, by how they begin. */
  const beginning = (lists: readonly (readonly string[])[]): RegExp =>
    new RegExp(`(?<!\\p{L})${anyOf(lists.flat())}`, 'iu')
  return {
    ofLand: beginning([land, letting_in_or_out, limiting, pointing]),
    ofLandOrSales: beginning([land, letting_in_or_out, limiting, pointing, selling]),
    /** Days, months, currencies; Roman numerals. */
    noPlace: new RegExp(`^(?:${anyOf([...words.calendar, ...words.greetings])}|[IVX]+)$`, 'u'),
  }
})
