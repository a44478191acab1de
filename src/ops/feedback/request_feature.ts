import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { details, postedItem, title } from '../../op/schema/feedback-schemas.ts'
import { postFeedback } from './outcomes.ts'

export const requestFeature = defineOp({
  name: 'request_feature',
  group: 'feedback',
  route: { method: 'POST', path: '/v1/feedback/features' },
  summary: 'Request a feature.',
  description: [
    'Look with list_feedback first whether somebody wishes for it already, and upvote that instead; `similar` names what may be the',
    'same. The board is public: no keys, no personal data. What looks like a key is masked, and `warnings` says so. At most 10 new',
    'items a day, issues counted too.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  idempotencyKey: true,
  input: z.strictObject({ title, details }),
  output: postedItem,
  errors: ['idempotency_conflict'],
  examples: [
    {
      title: 'A format',
      input: { title: 'Boundaries as TopoJSON', details: 'Shared borders would be sent once.' },
    },
  ],
  positional: ['title'],
  handler: (context, draft) =>
    postFeedback(context, 'request_feature', { kind: 'feature', ...draft, requestId: null, op: null }),
})
