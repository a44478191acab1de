import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'
import { accountSummary } from '../../op/response/agent-sentences.ts'
import { account, accountBody } from '../../op/schema/account-schemas.ts'
import { PROFILE_LENGTHS } from '../../platform/accounts.ts'

/** An empty text clears the field. */
const field = (maxLength: number, what: string) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => (text.trim() === '' ? null : text.trim()))
    .optional()
    .describe(`${what} An empty string clears it.`)

export const updateProfile = defineOp({
  name: 'update_profile',
  group: 'account',
  route: { method: 'POST', path: '/v1/account' },
  summary: 'Update your profile: name, company, use case.',
  description:
    'Send only what should change. An empty string clears a field; omitted fields stay unchanged. Returns the account after the change.',
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({
    name: field(PROFILE_LENGTHS.name, 'Your name.'),
    company: field(PROFILE_LENGTHS.company, 'The company you work for.'),
    use_case: field(PROFILE_LENGTHS.useCase, 'What you use boundaries for.'),
  }),
  output: account,
  examples: [{ title: 'Set the name and remove the company', input: { name: 'Ann Surveyor', company: '' } }],
  agent: {
    hint: 'Only when the user asks for it. Omitted fields stay unchanged; an empty string clears a field.',
    summarize: (account) => `The profile is saved. ${accountSummary(account)}`,
  },
  ofAccount: true,
  handler: async (context, { name, company, use_case: useCase }) =>
    accountBody(
      await context.services.accounts.changeProfile(await requireAccount(context, 'update_profile'), {
        ...(name !== undefined && { name }),
        ...(company !== undefined && { company }),
        ...(useCase !== undefined && { useCase }),
      }),
    ),
})
