import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'
import { itemSummary } from '../../op/response/agent-sentences.ts'
import { item, itemBody, itemId } from '../../op/schema/feedback-schemas.ts'
import { foundItem } from './feedback-posting.ts'

export const upvoteFeedback = defineOp({
  name: 'upvote_feedback',
  group: 'feedback',
  route: { method: 'POST', path: '/v1/feedback/{id}/upvote' },
  summary: 'Upvote a feedback item.',
  description:
    'Each account has one upvote per item: repeating the call has no effect. You get updates of upvoted items by email.',
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({ id: itemId }),
  output: item,
  errors: ['not_found'],
  examples: [{ title: 'The first item', input: { id: 1 } }],
  agent: {
    hint: 'Use it instead of posting a duplicate.',
    summarize: (item) => itemSummary(item),
  },
  ofAccount: true,
  positional: ['id'],
  handler: async (context, { id }) => {
    const accountId = await requireAccount(context, 'upvote_feedback')
    return itemBody(foundItem(await context.services.feedback.upvote(accountId, id), id))
  },
})
