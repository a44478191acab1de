/** Negated limits and exceptions are refused: "not only Bavaria" and "Bavaria is not excluded" look like exceptions and are none. */
import { anyOf, compiledOnce, WORD_END, WORD_START } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'

export const limitsNotNegated: PlanRule = ({ territorial, vocabulary }) => {
  const { including } = vocabulary.operators
  const read = new Set(including.map((words) => words.toLowerCase()))
  return [...territorial.matchAll(negatedPattern(vocabulary))]
    .map(([words]) => words.replaceAll(/\s+/gu, ' '))
    .filter((words) => !read.has(words.toLowerCase()))
    .map((words) => breach(words, NEGATED))
}

/** Matches phrases such as "including but not limited to" as a whole, so that their negation does not count. */
const negatedPattern = compiledOnce(
  ({ operators, phraseWords }: Pick<Vocabulary, 'operators' | 'phraseWords'>): RegExp => {
    const { negations, behind_negations: between, negated, negated_limits: limits }: PhraseWords = phraseWords
    const read = `${WORD_START}${anyOf(operators.including, SPACE)}${WORD_END}`
    const negation = `${WORD_START}${anyOf(negations, SPACE)}${GAP}(?:${anyOf(between, SPACE)}${GAP}){0,3}${anyOf(negated, SPACE)}${WORD_END}`
    return new RegExp(`${read}|${negation}|${anyOf(limits, SPACE)}`, 'giu')
  },
)

const SPACE = '\\s+'
/** "N'exclut", "sans s'y limiter": an apostrophe joins without a space. */
const GAP = "(?:\\s+|(?<=['’]))"

const NEGATED =
  'These words may exclude something or include it. Write "except" before what is excluded and "including" before what is included.'
