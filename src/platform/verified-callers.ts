/** Caches recently looked-up callers by the hash of their credential. */
import type { Clock } from '../util/clock.ts'
import type { AccountCaller } from './caller.ts'

/** A credential that another process revoked is accepted for at most this time. */
const VERIFIED_MS = 2_000
const MAX_VERIFIED = 10_000

export class VerifiedCallers {
  readonly #clock: Clock
  readonly #callers = new Map<string, { readonly caller: AccountCaller; readonly atMs: number }>()
  #forgettings = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get(hash: string): AccountCaller | null {
    const kept = this.#callers.get(hash)
    return kept !== undefined && this.#clock.elapsedMs() - kept.atMs < VERIFIED_MS ? kept.caller : null
  }

  /**
   * Call it before a lookup. The returned function caches the caller, unless any caller was forgotten during the lookup: it may be this
   * one.
   */
  beginLookup(): (hash: string, caller: AccountCaller) => void {
    const before = this.#forgettings
    return (hash, caller) => {
      if (this.#forgettings !== before) return
      if (this.#callers.size >= MAX_VERIFIED) this.#callers.clear()
      this.#callers.set(hash, { caller, atMs: this.#clock.elapsedMs() })
    }
  }

  forget(keyId: string): void {
    this.#forgettings++
    for (const [hash, { caller }] of this.#callers) if (caller.keyId === keyId) this.#callers.delete(hash)
  }

  clear(): void {
    this.#forgettings++
    this.#callers.clear()
  }
}
