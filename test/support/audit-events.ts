/** Made-up events for audit stores. */
import type { AuditEvent } from '../../src/platform/audit/event.ts'

export const EVENT_AT = '2026-01-02T03:04:05Z'

export const auditEvent = (id: string, fields: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  action: 'key_created',
  at: EVENT_AT,
  lastAt: EVENT_AT,
  count: 1,
  accountId: 'a1',
  keyId: null,
  keyPrefix: null,
  way: 'operation',
  network: '192.0.2.0/24',
  detail: null,
  ...fields,
})

/** The whole trail. */
export const EVERYTHING = { accountId: null, keyPrefix: null, since: null, limit: 1_000 }
