/** Opens usage counts and usage alerts. */
import { createUsage, FLUSH_EVERY_MS } from '../../platform/usage.ts'
import { ALERT_EVERY_MS, createUsageAlerts } from '../../platform/usage-alerts.ts'
import type { AccountParts } from './accounts.ts'
import type { BillingParts } from './billing.ts'
import type { MailParts } from './mail.ts'
import type { Opening } from './opening.ts'

export const openUsage = (
  { config: { plans }, storage, log, clock }: Opening,
  { bookkeeping }: AccountParts,
  { mailer }: MailParts,
  { quota }: BillingParts,
) => {
  const usage = createUsage(storage.usage, clock, bookkeeping)
  const usageAlerts = createUsageAlerts({ units: quota, profiles: storage.profiles, plans, mailer, clock })
  return {
    usage,
    usageAlerts,
    chores: [
      { name: 'usage: writing counts', everyMs: FLUSH_EVERY_MS, everyProcess: true, run: usage.flush },
      {
        name: 'usage alerts: queueing emails',
        everyMs: ALERT_EVERY_MS,
        everyProcess: true,
        run: usageAlerts.send,
      },
    ],
    /** Counts the last calls. */
    close: async () => {
      await usageAlerts.send().catch((error) => log.warn({ error }, 'usage alerts: queueing emails failed'))
      await usage.flush()
    },
  }
}
