import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { itemSummary } from '../../op/response/agent-sentences.ts'
import { commentText, itemBody, itemId, warningsBody, writtenItem } from '../../op/schema/feedback-schemas.ts'
import { foundItem, withinDay, writerOf } from './feedback-posting.ts'

export const commentFeedback = defineOp({
  name: 'comment_feedback',
  group: 'feedback',
  route: { method: 'POST', path: '/v1/feedback/{id}/comments' },
  summary: 'Comment on a feedback item.',
  description: [
    'The board is public: do not post keys or personal data. Text that looks like a key is masked, and `warnings` says so. The author',
    'and the upvoters of the item get an email. The limit is 50 comments per day. On the command line of the server itself, the',
    'comment is posted as the operator.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  idempotencyKey: true,
  input: z.strictObject({ id: itemId, text: commentText }),
  output: writtenItem,
  errors: ['not_found'],
  examples: [{ title: 'Add an observation', input: { id: 1, text: 'The same happens with detail=full.' } }],
  agent: {
    hint: 'To add a fact to an item. Ask the user before posting: the board is public.',
    summarize: (item) => itemSummary(item),
  },
  positional: ['id', 'text'],
  handler: async (context, { id, text }) => {
    const writer = writerOf(context, 'comment_feedback')
    const outcome = foundItem(await context.services.feedback.comment(writer, id, text), id)
    const { item, maskedFields } = withinDay(outcome, 'comment')
    return { ...itemBody(item), warnings: warningsBody(maskedFields) }
  },
})
