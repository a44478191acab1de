import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'
import { itemSummary } from '../../op/response/agent-sentences.ts'
import { item, itemBody, itemId } from '../../op/schema/feedback-schemas.ts'
import { foundItem } from './feedback-posting.ts'

export const removeUpvote = defineOp({
  name: 'remove_upvote',
  group: 'feedback',
  route: { method: 'DELETE', path: '/v1/feedback/{id}/upvote' },
  summary: 'Remove your upvote.',
  description: 'Repeating the call has no effect. The author of an item can also remove their upvote.',
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({ id: itemId }),
  output: item,
  errors: ['not_found'],
  examples: [{ title: 'The first item', input: { id: 1 } }],
  agent: {
    hint: 'Only when the user asks for it.',
    summarize: (item) => itemSummary(item),
  },
  ofAccount: true,
  positional: ['id'],
  handler: async (context, { id }) => {
    const accountId = await requireAccount(context, 'remove_upvote')
    return itemBody(foundItem(await context.services.feedback.removeUpvote(accountId, id), id))
  },
})
