/**
 * An event of the audit trail: actor, action, account or key, time, way and network. It contains no secret, only the prefix
 * of a key and the network of an address.
 */
import { rfc3339 } from '../../util/clock.ts'
import { dateOf } from '../billing-month.ts'
import { coarseNetwork } from '../customer-network.ts'

export type AuditAction =
  | 'key_created'
  | 'key_used'
  | 'key_revoked'
  | 'plan_changed'
  | 'sign_in_succeeded'
  | 'sign_in_failed'
  | 'device_approved'
  | 'device_denied'
  | 'app_allowed'
  | 'app_used'
  | 'app_revoked'
  | 'feed_created'
  | 'feed_used'
  | 'feed_revoked'
  | 'feedback_status_changed'

/** Way of the action: an API operation, a web page, a device code exchange, or the operator's command. */
export type AuditWay = 'operation' | 'page' | 'device' | 'command'

/** Origin of an action. */
export interface ActionOrigin {
  readonly way: AuditWay
  /** Null for the operator's own machine. */
  readonly address: string | null
}

export const OPERATOR_ORIGIN: ActionOrigin = { way: 'command', address: null }

export interface AuditEvent {
  /** Events with the same id are merged into one: see `dailyEvent`. */
  readonly id: string
  readonly action: AuditAction
  /** RFC 3339 UTC; the first time of a merged event. */
  readonly at: string
  readonly lastAt: string
  /** Number of occurrences; null if only the first and the last time are known. */
  readonly count: number | null
  /** Null if no account is involved or known. */
  readonly accountId: string | null
  readonly keyId: string | null
  /** The first characters of the key. */
  readonly keyPrefix: string | null
  readonly way: AuditWay
  /** `192.0.2.0/24`; the last network of a merged event. */
  readonly network: string | null
  /** The new plan, the name of the device or app, the item and its new status. */
  readonly detail: string | null
}

export interface AuditFacts {
  readonly action: AuditAction
  readonly atMs: number
  readonly origin: ActionOrigin
  readonly accountId?: string | null
  readonly keyId?: string
  readonly keyPrefix?: string
  readonly detail?: string | null
}

/** Creates an event that is not merged. */
export const singleEvent = (id: string, facts: AuditFacts): AuditEvent => eventOf(id, facts, 1)

/** Creates an event that can happen thousands of times: one for each day, action, account and key. */
export const dailyEvent = (facts: AuditFacts, count: number | null): AuditEvent => {
  return eventOf(
    [dateOf(facts.atMs), facts.action, facts.accountId ?? '-', facts.keyId ?? '-'].join(' '),
    facts,
    count,
  )
}

const eventOf = (
  id: string,
  { action, atMs, origin, accountId, keyId, keyPrefix, detail }: AuditFacts,
  count: number | null,
): AuditEvent => ({
  id,
  action,
  at: rfc3339(atMs),
  lastAt: rfc3339(atMs),
  count,
  accountId: accountId ?? null,
  keyId: keyId ?? null,
  keyPrefix: keyPrefix ?? null,
  way: origin.way,
  network: origin.address === null ? null : coarseNetwork(origin.address),
  detail: detail ?? null,
})
