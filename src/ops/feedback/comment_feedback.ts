import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { commentText, itemBody, itemId, warningsBody, writtenItem } from '../../op/schema/feedback-schemas.ts'
import { foundItem, withinDay, writerOf } from './outcomes.ts'

export const commentFeedback = defineOp({
  name: 'comment_feedback',
  group: 'feedback',
  route: { method: 'POST', path: '/v1/feedback/{id}/comments' },
  summary: 'Comment on a feedback item.',
  description: [
    'The board is public: no keys, no personal data. What looks like a key is masked, and `warnings` says so. The author of the item',
    'and those who upvoted it are told by e-mail. At most 50 comments a day. From the command line of the machine itself the comment',
    'is the operator’s.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  idempotencyKey: true,
  input: z.strictObject({ id: itemId, text: commentText }),
  output: writtenItem,
  errors: ['idempotency_conflict', 'not_found'],
  examples: [{ title: 'What else was seen', input: { id: 1, text: 'The same at detail=full.' } }],
  positional: ['id', 'text'],
  handler: async (context, { id, text }) => {
    const writer = writerOf(context, 'comment_feedback')
    const outcome = foundItem(await context.services.feedback.comment(writer, id, text), id)
    const { item, maskedFields } = withinDay(outcome, 'comment')
    return { ...itemBody(item), warnings: warningsBody(maskedFields) }
  },
})
