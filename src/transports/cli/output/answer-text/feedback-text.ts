/** Items of the feedback board in sentences. */
import { counted } from '../../../../util/counted.ts'
import { fieldBlocks } from './fields.ts'
import { type AnswerRow, numberIn, rowsIn, textIn } from './rows.ts'
import { type AnswerText, sentences, timeIn } from './sentences.ts'

export const feedbackText: AnswerText = (answer, context) => [
  ...sentences(
    [
      `#${numberIn(answer, 'id')} ${textIn(answer, 'title')}`,
      `${itemTitle(answer)}, ${textIn(answer, 'status')?.replaceAll('_', ' ')}, ${counted(numberIn(answer, 'upvotes') ?? 0, 'upvote')}, created ${timeIn(answer, 'created_at')}.`,
    ],
    context,
  ),
  ...sentences([textIn(answer, 'details')], context),
  ...sentences(rowsIn(answer, 'comments').map(commentLine), context),
  ...sentences(
    rowsIn(answer, 'warnings').map((warning) => `Warning: ${textIn(warning, 'message')}`),
    context,
  ),
  ...(rowsIn(answer, 'similar').length === 0 ? [] : fieldBlocks({ similar: answer.similar }, context)),
]

const itemTitle = (item: AnswerRow): string => {
  const about = textIn(item, 'op')
  return `${item.kind === 'feature' ? 'Feature request' : 'Issue'}${about === null ? '' : ` about ${about}`}`
}

const commentLine = (each: AnswerRow): string =>
  `${textIn(each, 'author')}, ${timeIn(each, 'created_at')}: ${textIn(each, 'text')}`

export const feedbackListText: AnswerText = (answer, context) => {
  const items = rowsIn(answer, 'items')
  if (items.length === 0) return sentences(['No feedback was found.'], context)
  const next = textIn(answer, 'next_cursor')
  return [
    ...fieldBlocks({ items }, context),
    ...sentences([next === null ? null : `For the next page, add --cursor ${next}`], context),
  ]
}
