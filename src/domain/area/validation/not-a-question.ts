/** Questions about places are refused: "Does Germany include Bavaria?" describes no area. */
import { anyOf, compiledOnce, NO_LETTER_AFTER, NO_LETTER_BEFORE } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'

export const notAQuestion: PlanRule = ({ territorial, vocabulary }) =>
  [questionPattern(vocabulary.phraseWords), askingPattern(vocabulary.operators)]
    .flatMap((pattern) => [...territorial.matchAll(pattern)])
    .map(([question]) => breach(question.trim(), QUESTION))

/** The word comes first: behind each letter, long runs of spaces would take quadratic time. */
const questionPattern = compiledOnce(
  ({ questions }: PhraseWords): RegExp =>
    new RegExp(`(?=${anyOf(questions)}${NO_LETTER_AFTER})(?<=^|[.!?]\\s+|\\n\\s*|[¿])[^.!?\\n]*[?]`, 'giu'),
)

/** "La Norvegia è inclusa?" */
const askingPattern = compiledOnce(
  ({ included_after: included, excluded_after: excluded }: Vocabulary['operators']): RegExp =>
    new RegExp(`${NO_LETTER_BEFORE}${anyOf([...included, ...excluded])}\\s?[?]`, 'giu'),
)

const QUESTION = 'This is a question. Describe the area in a statement.'
