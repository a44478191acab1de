import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { requireAccount } from '../../op/require-account.ts'

export const revokeKey = defineOp({
  name: 'revoke_key',
  group: 'account',
  route: { method: 'DELETE', path: '/v1/keys/{id}' },
  summary: 'Revoke an API key permanently.',
  description: 'The key stops working within two seconds. Revoking it again has no effect.',
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({ id: z.string().min(1).max(64).describe('Id of the key, from `list_keys`.') }),
  output: z.strictObject({ id: z.string(), revoked_at: z.string().describe('When it was first revoked.') }),
  errors: ['not_found'],
  examples: [{ title: 'A key that is no longer needed', input: { id: '7k2m9x4c1p8w5t3z' } }],
  agent: {
    hint: 'Only when the user asks for it: programs with the key stop working at once.',
    summarize: ({ id, revoked_at }) => `The key ${id} has been revoked since ${revoked_at}.`,
  },
  ofAccount: true,
  positional: ['id'],
  handler: async (context, { id }) => {
    const revokedAt = await context.services.keys.revoke(await requireAccount(context, 'revoke_key'), id, {
      way: 'operation',
      address: context.address,
    })
    if (revokedAt === null) throw problem('not_found', { what: 'key', id })
    return { id, revoked_at: revokedAt }
  },
})
