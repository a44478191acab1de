/** Tables of units and of daily usage, the same in both databases. `migrations/units.ts` makes them. */

export interface UnitTables {
  /** `used` is what was spent and what is held. */
  unit_month: { account_id: string; month: string; used: number }
  unit_hold: { id: string; owner: string; account_id: string; month: string; units: number }
  /** The processes that may hold units. */
  unit_owner: { id: string; alive_until_ms: number }
  usage_day: {
    account_id: string
    /** `2026-01-31`, in UTC. */
    date: string
    op: string
    calls: number
    units: number
    cache_hits: number
  }
  /** Calls with an Idempotency-Key. */
  keyed_call: {
    account_id: string
    key: string
    fingerprint: string
    claim: string
    owner: string
    created_at_ms: number
    expires_at_ms: number
    /** 1 when it was answered. */
    answered: number
    media_type: string | null
    /** Brotli. */
    body: Uint8Array | null
  }
}
