/** Units that nobody counts: for tests of anything else. */
import type { Quota } from '../../src/platform/quota.ts'

export const unlimitedQuota: Quota = {
  reserve: async () => ({ spend: async () => {}, refund: async () => {} }),
}
