/** Items of the feedback board in sentences. */
import { counted } from '../../../../util/count-with-noun.ts'
import { fieldBlocks } from './fields.ts'
import { type AnswerRow, numberIn, rowsIn, textIn } from './read-members.ts'
import { type AnswerText, nextPageSentence, timeIn } from './sentences.ts'

const feedbackText: AnswerText = (answer, context) => [
  [
    `#${numberIn(answer, 'id')} ${textIn(answer, 'title')}`,
    `${itemTitle(answer)}, ${textIn(answer, 'status')?.replaceAll('_', ' ')}, ${counted(numberIn(answer, 'upvotes') ?? 0, 'upvote')}, created ${timeIn(answer, 'created_at')}.`,
  ],
  [textIn(answer, 'details')],
  rowsIn(answer, 'comments').map(commentLine),
  rowsIn(answer, 'warnings').map((warning) => `Warning: ${textIn(warning, 'message')}`),
  ...(rowsIn(answer, 'similar').length === 0 ? [] : fieldBlocks({ similar: answer.similar }, context)),
]

const itemTitle = (item: AnswerRow): string => {
  const about = textIn(item, 'op')
  return `${item.kind === 'feature' ? 'Feature request' : 'Issue'}${about === null ? '' : ` about ${about}`}`
}

const commentLine = (each: AnswerRow): string =>
  `${textIn(each, 'author')}, ${timeIn(each, 'created_at')}: ${textIn(each, 'text')}`

const feedbackListText: AnswerText = (answer, context) => {
  const items = rowsIn(answer, 'items')
  return items.length === 0
    ? [['No feedback was found.']]
    : [...fieldBlocks({ items }, context), [nextPageSentence(answer)]]
}

export const FEEDBACK_TEXTS: Readonly<Record<string, AnswerText>> = {
  report_issue: feedbackText,
  request_feature: feedbackText,
  get_feedback: feedbackText,
  upvote_feedback: feedbackText,
  remove_upvote: feedbackText,
  comment_feedback: feedbackText,
  list_feedback: feedbackListText,
}
