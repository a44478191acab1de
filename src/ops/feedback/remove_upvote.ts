import { z } from 'zod'
import { accountOf } from '../../op/account-of.ts'
import { defineOp } from '../../op/define.ts'
import { foundItem } from '../../op/feedback-outcomes.ts'
import { item, itemBody, itemId } from '../../op/feedback-schemas.ts'

export const removeUpvote = defineOp({
  name: 'remove_upvote',
  group: 'feedback',
  route: { method: 'DELETE', path: '/v1/feedback/{id}/upvote' },
  summary: 'Take your upvote of an item of the feedback board back.',
  description: 'A second call changes nothing. The author of an item may take its own upvote back, too.',
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({ id: itemId }),
  output: item,
  errors: ['not_found'],
  examples: [{ title: 'The first item', input: { id: 1 } }],
  positional: ['id'],
  handler: async (context, { id }) => {
    const accountId = accountOf(context, 'remove_upvote')
    return itemBody(foundItem(await context.services.feedback.removeUpvote(accountId, id), id))
  },
})
