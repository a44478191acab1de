import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'

const WORDS = {
  product_updates: 'News about the service.',
  usage_alerts: 'An email when 80 % and when 100 % of the units of the month are used.',
  feedback_updates: 'Status changes and comments on feedback items that you posted or upvoted.',
}

const wanted = (words: string) => z.boolean().optional().describe(words)

export const updateEmailPreferences = defineOp({
  name: 'update_email_preferences',
  group: 'account',
  route: { method: 'POST', path: '/v1/account/email-preferences' },
  summary: 'Choose which emails you receive.',
  description: [
    'Send only what should change. An empty input returns the current preferences. Each kind keeps its setting while `subscribed` is false.',
    'Sign-in and security emails are always sent.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({
    subscribed: z
      .boolean()
      .optional()
      .describe(
        'False stops all kinds, as the unsubscribe link does. True sends the kinds that are switched on.',
      ),
    kinds: z
      .strictObject({
        product_updates: wanted(WORDS.product_updates),
        usage_alerts: wanted(WORDS.usage_alerts),
        feedback_updates: wanted(WORDS.feedback_updates),
      })
      .optional()
      .describe('Omitted kinds keep their setting.'),
  }),
  output: z.strictObject({
    subscribed: z.boolean(),
    kinds: z.strictObject({
      product_updates: z.boolean().describe(WORDS.product_updates),
      usage_alerts: z.boolean().describe(WORDS.usage_alerts),
      feedback_updates: z.boolean().describe(WORDS.feedback_updates),
    }),
  }),
  examples: [
    { title: 'No product updates', input: { kinds: { product_updates: false } } },
    { title: 'No automated emails', input: { subscribed: false } },
  ],
  agent: {
    hint: 'Only when the user asks for it.',
    summarize: ({ subscribed }) =>
      `The account gets ${subscribed ? 'the emails that are switched on' : 'no automated emails'}.`,
  },
  ofAccount: true,
  handler: async (context, changes) => {
    const accountId = await requireAccount(context, 'update_email_preferences')
    const preferences = await context.services.emailPreferences.change(accountId, changes)
    if (preferences === null) throw new Error(`The account ${accountId} of a key does not exist.`)
    return { subscribed: preferences.subscribed, kinds: { ...preferences.kinds } }
  },
})
