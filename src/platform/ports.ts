/** What accounts and keys need from the store. Adapters are checked by `test/contract/key-store.ts`. */

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
}

export interface KeyStore {
  /** The account with the e-mail address; the given one if there is none yet. Two calls at once make one account. */
  accountFor(wanted: Account): Promise<Account>
  /** False when there is no such account. */
  setPlan(email: string, plan: string): Promise<boolean>
  addKey(key: NewApiKey): Promise<void>
  /** The key that has the hash, revoked or not, and whose it is. */
  findKey(hash: string): Promise<{ readonly key: ApiKey; readonly account: Account } | null>
  /** All keys of an account, the newest first. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>
  /** The time at which the key was revoked: this one, or an earlier one. Null when the account has no such key. */
  revokeKey(accountId: string, keyId: string, at: string): Promise<string | null>
  markUsed(keyId: string, at: string): Promise<void>
}
