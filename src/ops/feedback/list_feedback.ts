import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { itemSummary, nextPage } from '../../op/response/agent-sentences.ts'
import { item, itemBody, kind, status } from '../../op/schema/feedback-schemas.ts'
import { FEEDBACK_SORTS } from '../../platform/feedback/item.ts'

export const listFeedback = defineOp({
  name: 'list_feedback',
  group: 'feedback',
  route: { method: 'GET', path: '/v1/feedback' },
  summary: 'List and search feedback items.',
  description: [
    'The board is public. `q` finds items whose title or details contain all of its words, even inside longer words. Each item',
    'includes its newest 5 comments; get_feedback returns up to 500. To get the next page, pass `next_cursor` as `cursor` with the same',
    'other fields. With `sort` `new`, paging neither repeats nor skips items, even when items are added meanwhile.',
  ].join('\n'),
  access: 'public',
  units: 0,
  readOnly: true,
  input: z.strictObject({
    kind: kind.optional().describe('Return only issues, or only feature requests.'),
    status: status.optional().describe('Return only items with this status.'),
    q: z.string().min(1).max(200).optional().describe('Words that must occur in title or details.'),
    sort: z
      .enum(FEEDBACK_SORTS)
      .default('top')
      .describe('Order: most upvotes first, newest first, or last comment or status change first.'),
    cursor: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        '`next_cursor` of the previous page, unchanged: it is opaque. It is valid for one `sort` only.',
      ),
    limit: z.int().min(1).max(40).default(20).describe('Maximum number of items.'),
  }),
  output: z.strictObject({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
  }),
  examples: [
    { title: 'The most upvoted items', input: { limit: 5 } },
    { title: 'Issues about a missing island', input: { kind: 'issue', q: 'island missing', sort: 'new' } },
  ],
  agent: {
    hint: 'To see whether an issue or a request is already known. Pass `next_cursor` as `cursor` for the next page.',
    defaults: { limit: 5 },
    summarize: ({ items, next_cursor }) =>
      items.length === 0 ? 'No items.' : `${items.map(itemSummary).join(' ')}${nextPage(next_cursor)}`,
  },
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
