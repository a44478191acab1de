/** Opens billing: quotas, idempotency keys, and the file allowance. */
import { createFileAllowance } from '../../platform/file-allowance.ts'
import { createIdempotencyKeys } from '../../platform/idempotency/idempotency.ts'
import { createQuota } from '../../platform/quota.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import type { Opening } from './opening.ts'

export const openBilling = ({ config, storage, onClose }: Opening) => {
  const quota = createQuota({
    store: storage.units,
    plans: config.plans,
    clock: systemClock,
    random: systemRandom,
  })
  onClose(quota.close)
  const idempotencyKeys = createIdempotencyKeys({
    store: storage.idempotency,
    owner: quota.owner,
    clock: systemClock,
    random: systemRandom,
  })
  const fileAllowance = createFileAllowance({
    store: storage.accountFiles,
    plans: config.plans,
    clock: systemClock,
  })
  return { quota, idempotencyKeys, fileAllowance }
}
