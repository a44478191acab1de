import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { item, itemBody, kind, status } from '../../op/schema/feedback-schemas.ts'
import { FEEDBACK_SORTS } from '../../platform/feedback/item.ts'

export const listFeedback = defineOp({
  name: 'list_feedback',
  group: 'feedback',
  route: { method: 'GET', path: '/v1/feedback' },
  summary: 'List and search feedback items.',
  description: [
    'Everybody may read the board. `q` finds items that have all of its words, or words that hold them, in title or details. Of each',
    'item the newest 5 comments are here; get_feedback has them all. `next_cursor` goes on where the list ends: give it back as',
    '`cursor` with the same other fields. By `new`, no item comes twice and none is left out, whatever happens meanwhile.',
  ].join('\n'),
  access: 'public',
  units: 0,
  readOnly: true,
  input: z.strictObject({
    kind: kind.optional().describe('Only issues, or only features wished for.'),
    status: status.optional().describe('Only items of this status.'),
    q: z.string().min(1).max(200).optional().describe('Words that have to be in title or details.'),
    sort: z
      .enum(FEEDBACK_SORTS)
      .default('top')
      .describe('Most upvotes first, newest first, or last commented or moved first.'),
    cursor: z.string().min(1).max(200).optional().describe('`next_cursor` of the answer before.'),
    limit: z.int().min(1).max(40).default(20).describe('Items at most.'),
  }),
  output: z.strictObject({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('Null where the list ends.'),
  }),
  errors: [],
  examples: [
    { title: 'What is wanted most', input: { limit: 5 } },
    { title: 'Issues about a missing island', input: { kind: 'issue', q: 'island missing', sort: 'new' } },
  ],
  positional: ['q'],
  handler: async ({ services, caller }, { kind, status, q, sort, cursor, limit }) => {
    const page = await services.feedback.list(caller, {
      kind: kind ?? null,
      status: status ?? null,
      text: q ?? null,
      sort,
      cursor: cursor ?? null,
      limit,
    })
    if (page === null) {
      const message = `cursor must be the next_cursor of a list with sort=${sort}.`
      throw problem('invalid_input', { issues: [{ path: 'cursor', message, code: 'invalid_format' }] })
    }
    return { items: page.items.map(itemBody), next_cursor: page.nextCursor }
  },
})
