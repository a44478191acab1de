import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { requireAccount } from '../../op/require-account.ts'
import { counted } from '../../util/count-with-noun.ts'

export const listKeys = defineOp({
  name: 'list_keys',
  group: 'account',
  route: { method: 'GET', path: '/v1/keys' },
  summary: 'List your API keys, newest first.',
  description:
    'Includes revoked keys. Shows only the first characters of each key: the whole key was shown once, when it was created.',
  access: 'key',
  units: 0,
  readOnly: true,
  input: z.strictObject({}),
  output: z.strictObject({
    keys: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string().nullable(),
        prefix: z.string().describe('First characters of the key.'),
        created_at: z.string(),
        last_used_at: z.string().nullable().describe('To the minute; null if the key was never used.'),
        revoked_at: z.string().nullable().describe('Null while the key works.'),
      }),
    ),
  }),
  examples: [{ title: 'All keys of the account', input: {} }],
  agent: {
    hint: 'To find the id of a key before revoke_key.',
    summarize: ({ keys }) =>
      `${counted(keys.length, 'key')}: ${keys.map(({ id, name, prefix, revoked_at }) => `${prefix}… (${id}${name === null ? '' : `, ${name}`}${revoked_at === null ? '' : ', revoked'})`).join('; ')}.`,
  },
  ofAccount: true,
  handler: async (context) => {
    const keys = await context.services.keys.list(await requireAccount(context, 'list_keys'))
    return {
      keys: keys.map(({ id, name, prefix, createdAt, lastUsedAt, revokedAt }) => ({
        id,
        name,
        prefix,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        revoked_at: revokedAt,
      })),
    }
  },
})
