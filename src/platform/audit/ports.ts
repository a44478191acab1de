/** Store port of the audit trail. Adapters are checked by `test/contract/audit-store.ts`. */
import type { AuditEvent } from './event.ts'

export interface AuditQuery {
  /** Null for events of all accounts. */
  readonly accountId: string | null
  /** Prefix of keys; null for all keys. */
  readonly keyPrefix: string | null
  /** RFC 3339 UTC: leave out events that ended earlier; null for all events. */
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
