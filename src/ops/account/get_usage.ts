import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'
import { type Counts, sum } from '../../platform/usage.ts'

const counts = {
  calls: z.int().describe('Calls, answered and refused.'),
  units: z.int().describe('Units spent.'),
  cache_hits: z.int().describe('Calls whose answer was ready; they cost the same and come sooner.'),
}

export const getUsage = defineOp({
  name: 'get_usage',
  group: 'account',
  route: { method: 'GET', path: '/v1/usage' },
  summary: 'Get your calls and units by day and operation.',
  description: [
    'The last days, the oldest first and today last, in UTC; days without calls are there too. Counts are complete after a second or two.',
    'What is left of the month is counted apart, at once and exactly: a call that costs more is refused with 402.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: true,
  input: z.strictObject({
    days: z.int().min(1).max(90).default(30).describe('How many days, today included.'),
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
  errors: [],
  examples: [{ title: 'The last week', input: { days: 7 } }],
  positional: ['days'],
  handler: async (context, input) => {
    const days = await context.services.usage.days(await requireAccount(context, 'get_usage'), input.days)
    return {
      days: days.map((day) => ({
        date: day.date,
        ...body(day),
        ops: day.ops.map((each) => ({ op: each.op, ...body(each) })),
      })),
      total: body(sum(days)),
    }
  },
})

const body = ({ calls, units, cacheHits }: Counts) => ({ calls, units, cache_hits: cacheHits })
