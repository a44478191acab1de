/**
 * The audit trail. A store writes the event of a change in the same transaction as the change. Events that can happen at
 * every call are counted in memory and written every few seconds, so that no call waits for them: a killed process loses a
 * few seconds of counts at most.
 */
import { type Clock, DAY_MS, rfc3339 } from '../../util/clock.ts'
import type { Bookkeeping } from '../bookkeeping.ts'
import { createPendingRecords } from '../pending-records.ts'
import { type AuditEvent, type AuditFacts, dailyEvent } from './event.ts'
import type { AuditQuery, AuditStore } from './ports.ts'

export type Audit = ReturnType<typeof createAudit>

export const AUDIT_EVERY_MS = 10_000

export const AUDIT_SWEEP_EVERY_MS = 3_600_000

/** How long an event is kept. */
const KEPT_MS = 365 * DAY_MS

export const createAudit = (store: AuditStore, clock: Clock, bookkeeping: Bookkeeping) => {
  const { add, flush } = createPendingRecords<AuditEvent>({
    keyOf: ({ id }) => id,
    merge: mergedEvent,
    write: (events) => store.add(events),
  })

  return {
    /** Adds one to the day's event of this action, account and key. */
    count: (facts: Omit<AuditFacts, 'atMs'>) => add(dailyEvent({ ...facts, atMs: clock.now() }, 1)),
    /** Records the first and the last time of the day, without a count. */
    recordSeen: (facts: Omit<AuditFacts, 'atMs'>) => add(dailyEvent({ ...facts, atMs: clock.now() }, null)),
    /** Writes the pending counts. If the store fails, it rejects and keeps the counts. Call it every `AUDIT_EVERY_MS`. */
    flush,
    /** Deletes events that are no longer kept. */
    sweep: () => store.sweep(rfc3339(clock.now() - KEPT_MS)),
    /** Writes the pending events first; if that fails, the list lacks them. */
    list: async (query: AuditQuery) => {
      await bookkeeping.note('events of the audit trail', flush)
      return store.list(query)
    },
  }
}

const mergedEvent = (known: AuditEvent, later: AuditEvent): AuditEvent => ({
  ...later,
  at: known.at,
  count: known.count === null || later.count === null ? null : known.count + later.count,
})
