/** Decides on device sign-ins over the database that a server uses too. */

import { createDeviceSignIns, type DeviceSignIns } from '../../src/platform/device-sign-in/device-sign-ins.ts'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { silentBookkeeping } from './silent-bookkeeping.ts'

export interface Approver {
  readonly signIns: DeviceSignIns
  readonly approve: (userCode: string) => Promise<string>
  readonly deny: (userCode: string) => Promise<string>
}

export const approverOf = async (
  storage: Storage,
  email: string,
  accountId = `id of ${email}`,
): Promise<Approver> => {
  const account = await storage.keys.accountFor({
    id: accountId,
    email,
    plan: 'free',
    createdAt: '2026-01-02T03:04:05Z',
  })
  const person = { accountId: account.id, address: '127.0.0.1' }
  const signIns = createDeviceSignIns({
    store: storage.deviceSignIns,
    profiles: storage.profiles,
    keys: storage.keys,
    rateLimits: createMemoryRateLimitStore(systemClock),
    bookkeeping: silentBookkeeping,
    lifetimeSeconds: 900,
    clock: systemClock,
    random: systemRandom,
  })
  return {
    signIns,
    approve: (userCode) => signIns.approve(userCode, person),
    deny: (userCode) => signIns.deny(userCode, person),
  }
}
