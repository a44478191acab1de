import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { itemSummary } from '../../op/response/agent-sentences.ts'
import { item, itemBody, itemId } from '../../op/schema/feedback-schemas.ts'
import { foundItem } from './feedback-posting.ts'

export const getFeedback = defineOp({
  name: 'get_feedback',
  group: 'feedback',
  route: { method: 'GET', path: '/v1/feedback/{id}' },
  summary: 'Get a feedback item with its comments.',
  description: 'Returns status, upvotes and the newest 500 comments. The board is public.',
  access: 'public',
  units: 0,
  readOnly: true,
  input: z.strictObject({ id: itemId }),
  output: item,
  errors: ['not_found'],
  examples: [{ title: 'The first item', input: { id: 1 } }],
  agent: {
    hint: 'For the comments of one item of list_feedback.',
    summarize: (item) => itemSummary(item),
  },
  positional: ['id'],
  handler: async ({ services, caller }, { id }) =>
    itemBody(foundItem(await services.feedback.get(caller, id), id)),
})
