import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { postedSummary } from '../../op/response/agent-sentences.ts'
import { details, postedItem, requestId, title } from '../../op/schema/feedback-schemas.ts'
import { postFeedback } from './feedback-posting.ts'

export const reportIssue = defineOp({
  name: 'report_issue',
  group: 'feedback',
  route: { method: 'POST', path: '/v1/feedback/issues' },
  summary: 'Report a failing call, a wrong boundary or an error in the documentation.',
  description: [
    'Check with list_feedback first whether the issue is already reported, and upvote it instead; `similar` lists possible duplicates.',
    'The board is public: do not post keys or personal data. Text that looks like a key is masked, and `warnings` says so. Nobody sees',
    'your address, and only you and the operator see the `request_id`. You upvote your own item and get its updates by email. The limit',
    'is 10 new items per day, issues and feature requests together.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  idempotencyKey: true,
  input: z.strictObject({
    title,
    details,
    request_id: requestId.optional(),
    op: z
      .string()
      .regex(/^[a-z][a-z_]{0,63}$/, 'op must be the name of an operation, such as get_boundary.')
      .optional()
      .describe('Name of the operation that the issue is about.'),
  }),
  output: postedItem,
  examples: [
    {
      title: 'A wrong boundary',
      input: {
        title: 'An island is missing from the Azores',
        details: 'Corvo is in the country but not in the region.',
        op: 'get_boundary',
      },
    },
  ],
  agent: {
    hint: 'Look for the issue with list_feedback first, and use upvote_feedback if it is there. Ask the user before posting: the board is public.',
    summarize: (item) => postedSummary(item),
  },
  positional: ['title'],
  handler: (context, { title, details, request_id: id = null, op = null }) =>
    postFeedback(context, 'report_issue', { kind: 'issue', title, details, requestId: id, op }),
})
