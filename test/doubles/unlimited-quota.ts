/** A quota without a limit, for tests of anything else. */
import type { Quota } from '../../src/platform/quota.ts'

export const unlimitedQuota: Quota = {
  reserve: async () => ({ spend: async () => {}, refund: async () => {} }),
}
