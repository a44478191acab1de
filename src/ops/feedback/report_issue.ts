import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { details, postedItem, requestId, title } from '../../op/schema/feedback-schemas.ts'
import { postFeedback } from './outcomes.ts'

export const reportIssue = defineOp({
  name: 'report_issue',
  group: 'feedback',
  route: { method: 'POST', path: '/v1/feedback/issues' },
  summary: 'Report a failing call, a wrong boundary or an error in the documentation.',
  description: [
    'Look with list_feedback first whether it is reported already, and upvote that instead; `similar` names what may be the same.',
    'The board is public: no keys, no personal data. What looks like a key is masked, and `warnings` says so. Your address is shown',
    'to nobody, the `request_id` to you alone. You upvote your own item; its news come by e-mail. At most 10 new items a day.',
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
      .describe('Name of the operation that it is about.'),
  }),
  output: postedItem,
  errors: ['idempotency_conflict'],
  examples: [
    {
      title: 'A boundary that is wrong',
      input: {
        title: 'An island is missing from the Azores',
        details: 'Corvo is in the country but not in the region.',
        op: 'get_boundary',
      },
    },
  ],
  positional: ['title'],
  handler: (context, { title, details, request_id: id = null, op = null }) =>
    postFeedback(context, 'report_issue', { kind: 'issue', title, details, requestId: id, op }),
})
