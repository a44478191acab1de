/** Opens accounts: their profiles, their keys, and the audit trail. */
import { createAccounts } from '../../platform/accounts.ts'
import { AUDIT_EVERY_MS, AUDIT_SWEEP_EVERY_MS, createAudit } from '../../platform/audit/audit.ts'
import { createBookkeeping } from '../../platform/bookkeeping.ts'
import { createFeeds } from '../../platform/feeds/feeds.ts'
import { createKeys } from '../../platform/keys.ts'
import type { BillingParts } from './billing.ts'
import type { Opening } from './opening.ts'

export type AccountParts = ReturnType<typeof openAccounts>

export const openAccounts = (
  { config: { defaultPlan, plans }, storage, log, clock, random }: Opening,
  { quota }: BillingParts,
) => {
  const bookkeeping = createBookkeeping({ log, clock })
  const audit = createAudit(storage.audit, clock, bookkeeping)
  const keys = createKeys({ store: storage.keys, audit, bookkeeping, defaultPlan, clock, random })
  const feeds = createFeeds({ store: storage.feeds, audit, bookkeeping, clock, random })
  const accounts = createAccounts({ profiles: storage.profiles, units: quota, plans, clock })
  return {
    audit,
    bookkeeping,
    keys,
    feeds,
    accounts,
    chores: [
      { name: 'audit trail: writing events', everyMs: AUDIT_EVERY_MS, everyProcess: true, run: audit.flush },
      { name: 'audit trail: deleting expired entries', everyMs: AUDIT_SWEEP_EVERY_MS, run: audit.sweep },
    ],
    close: audit.flush,
  }
}
