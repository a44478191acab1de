import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'

const WORDS = {
  product_updates: 'What is new in the service.',
  usage_alerts: 'When 80 % and 100 % of the units of the month are used.',
  feedback_updates: 'A new status of, or a comment on, what you wrote or voted for on the feedback board.',
}

const wanted = (words: string) => z.boolean().optional().describe(words)

export const updateEmailPreferences = defineOp({
  name: 'update_email_preferences',
  group: 'account',
  route: { method: 'POST', path: '/v1/account/email-preferences' },
  summary: 'Choose which emails you receive.',
  description: [
    'Send only what is to change; without anything the answer shows what holds. Kinds keep their setting while `subscribed` is false, and are not sent.',
    'Mails for signing in, and about the safety of the account, are always sent.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({
    subscribed: z
      .boolean()
      .optional()
      .describe(
        'False: none of the kinds, as by the link in a mail. True: again those that are switched on.',
      ),
    kinds: z
      .strictObject({
        product_updates: wanted(WORDS.product_updates),
        usage_alerts: wanted(WORDS.usage_alerts),
        feedback_updates: wanted(WORDS.feedback_updates),
      })
      .optional()
      .describe('Kinds that are not named keep their setting.'),
  }),
  output: z.strictObject({
    subscribed: z.boolean(),
    kinds: z.strictObject({
      product_updates: z.boolean().describe(WORDS.product_updates),
      usage_alerts: z.boolean().describe(WORDS.usage_alerts),
      feedback_updates: z.boolean().describe(WORDS.feedback_updates),
    }),
  }),
  errors: [],
  examples: [
    { title: 'No product updates', input: { kinds: { product_updates: false } } },
    { title: 'Nothing at all', input: { subscribed: false } },
  ],
  positional: [],
  handler: async (context, changes) => {
    const accountId = await requireAccount(context, 'update_email_preferences')
    const preferences = await context.services.emailPreferences.change(accountId, changes)
    if (preferences === null) throw new Error(`The account ${accountId} of a key is not there.`)
    return { subscribed: preferences.subscribed, kinds: { ...preferences.kinds } }
  },
})
