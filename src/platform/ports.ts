/** Store ports of accounts, keys, units and usage. Adapters of `KeyStore` are checked by `test/contract/key-store.ts`. */
import type { AuditEvent } from './audit/event.ts'

export interface Account {
  readonly id: string
  readonly email: string
  readonly plan: string
  /** RFC 3339 UTC. */
  readonly createdAt: string
}

export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string | null
  /** The first characters, by which people recognize their keys. */
  readonly prefix: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** A key to store: only its hash, not the key itself. */
export interface NewApiKey extends Pick<ApiKey, 'id' | 'accountId' | 'name' | 'prefix' | 'createdAt'> {
  /** SHA-256, hexadecimal. */
  readonly hash: string
  readonly event: AuditEvent
}

/** Limits on the keys of an account. */
export interface KeyLimits {
  /** Keys that are not revoked. */
  readonly maxActive: number
  /** Keys created after `newAfter`, revoked or not. */
  readonly maxNew: number
  readonly newAfter: string
  /** Number of revoked keys that stay listed; older ones remain only in the audit trail. */
  readonly keptRevoked: number
}

export interface KeyStore {
  /** Finds the account with the email address, or creates the given one. Concurrent calls create one account. */
  accountFor(wanted: Account): Promise<Account>
  /** Returns the account with the email address, or null. */
  findAccount(email: string): Promise<Account | null>
  /** Returns false if there is no such account. Records the event only if the plan changes. */
  setPlan(email: string, plan: string, event: AuditEvent): Promise<boolean>
  /** Returns false, without any change, if a limit is reached, also under concurrent calls. */
  addKey(key: NewApiKey, limits: KeyLimits): Promise<boolean>
  /** Returns the key with the hash, revoked or not, and its account. */
  findKey(hash: string): Promise<{ readonly key: ApiKey; readonly account: Account } | null>
  /** Returns all keys of an account, newest first. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>
  /**
   * Returns the time at which the key was revoked, now or earlier; null if the account has no such key. Records the event,
   * with the key's prefix, only if this call revoked it.
   */
  revokeKey(accountId: string, keyId: string, at: string, event: AuditEvent): Promise<string | null>
  markUsed(keyId: string, at: string): Promise<void>
}

/** Units that a call has reserved and neither spent nor refunded yet. */
export interface UnitHold {
  readonly id: string
  /** The process that runs the call. */
  readonly owner: string
  readonly accountId: string
  /** Day of the reservation: `2026-01-31`, in UTC. The units count for this day and its month. */
  readonly date: string
  readonly op: string
  readonly units: number
}

/** Store port of the quota. Adapters are checked by `test/contract/unit-store.ts`. */
export interface UnitStore {
  /** Returns false, without any change, if the month's units would exceed the allowance; null is no limit. */
  reserve(hold: UnitHold, allowance: number | null): Promise<boolean>
  /** Spends the held units and counts the call and its units in the daily usage. Returns false if there is no such hold. */
  spend(holdId: string): Promise<boolean>
  /** Makes the hold one that other stores can spend in their own changes. Returns false if there is no such hold. */
  share(holdId: string): Promise<boolean>
  /** Refunds the held units. Does nothing if there is no such hold. */
  refund(holdId: string): Promise<void>
  /** Returns spent plus held units. */
  used(accountId: string, month: string): Promise<number>
  /** Extends the owner's lease until `aliveUntilMs`, and refunds the holds of owners whose lease has ended. */
  heartbeat(owner: string, times: { readonly nowMs: number; readonly aliveUntilMs: number }): Promise<void>
  /** Ends the owner's lease and refunds its holds. */
  endLease(owner: string): Promise<void>
}

/** Calls of an account to an operation on a day, as stored: the units are those that were spent. */
export interface UsageCount extends FreeCount {
  readonly units: number
}

/** Counts that change no units. */
export interface FreeCount {
  readonly accountId: string
  /** `2026-01-31`, in UTC. */
  readonly date: string
  readonly op: string
  readonly calls: number
  readonly cacheHits: number
}

/** Store port of usage counts. Adapters are checked by `test/contract/usage-store.ts`. */
export interface UsageStore {
  /** Adds the counts atomically. */
  add(counts: readonly FreeCount[]): Promise<void>
  /** Returns counts from the date on, sorted by date and operation. */
  since(accountId: string, date: string): Promise<readonly UsageCount[]>
}

/** Facts that account owners state about themselves; null for an empty field. */
export interface Profile {
  readonly name: string | null
  readonly company: string | null
  readonly useCase: string | null
}

/** Profiles of accounts that exist. Adapters are checked by `test/contract/profile-store.ts`. */
export interface ProfileStore {
  find(accountId: string): Promise<{ readonly account: Account; readonly profile: Profile }>
  /** Absent fields stay unchanged. */
  change(accountId: string, changes: Partial<Profile>): Promise<void>
}
