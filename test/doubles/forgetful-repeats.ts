/** Takes every call for the first with its key. */
import type { Repeats } from '../../src/platform/repeats/repeats.ts'

export const forgetfulRepeats: Repeats = {
  begin: async (accountId, key) => ({
    kind: 'begun',
    call: { accountId, key, claim: 'c', keep: async () => true, forget: async () => {} },
  }),
}
