/** A choice between places is refused: "either Spain or Portugal" and "Spain or Portugal, not both" are one of two areas. */
import { anyOf, compiledOnce, NO_LETTER_AFTER, NO_LETTER_BEFORE } from '../text/word-pattern.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'

export const noAlternatives: PlanRule = ({ territorial, vocabulary }) =>
  [...territorial.matchAll(choicePattern(vocabulary.phraseWords))].map(([words]) => breach(words, CHOICE))

const choicePattern = compiledOnce(
  ({ alternatives }: PhraseWords): RegExp =>
    new RegExp(`${NO_LETTER_BEFORE}${anyOf(alternatives, '\\s+')}${NO_LETTER_AFTER}`, 'giu'),
)

const CHOICE = 'These words leave a choice between places. Name only what belongs to the area.'
