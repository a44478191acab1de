/** What calls with an Idempotency-Key need from the store. Adapters are checked by `test/contract/idempotency-store.ts`. */

/** A call that an account has put a key on, as it begins. */
export interface IdempotentCall {
  readonly accountId: string
  readonly key: string
  /** Of the operation and its input: what a repeat must have in common with the first call. */
  readonly fingerprint: string
  /** Of this try, and no other. */
  readonly claim: string
  /** The process that runs it: as `unit_owner` knows it. */
  readonly owner: string
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** An answer as it is kept. */
export interface KeptAnswer {
  readonly mediaType: string
  /** Brotli. */
  readonly coded: Uint8Array
}

/** What was there under the key. */
export interface EarlierCall {
  readonly fingerprint: string
  /** `spent`: it was answered, and the answer was too large to be kept so long. */
  readonly state: 'running' | 'answered' | 'spent'
  /** When it was answered. */
  readonly answer: KeptAnswer | null
  /** When it became a job. */
  readonly jobId: string | null
}

export interface IdempotencyStore {
  /** Takes the key, when nothing is under it, or only what has expired or whose process has died; else says what is there. */
  begin(call: IdempotentCall): Promise<'begun' | EarlierCall>
  /**
   * Keeps the answer and spends what is held, both or neither. `lost`: another call has the key by now. `not_held`: there is no
   * such hold any more. Without an answer it is only kept that there was one.
   */
  keep(
    call: Pick<IdempotentCall, 'accountId' | 'key' | 'claim'>,
    answer: KeptAnswer | null,
    holdId: string | null,
  ): Promise<'kept' | 'lost' | 'not_held'>
  /** The key is free again, unless another call has it by now. */
  forget(call: Pick<IdempotentCall, 'accountId' | 'key' | 'claim'>): Promise<void>
  /** Forgets what has expired, and of each account the oldest answers that go beyond the bytes; of those it is kept that they were. */
  sweep(limits: { readonly nowMs: number; readonly bytesPerAccount: number }): Promise<void>
}
