/** The table of the audit trail, the same in both databases. `migrations/audit.ts` creates it. */
import type { AuditAction, AuditWay } from '../../../platform/audit/event.ts'

export interface AuditTables {
  audit_event: {
    id: string
    action: AuditAction
    at: string
    last_at: string
    count: number | null
    account_id: string | null
    key_id: string | null
    key_prefix: string | null
    way: AuditWay
    network: string | null
    detail: string | null
  }
}
