import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'
import { accountSummary } from '../../op/response/agent-sentences.ts'
import { account, accountBody } from '../../op/schema/account-schemas.ts'

export const getAccount = defineOp({
  name: 'get_account',
  group: 'account',
  route: { method: 'GET', path: '/v1/account' },
  summary: 'Get your account: plan, units left this month, rate limit and profile.',
  description: 'Returns the account of the key. Call it before a batch to check that enough units are left.',
  access: 'key',
  units: 0,
  readOnly: true,
  input: z.strictObject({}),
  output: account,
  examples: [{ title: 'The account of the key', input: {} }],
  agent: {
    hint: 'Before many or expensive calls, and when a tool answers `quota_exceeded`.',
    summarize: (account) => accountSummary(account),
  },
  ofAccount: true,
  handler: async (context) =>
    accountBody(await context.services.accounts.get(await requireAccount(context, 'get_account'))),
})
