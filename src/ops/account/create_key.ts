import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { requireAccount } from '../../op/require-account.ts'
import { KEY_LIMITS, MAX_NAME_LENGTH } from '../../platform/key-limits.ts'

export const createKey = defineOp({
  name: 'create_key',
  group: 'account',
  route: { method: 'POST', path: '/v1/keys' },
  summary: 'Create another API key.',
  description: `The answer shows the key once; the service stores only its hash. All keys of an account share its units and limits. An account can have ${KEY_LIMITS.maxActive} keys that are not revoked, and create ${KEY_LIMITS.maxNew} in 24 hours.`,
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({
    name: z
      .string()
      .max(MAX_NAME_LENGTH)
      .optional()
      .describe('A name for the key, such as the machine or program that uses it.'),
  }),
  output: z.strictObject({
    id: z.string(),
    name: z.string().nullable(),
    api_key: z.string().describe('The key, shown only once.'),
    prefix: z.string().describe('First characters of the key.'),
    created_at: z.string(),
  }),
  errors: ['too_many_keys'],
  examples: [{ title: 'A key for a machine', input: { name: 'nightly import' } }],
  agent: {
    hint: 'Only when the user asks for a key. Give it to the user and keep no copy.',
    summarize: ({ id, api_key }) => `The key ${id} was created. It is shown only once: ${api_key}`,
  },
  ofAccount: true,
  handler: async (context, input) => {
    const created = await context.services.keys.add({
      accountId: await requireAccount(context, 'create_key'),
      name: input.name ?? null,
      origin: { way: 'operation', address: context.address },
    })
    if (created === null) throw problem('too_many_keys', KEY_LIMITS)
    const { id, name, apiKey, prefix, createdAt } = created
    return { id, name, api_key: apiKey, prefix, created_at: createdAt }
  },
})
