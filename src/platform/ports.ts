/** What accounts and keys need from the store. Adapters are checked by `test/contract/key-store.ts`. */
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
  /** The first letters, by which people tell their keys apart. */
  readonly prefix: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** A key as it is put in: of the key itself only the hash. */
export interface NewApiKey extends Pick<ApiKey, 'id' | 'accountId' | 'name' | 'prefix' | 'createdAt'> {
  /** SHA-256, hexadecimal. */
  readonly hash: string
  readonly event: AuditEvent
}

/** How many keys an account may have. */
export interface KeyLimits {
  /** That are good. */
  readonly maxActive: number
  /** That were made after the time, revoked or not. */
  readonly maxNew: number
  readonly newAfter: string
  /** Revoked ones that are kept beside those; of the older nothing but the audit trail tells. */
  readonly keptRevoked: number
}

export interface KeyStore {
  /** The account with the e-mail address; the given one if there is none yet. Two calls at once make one account. */
  accountFor(wanted: Account): Promise<Account>
  /** The account with the e-mail address, or null. */
  findAccount(email: string): Promise<Account | null>
  /** False when there is no such account. The event is for the account, and kept where the plan is another now. */
  setPlan(email: string, plan: string, event: AuditEvent): Promise<boolean>
  /** False, and nothing has changed, when the account has as many as it may; however many are added at once. */
  addKey(key: NewApiKey, limits: KeyLimits): Promise<boolean>
  /** The key that has the hash, revoked or not, and whose it is. */
  findKey(hash: string): Promise<{ readonly key: ApiKey; readonly account: Account } | null>
  /** All keys of an account, the newest first. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>
  /**
   * The time at which the key was revoked: this one, or an earlier one. Null when the account has no such key. The event is kept,
   * with the first letters of the key, where this call revoked it.
   */
  revokeKey(accountId: string, keyId: string, at: string, event: AuditEvent): Promise<string | null>
  markUsed(keyId: string, at: string): Promise<void>
}

/** Units that a call has reserved and neither spent nor given back yet. */
export interface UnitHold {
  readonly id: string
  /** The process that runs the call. */
  readonly owner: string
  readonly accountId: string
  /** `2026-01`, in UTC. */
  readonly month: string
  readonly units: number
}

/** What the count of units needs from the store. Adapters are checked by `test/contract/unit-store.ts`. */
export interface UnitStore {
  /** False, and nothing has changed, when the units of the month together would be more than the allowance; null is no limit. */
  reserve(hold: UnitHold, allowance: number | null): Promise<boolean>
  /** The units stay used for good. False when nothing is held under the id. */
  spend(holdId: string): Promise<boolean>
  /** The units are free again. Does nothing when nothing is held under the id. */
  refund(holdId: string): Promise<void>
  /** Spent and held together. */
  used(accountId: string, month: string): Promise<number>
  /** The owner is alive until then; what owners hold of whom that is not known any more is given back. */
  heartbeat(owner: string, times: { readonly nowMs: number; readonly aliveUntilMs: number }): Promise<void>
  /** The owner has ended; what it still holds is given back. */
  endLease(owner: string): Promise<void>
}

/** Calls of an account to an operation on a day. */
export interface UsageCount {
  readonly accountId: string
  /** `2026-01-31`, in UTC. */
  readonly date: string
  readonly op: string
  readonly calls: number
  readonly units: number
  readonly cacheHits: number
}

/** What the counts of calls need from the store. Adapters are checked by `test/contract/usage-store.ts`. */
export interface UsageStore {
  /** Adds all of the counts to what is there, or none. */
  add(counts: readonly UsageCount[]): Promise<void>
  /** From the date on, by date and operation. */
  since(accountId: string, date: string): Promise<readonly UsageCount[]>
}

/** What people say of themselves; null where they say nothing. */
export interface Profile {
  readonly name: string | null
  readonly company: string | null
  readonly useCase: string | null
}

/** Profiles of accounts that exist. Adapters are checked by `test/contract/profile-store.ts`. */
export interface ProfileStore {
  find(accountId: string): Promise<{ readonly account: Account; readonly profile: Profile }>
  /** Fields that are not named keep what they hold. */
  change(accountId: string, changes: Partial<Profile>): Promise<void>
}
