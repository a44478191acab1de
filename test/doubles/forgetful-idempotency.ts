/** Treats every call as the first with its key. */
import type { IdempotencyKeys } from '../../src/platform/idempotency/idempotency.ts'

export const forgetfulIdempotencyKeys: IdempotencyKeys = {
  begin: async (accountId, key) => ({
    kind: 'begun',
    call: { accountId, key, claim: 'c', keep: async () => true, forget: async () => {} },
  }),
}
