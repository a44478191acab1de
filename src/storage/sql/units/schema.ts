/** Tables of units and of daily usage, the same in both databases. `migrations.ts` creates them. */

export interface UnitTables {
  /** `used` is the sum of spent and held units. */
  unit_month: { account_id: string; month: string; used: number }
  unit_hold: {
    id: string
    owner: string
    account_id: string
    month: string
    units: number
    /** Day and operation in which the units count once they are spent. */
    date: string
    op: string
  }
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
    /** 1 if it was answered. */
    answered: number
    media_type: string | null
    /** Brotli. */
    body: Uint8Array | null
    job_id: string | null
  }
  job: {
    id: string
    account_id: string
    key_id: string
    plan: string
    op: string
    /** JSON, as are the languages, the steps and the problem. */
    input: string
    languages: string
    max_inline_bytes: number | null
    address: string
    request_id: string
    units: number
    hold_id: string | null
    state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    /** Process and attempt that run it. */
    owner: string | null
    claim: string | null
    /** Starts that a stopping process did not take back: in a queued job, the processes that died while they ran it. */
    tries: number
    /** Those that died while they ran only this job. */
    crashes: number
    not_before_ms: number
    steps: string
    created_at_ms: number
    started_at_ms: number | null
    finished_at_ms: number | null
    expires_at_ms: number | null
    problem: string | null
    media_type: string | null
    /** Brotli. */
    body: Uint8Array | null
  }
  /** One row. Updating it locks the queue until the transaction ends. */
  job_turn: { turns: number }
  /** Expiring files, by the account that they count for. */
  account_file: { account_id: string; key: string; bytes: number; expires_at_ms: number }
  /** Updating an account's row locks its files until the transaction ends. */
  account_file_turn: { account_id: string; turns: number }
  /** Taken by a process until it ends it, or until the moment. */
  live_lease: { name: string; owner: string; until_ms: number }
  /** Those who wait for a server, in all processes: a row for each asker of a request. */
  live_line: { line: string; owner: string; asker: string; since_ms: number; until_ms: number }
  /** Last time at which a server worked for an asker. */
  live_served: { line: string; asker: string; at_ms: number }
  /** Time of the next request to a server. */
  live_moment: { name: string; next_ms: number }
  /** `day` is `2026-01-31`, in UTC. */
  live_day: { day: string; requests: number; bytes: number }
  /** Answers of the live map. */
  live_answer: { key: string; outcome: string; at_ms: number }
}
