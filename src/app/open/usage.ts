/** Opens usage counts and usage alerts. */
import type { Bookkeeping } from '../../platform/bookkeeping.ts'
import type { Mailer } from '../../platform/mail/ports.ts'
import { createUsage } from '../../platform/usage.ts'
import { createUsageAlerts } from '../../platform/usage-alerts.ts'
import { systemClock } from '../../util/clock.ts'
import type { Opening } from './opening.ts'

export const openUsage = (
  { config, storage, onClose }: Opening,
  bookkeeping: Bookkeeping,
  mailer: Mailer,
) => {
  const usage = createUsage(storage.usage, systemClock, bookkeeping)
  onClose(usage.flush)
  const usageAlerts = createUsageAlerts({
    units: storage.units,
    profiles: storage.profiles,
    plans: config.plans,
    mailer,
    clock: systemClock,
  })
  return { usage, usageAlerts }
}
