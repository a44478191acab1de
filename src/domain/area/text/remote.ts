/** Detects sentences that do not describe land: "Premiums are due in full at inception and are not refundable." */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { SentenceWords } from '../word-lists.ts'
import { anyOf, compiledOnce, NO_LETTER_AFTER, NO_LETTER_BEFORE } from './word-pattern.ts'

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
  const { ofLand, ofLandOrSales, noPlace, inTerm } = remotePatterns(sentenceWords)
  // Where the defined territory is, another sentence says.
  const said = isOpen ? sentence.replaceAll(inTerm, '') : sentence
  const keyed = isOpen ? KEYED.exec(said) : null
  const isList = keyed === null && LISTED.test(said.replaceAll(/\(\d[^()]*\)/gu, ''))
  if (!LATIN.test(said) || (keyed === null && !ENDED.test(said)) || isList) return false
  if ((isOpen ? ofLand : ofLandOrSales).test(said)) return false
  const written = said.trim().match(WORD) ?? []
  const folded = wordsOf(foldName(said))
  return (
    written.length >= (keyed !== null ? 2 : isOpen ? MIN_OPEN_WORDS : MIN_WORDS) &&
    !folded.some((word) => levels.has(word)) &&
    written
      .slice(1)
      .every(
        (word) =>
          !/^\p{Lu}/u.test(word) || noPlace.test(word) || prose.has(foldName(word.replace(/['’]s?$/u, ''))),
      )
  )
}

/** "Term: 3 years", "Składka: 120 zł": a number, and no list. */
const KEYED = /^\s*\p{L}[^:;,\n\d]{1,40}:[^:;,\n]{0,30}\d[^:;\n]{0,40}$/u

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
    /** "In the Territory". */
    inTerm: new RegExp(
      `${NO_LETTER_BEFORE}${anyOf(words.placed_by)}\\s+${anyOf(words.the)}\\s+${anyOf(words.sold_terms)}${NO_LETTER_AFTER}`,
      'giu',
    ),
    /** Days, months, currencies; Roman numerals. */
    noPlace: new RegExp(`^(?:${anyOf([...words.calendar, ...words.greetings])}|[IVX]+)$`, 'u'),
  }
})
