/** Opens sign-in by mail and by device, and the limits on attempts. */
import { createDeviceSignIns } from '../../platform/device-sign-in/device-sign-ins.ts'
import { createSessions } from '../../platform/sign-in/sessions.ts'
import { createSignIns } from '../../platform/sign-in/sign-ins.ts'
import type { AccountParts } from './accounts.ts'
import type { MailParts } from './mail.ts'
import type { Opening } from './opening.ts'
import type { RateLimitParts } from './rate-limits.ts'

export const openSignIn = (
  { config, storage, clock, random }: Opening,
  { audit, bookkeeping }: AccountParts,
  { mailer }: MailParts,
  { rateLimits }: RateLimitParts,
) => {
  const sessions = createSessions({ store: storage.sessions, bookkeeping, clock, random })
  const signIns = createSignIns({
    store: storage.signIns,
    accounts: storage.keys,
    audit,
    bookkeeping,
    mailer,
    rateLimits,
    defaultPlan: config.defaultPlan,
    clock,
    random,
  })
  const deviceSignIns = createDeviceSignIns({
    store: storage.deviceSignIns,
    profiles: storage.profiles,
    keys: storage.keys,
    rateLimits,
    bookkeeping,
    lifetimeSeconds: config.deviceCodeTtlSeconds,
    clock,
    random,
  })
  return { sessions, signIns, deviceSignIns }
}
