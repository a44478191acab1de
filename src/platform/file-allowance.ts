/** Limits the storage for an account's files until they expire. Files of boundaries never expire and are not counted. */
import { type Clock, rfc3339 } from '../util/clock.ts'
import type { Caller } from './caller.ts'
import { type Plans, planOf } from './plans.ts'

/** An expiring file and the account that owns it. */
export interface AccountFile {
  readonly accountId: string
  readonly key: string
  readonly bytes: number
  readonly expiresAtMs: number
}

/** Adapters are checked by `test/contract/account-file-store.ts`. */
export interface AccountFileStore {
  /**
   * Counts the file and returns null, even if it was already counted. Concurrent calls never exceed the allowance together.
   * If there is no room, nothing changes, and the result says why.
   */
  add(file: AccountFile, allowance: number | null, nowMs: number): Promise<NoRoom | null>
  /** Counts the file no longer. Does nothing if it is not counted. */
  remove(accountId: string, key: string): Promise<void>
  /** Deletes the entries of expired files. */
  sweep(nowMs: number): Promise<void>
}

export interface NoRoom {
  readonly used: number
  /** Expiry of the next file; null if there is none. */
  readonly nextExpiryMs: number | null
}

export interface FileRefusal {
  readonly allowance: number
  readonly used: number
  readonly nextExpiry: string | null
}

export type FileAllowance = ReturnType<typeof createFileAllowance>

interface FileAllowanceOptions {
  readonly store: Pick<AccountFileStore, 'add' | 'remove'>
  readonly plans: Plans
  readonly clock: Clock
}

export const createFileAllowance = ({ store, plans, clock }: FileAllowanceOptions) => {
  /** Accounts of the files whose release failed, by key of the file. */
  const toRelease = new Map<string, string>()

  const release = (accountId: string, key: string): Promise<void> =>
    store.remove(accountId, key).then(
      () => void toRelease.delete(key),
      () => void toRelease.set(key, accountId),
    )

  return {
    /** Returns the allowance of the caller's plan in bytes; null for no limit. */
    limitOf: (caller: Caller) => (caller.kind === 'account' ? planOf(plans, caller.plan).fileBytes : null),
    /**
     * Counts a file no longer, because it could not be stored. Never rejects: what the store cannot take now, as on a full disk, is
     * retried before the next file is counted.
     */
    release: async (caller: Caller, key: string) => {
      if (caller.kind === 'account') await release(caller.accountId, key)
    },
    /** Counts the file for the caller and returns null, or returns the reason why there is no room. */
    take: async (caller: Caller, file: Omit<AccountFile, 'accountId'>): Promise<FileRefusal | null> => {
      if (caller.kind !== 'account') return null
      for (const [key, accountId] of toRelease) await release(accountId, key)
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
  }
}
