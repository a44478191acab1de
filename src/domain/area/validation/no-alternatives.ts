/** A choice between places is refused: "either Spain or Portugal" and "Spain or Portugal, not both" are one of two areas. */
import { compiledOnce, wholeWords } from '../text/word-pattern.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'

export const noAlternatives: PlanRule = ({ territorial, vocabulary }) =>
  [...territorial.matchAll(choicePattern(vocabulary.phraseWords))].map(([words]) => breach(words, CHOICE))

const choicePattern = compiledOnce(({ alternatives }: PhraseWords) => wholeWords(alternatives, 'giu'))

const CHOICE = 'These words leave a choice between places. Name only what belongs to the area.'
