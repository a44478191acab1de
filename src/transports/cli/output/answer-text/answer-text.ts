/**
 * Writes the answer of any operation for people. An operation needs no entry here: a Feature becomes sentences, and any other answer
 * labels, values and tables.
 */
import {
  accountText,
  approvedLoginText,
  createdKeyText,
  deviceLoginText,
  preferencesText,
  revokedKeyText,
  usageText,
} from './account-text.ts'
import {
  childrenText,
  collectionText,
  exportText,
  pointsText,
  reverseText,
  searchText,
} from './boundaries-text.ts'
import { featureText, isFeature } from './feature-text.ts'
import { feedbackListText, feedbackText } from './feedback-text.ts'
import { fieldBlocks } from './fields.ts'
import { jobText } from './job-text.ts'
import { operationsText } from './operations-text.ts'
import { type AnswerRow, isRow, textIn } from './rows.ts'
import type { AnswerText, TextContext } from './sentences.ts'

/** A job, and what its operation would have answered at once. */
const jobWithResult: AnswerText = (answer, context) => [
  ...jobText(answer, context),
  ...(isRow(answer.result) ? blocksOf(textIn(answer, 'op') ?? '', answer.result, context) : []),
]

/** Operations whose answer reads better than their fields would. */
export const ANSWER_TEXTS: Readonly<Record<string, AnswerText>> = {
  list_ops: operationsText,
  search_boundaries: searchText,
  reverse_boundaries: reverseText,
  list_children: childrenText,
  contains_points: pointsText,
  export_boundary: exportText,
  export_collection: collectionText,
  get_job: jobWithResult,
  cancel_job: jobWithResult,
  get_account: accountText,
  update_profile: accountText,
  update_email_preferences: preferencesText,
  get_usage: usageText,
  create_key: createdKeyText,
  revoke_key: revokedKeyText,
  start_device_login: deviceLoginText,
  poll_device_login: approvedLoginText,
  report_issue: feedbackText,
  request_feature: feedbackText,
  get_feedback: feedbackText,
  upvote_feedback: feedbackText,
  remove_upvote: feedbackText,
  comment_feedback: feedbackText,
  list_feedback: feedbackListText,
}

export const answerText = (operation: string, answer: unknown, context: TextContext): string => {
  const row: AnswerRow = isRow(answer) ? answer : { answer }
  return `${blocksOf(operation, row, context).join('\n\n')}\n`
}

const blocksOf = (operation: string, answer: AnswerRow, context: TextContext): readonly string[] =>
  (isFeature(answer) ? featureText : (ANSWER_TEXTS[operation] ?? fieldBlocks))(answer, context)
