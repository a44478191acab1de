/** Caches recently looked-up callers by the hash of their credential. */
import type { Clock } from '../util/clock.ts'
import type { AccountCaller } from './caller.ts'

/** A credential that another process revoked is accepted for at most this time. */
const VERIFIED_MS = 2_000
const MAX_VERIFIED = 10_000

export const verifiedCallers = (clock: Clock) => {
  const kept = new Map<string, { readonly caller: AccountCaller; readonly atMs: number }>()
  let forgettings = 0

  return {
    get: (hash: string): AccountCaller | null => {
      const found = kept.get(hash)
      return found !== undefined && clock.elapsedMs() - found.atMs < VERIFIED_MS ? found.caller : null
    },

    /**
     * Call it before a lookup. The returned function caches the caller, unless any caller was forgotten during the lookup: it may be this
     * one.
     */
    beginLookup: () => {
      const before = forgettings
      // Not the end of the lookup: the credential may be revoked after the store has read it.
      const atMs = clock.elapsedMs()
      return (hash: string, caller: AccountCaller): void => {
        if (forgettings !== before) return
        if (kept.size >= MAX_VERIFIED) kept.clear()
        kept.set(hash, { caller, atMs })
      }
    },

    forget: (keyId: string): void => {
      forgettings++
      for (const [hash, { caller }] of kept) if (caller.keyId === keyId) kept.delete(hash)
    },

    clear: (): void => {
      forgettings++
      kept.clear()
    },
  }
}
