/** What the audit trail needs from the store. Adapters are checked by `test/contract/audit-store.ts`. */
import type { AuditEvent } from './event.ts'

export interface AuditQuery {
  /** Null: events of all accounts. */
  readonly accountId: string | null
  /** Keys that start with this; null: all keys. */
  readonly keyPrefix: string | null
  /** RFC 3339 UTC: leave out events that ended earlier; null: all events. */
  readonly since: string | null
  readonly limit: number
}

/** An event with the email address of its account. */
export interface AuditRecord extends AuditEvent {
  readonly email: string | null
}

export interface AuditStore {
  /** Adds the events atomically. An event with a known id is merged: counts add up, last time and network are replaced. */
  add(events: readonly AuditEvent[]): Promise<void>
  /** Newest first. */
  list(query: AuditQuery): Promise<readonly AuditRecord[]>
  /** Deletes events that ended before the time. */
  sweep(before: string): Promise<void>
}
