/** How much room the files of an account may take up until they expire. Files that stay, those of boundaries, count for nobody. */
import { type Clock, rfc3339 } from '../util/clock.ts'
import type { Caller } from './caller.ts'
import { type Plans, planOf } from './plans.ts'

/** A file that expires, and whose it is. */
export interface AccountFile {
  readonly accountId: string
  readonly key: string
  readonly bytes: number
  readonly expiresAtMs: number
}

/** Adapters are checked by `test/contract/account-file-store.ts`. */
export interface AccountFileStore {
  /**
   * Null when it is counted now, or was already; however many are added at once, together they are never more than the allowance. Else
   * nothing has changed, and this is why.
   */
  add(file: AccountFile, allowance: number | null, nowMs: number): Promise<NoRoom | null>
  /** Forgets what has expired. */
  sweep(nowMs: number): Promise<void>
}

export interface NoRoom {
  readonly used: number
  /** When the first of the files expires; null where there is none. */
  readonly nextExpiryMs: number | null
}

export interface FileRefusal {
  readonly allowance: number
  readonly used: number
  readonly nextExpiry: string | null
}

export interface FileAllowance {
  /** Counts the file for the caller, or says why there is no room. */
  readonly take: (caller: Caller, file: Omit<AccountFile, 'accountId'>) => Promise<FileRefusal | null>
}

export interface FileAllowanceOptions {
  readonly store: Pick<AccountFileStore, 'add'>
  readonly plans: Plans
  readonly clock: Clock
}

export const createFileAllowance = ({ store, plans, clock }: FileAllowanceOptions): FileAllowance => ({
  take: async (caller, file) => {
    if (caller.kind !== 'account') return null
    const { accountId, plan } = caller
    const allowance = planOf(plans, plan).fileBytes
    const refusal = await store.add({ ...file, accountId }, allowance, clock.now())
    if (refusal === null) return null
    const { used, nextExpiryMs } = refusal
    return {
      allowance: allowance ?? Number.MAX_SAFE_INTEGER,
      used,
      nextExpiry: nextExpiryMs === null ? null : rfc3339(nextExpiryMs),
    }
  },
})
