/** What the audit trail needs from the store. Adapters are checked by `test/contract/audit-store.ts`. */
import type { AuditEvent } from './event.ts'

export interface AuditQuery {
  /** Of this account; null for all. */
  readonly accountId: string | null
  /** Of keys that begin so; null for all. */
  readonly keyPrefix: string | null
  /** RFC 3339 UTC: nothing that ended before; null for everything. */
  readonly since: string | null
  readonly limit: number
}

/** An event, and the address of the account that it concerns. */
export interface AuditRecord extends AuditEvent {
  readonly email: string | null
}

export interface AuditStore {
  /** All of the events or none. One that goes on is added to: its count grows, its last time and network are the new ones. */
  add(events: readonly AuditEvent[]): Promise<void>
  /** The last first. */
  list(query: AuditQuery): Promise<readonly AuditRecord[]>
  /** Forgets what ended before the time. */
  sweep(before: string): Promise<void>
}
