import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { postedSummary } from '../../op/response/agent-sentences.ts'
import { details, postedItem, title } from '../../op/schema/feedback-schemas.ts'
import { postFeedback } from './feedback-posting.ts'

export const requestFeature = defineOp({
  name: 'request_feature',
  group: 'feedback',
  route: { method: 'POST', path: '/v1/feedback/features' },
  summary: 'Request a feature.',
  description: [
    'Check with list_feedback first whether the feature is already requested, and upvote it instead; `similar` lists possible duplicates.',
    'The board is public: do not post keys or personal data. Text that looks like a key is masked, and `warnings` says so. The limit',
    'is 10 new items per day, issues and feature requests together.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  idempotencyKey: true,
  input: z.strictObject({ title, details }),
  output: postedItem,
  examples: [
    {
      title: 'A new export format',
      input: { title: 'Boundaries as TopoJSON', details: 'Shared borders would be sent once.' },
    },
  ],
  agent: {
    hint: 'Look for the request with list_feedback first, and use upvote_feedback if it is there. Ask the user before posting: the board is public.',
    summarize: (item) => postedSummary(item),
  },
  positional: ['title'],
  handler: (context, draft) =>
    postFeedback(context, 'request_feature', { kind: 'feature', ...draft, requestId: null, op: null }),
})
