/** Opens billing: quotas, idempotency keys, and the file allowance. */
import { createFileAllowance } from '../../platform/file-allowance.ts'
import { createIdempotencyKeys, SWEEP_EVERY_MS } from '../../platform/idempotency/idempotency.ts'
import { planOf } from '../../platform/plans.ts'
import { createQuota, HEARTBEAT_EVERY_MS } from '../../platform/quota.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import type { Opening } from './opening.ts'

export type BillingParts = ReturnType<typeof openBilling>

export const openBilling = ({ config: { plans }, storage, clock, random }: Opening) => {
  const quota = createQuota({ store: storage.units, plans, clock, random })
  const idempotencyKeys = createIdempotencyKeys({
    store: storage.idempotency,
    owner: quota.owner,
    clock,
    random,
  })
  const fileAllowance = createFileAllowance({ store: storage.accountFiles, plans, clock })
  return {
    quota,
    idempotencyKeys,
    fileAllowance,
    /** True if the plan has monthly units. */
    isCharged: (plan: string) => planOf(plans, plan).unitsPerMonth !== null,
    prepare: async () => {
      try {
        await quota.heartbeat()
      } catch (error) {
        // A full disk takes no heartbeat, but reads need none; the next heartbeat tries again.
        if (!isStorageFull(error)) throw error
      }
    },
    chores: [
      { name: 'quota: heartbeat', everyMs: HEARTBEAT_EVERY_MS, everyProcess: true, run: quota.heartbeat },
      { name: 'idempotency: deleting expired keys', everyMs: SWEEP_EVERY_MS, run: idempotencyKeys.sweep },
    ],
    close: quota.close,
  }
}
