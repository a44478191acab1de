/** Explains phrases without a boundary: a distance, an undefined part, or a landscape feature. */

import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import { anyOf, compiledOnce, NO_LETTER_AFTER, wholeWords } from './word-pattern.ts'

export interface Vagueness {
  /** The words that cannot be mapped. */
  readonly text: string
  readonly reason: string
}

/** The first reason that applies; null if none does. */
export const vaguenessOf = (
  text: string,
  { phraseWords }: Pick<Vocabulary, 'phraseWords'>,
): Vagueness | null => {
  const words = text.replaceAll(HYPHENATED_NAME, ' ')
  for (const { pattern, reason, isDistance } of vaguePatterns(phraseWords)) {
    const match = pattern.exec(words)
    // A distance refers to a place that can often be mapped; the other words belong to the phrase.
    if (match !== null) return { text: isDistance ? match[0].trim() : text, reason }
  }
  return null
}

/** "Esch-sur-Alzette": the words inside are no directions. */
const HYPHENATED_NAME = /\p{L}+(?:-\p{L}+){2,}/gu

/** "The coast", "the north": words that some place has as its name, but that mean no place in lower case. */
export const isOnlyVague = (
  text: string,
  { fillers, levels, phraseWords }: Pick<Vocabulary, 'fillers' | 'levels' | 'phraseWords'>,
): boolean => {
  const words = wordsOf(foldName(text)).filter((each) => !fillers.has(each) && !levels.has(each))
  const patterns = vaguePatterns(phraseWords)
  return words.length > 0 && words.every((word) => patterns.some(({ pattern }) => pattern.test(word)))
}

/** "Le nord de la France": a direction in lower case is not the département Nord. */
export const isDirection = (text: string, { phraseWords }: Pick<Vocabulary, 'phraseWords'>): boolean =>
  directionPattern(phraseWords).test(text)

const directionPattern = compiledOnce((words: PhraseWords): RegExp => {
  const articles = `(?:${anyOf(words.direction_prepositions)}\\s)?${anyOf(words.direction_articles)}\\s`
  const elisions = anyOf(words.direction_elisions, '\\s')
  const contractions = `${anyOf(words.direction_contractions)}\\s`
  const direction = `${anyOf(words.directions)}(?:[-\\s]?${anyOf(words.second_directions)})?`
  return new RegExp(
    `^(?:${articles}|${elisions}|${contractions})?${direction}\\s${anyOf(words.direction_joints)}(?:\\s|['’])|^${anyOf(words.direction_openings, '\\s')}`,
    'u',
  )
})

interface VaguePattern {
  readonly pattern: RegExp
  readonly reason: string
  readonly isDistance: boolean
}

const vaguePatterns = compiledOnce((words: PhraseWords): readonly VaguePattern[] => [
  {
    pattern: new RegExp(
      `(?:${anyOf(words.distance_openings)} )?(?:${anyOf(words.approximately)} )?\\d+(?:[.,]\\d+)?[ -]?${anyOf(words.distance_units)}${NO_LETTER_AFTER}.*$`,
      'iu',
    ),
    reason: 'A distance is not a boundary. Name the boundaries within it.',
    isDistance: true,
  },
  {
    pattern: wholeWords(words.settlement_parts),
    reason:
      'It has no administrative boundary. Name the municipalities, boroughs or neighbourhoods that you mean.',
    isDistance: false,
  },
  {
    pattern: wholeWords(words.open_parts),
    reason: 'The extent of this part is not defined. Name the subdivisions that belong to it.',
    isDistance: false,
  },
  {
    pattern: wholeWords(words.landscape),
    reason: 'It is not an administrative or postal boundary.',
    isDistance: false,
  },
])
