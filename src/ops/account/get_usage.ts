import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'
import { type Counts, sum } from '../../platform/usage.ts'
import { counted } from '../../util/count-with-noun.ts'

const counts = {
  calls: z.int().describe('Number of calls, including failed ones.'),
  units: z.int().describe('Units spent.'),
  cache_hits: z.int().describe('Calls answered from the cache. They cost the same and are faster.'),
}

export const getUsage = defineOp({
  name: 'get_usage',
  group: 'account',
  route: { method: 'GET', path: '/v1/usage' },
  summary: 'Get your calls and units by day and operation.',
  description: [
    'Days are in UTC, oldest first, today last, and include days without calls. Calls that cost units are counted at once, so the units agree with get_account; free calls and cache hits appear after a second or two.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: true,
  input: z.strictObject({
    days: z.int().min(1).max(90).default(30).describe('Number of days, including today.'),
  }),
  output: z.strictObject({
    days: z.array(
      z.strictObject({
        date: z.string().describe('YYYY-MM-DD, in UTC.'),
        ...counts,
        ops: z.array(z.strictObject({ op: z.string().describe('Name of the operation.'), ...counts })),
      }),
    ),
    total: z.strictObject(counts),
  }),
  examples: [{ title: 'The last week', input: { days: 7 } }],
  agent: {
    hint: 'To find out what the units were spent on. For the units that are left, use get_account.',
    defaults: { days: 7 },
    summarize: ({ days, total }) =>
      `${counted(days.length, 'day')}: ${counted(total.calls, 'call')}, ${counted(total.units, 'unit')}, ${counted(total.cache_hits, 'answer')} from the cache.`,
  },
  ofAccount: true,
  positional: ['days'],
  handler: async (context, input) => {
    const days = await context.services.usage.days(await requireAccount(context, 'get_usage'), input.days)
    return {
      days: days.map((day) => ({
        date: day.date,
        ...countsBody(day),
        ops: day.ops.map((each) => ({ op: each.op, ...countsBody(each) })),
      })),
      total: countsBody(sum(days)),
    }
  },
})

const countsBody = ({ calls, units, cacheHits }: Counts) => ({ calls, units, cache_hits: cacheHits })
