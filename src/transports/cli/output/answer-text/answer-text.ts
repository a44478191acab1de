/**
 * Writes the answer of any operation for people. An operation needs no entry here: a Feature becomes sentences, and any other answer
 * labels, values and tables.
 */
import { ACCOUNT_TEXTS } from './account-text.ts'
import { BOUNDARIES_TEXTS } from './boundaries-text.ts'
import { featureText, isFeature } from './feature-text.ts'
import { FEEDBACK_TEXTS } from './feedback-text.ts'
import { fieldBlocks } from './fields.ts'
import { jobText } from './job-text.ts'
import { operationsText } from './operations-text.ts'
import { type AnswerRow, isRow, textIn } from './read-members.ts'
import { type AnswerText, blockTexts, type TextBlock, type TextContext } from './sentences.ts'

/** A job, and what its operation would have answered at once. */
const jobWithResult: AnswerText = (answer, context) => [
  ...jobText(answer, context),
  ...(isRow(answer.result) ? blocksOf(textIn(answer, 'op') ?? '', answer.result, context) : []),
]

/** Operations whose answer reads better than their fields would. */
export const ANSWER_TEXTS: Readonly<Record<string, AnswerText>> = {
  list_ops: operationsText,
  get_job: jobWithResult,
  cancel_job: jobWithResult,
  ...BOUNDARIES_TEXTS,
  ...ACCOUNT_TEXTS,
  ...FEEDBACK_TEXTS,
}

export const answerText = (operation: string, answer: unknown, context: TextContext): string => {
  const row: AnswerRow = isRow(answer) ? answer : { answer }
  return `${blockTexts(blocksOf(operation, row, context), context).join('\n\n')}\n`
}

const blocksOf = (operation: string, answer: AnswerRow, context: TextContext): readonly TextBlock[] =>
  (isFeature(answer) ? featureText : (ANSWER_TEXTS[operation] ?? fieldBlocks))(answer, context)
