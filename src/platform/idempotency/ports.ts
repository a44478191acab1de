/** Store port of calls with an Idempotency-Key. Adapters are checked by `test/contract/idempotency-store.ts`. */

/** A call with an Idempotency-Key when it begins. */
export interface IdempotentCall {
  readonly accountId: string
  readonly key: string
  /** Hash of the operation and its input, which a repeat must match. */
  readonly fingerprint: string
  /** Unique per attempt. */
  readonly claim: string
  /** The process that runs it, as in `unit_owner`. */
  readonly owner: string
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** A stored answer. */
export interface KeptAnswer {
  readonly mediaType: string
  /** Brotli. */
  readonly coded: Uint8Array
}

/** The call that was stored under the key. */
export interface EarlierCall {
  readonly fingerprint: string
  /** `spent`: it was answered, but the answer is no longer stored. */
  readonly state: 'running' | 'answered' | 'spent'
  /** Set if it was answered and the answer is stored. */
  readonly answer: KeptAnswer | null
  /** Set if it became a job. */
  readonly jobId: string | null
}

export interface IdempotencyStore {
  /** Claims the key if it is unused, expired, or claimed by a dead process; otherwise returns the earlier call. */
  begin(call: IdempotentCall): Promise<'begun' | EarlierCall>
  /**
   * Atomically stores the answer and spends the hold. `lost`: another call has the key by now. `not_held`: the hold no
   * longer exists. A null answer marks the call as answered without storing the answer.
   */
  keep(
    call: Pick<IdempotentCall, 'accountId' | 'key' | 'claim'>,
    answer: KeptAnswer | null,
    holdId: string | null,
  ): Promise<'kept' | 'lost' | 'not_held'>
  /** Releases the key, unless another call has it by now. */
  forget(call: Pick<IdempotentCall, 'accountId' | 'key' | 'claim'>): Promise<void>
  /** Deletes expired keys, and each account's oldest answers above `bytesPerAccount`; their keys stay as `spent`. */
  sweep(limits: { readonly nowMs: number; readonly bytesPerAccount: number }): Promise<void>
}
