/** Keys of accounts: made, recognised, revoked. */
import { type Clock, rfc3339 } from '../util/clock.ts'
import type { Random } from '../util/random.ts'
import type { Caller } from './caller.ts'
import { isKeyText, keyHash } from './key-text.ts'
import { newId, newKey } from './new-key.ts'
import type { ApiKey, KeyStore } from './ports.ts'

export interface Keys {
  /** Makes a key, and the account if the address has none. `plan` null: the default for a new account, unchanged for another. */
  create(request: {
    readonly email: string
    readonly plan: string | null
    readonly name?: string
  }): Promise<CreatedKey>
  /** Makes a further key for an account. */
  add(accountId: string, name: string | null): Promise<CreatedKey>
  /** All keys of an account, the newest first. */
  list(accountId: string): Promise<readonly ApiKey[]>
  /** Whose key it is; null when it is mistyped, unknown or revoked. */
  identify(credential: string): Promise<Extract<Caller, { kind: 'account' }> | null>
  /** False when no account has the address. Keys follow within `VERIFIED_MS`. */
  setPlan(email: string, plan: string): Promise<boolean>
  /** When it was revoked; null when the account has no such key. */
  revoke(accountId: string, keyId: string): Promise<string | null>
}

export interface CreatedKey {
  readonly id: string
  /** The only time that it is known. */
  readonly apiKey: string
  readonly prefix: string
  readonly createdAt: string
}

export interface KeysOptions {
  readonly store: KeyStore
  readonly defaultPlan: string
  readonly clock: Clock
  readonly random: Random
}

export const createKeys = ({ store, defaultPlan, clock, random }: KeysOptions): Keys => {
  const verified = new VerifiedKeys(clock)

  const identify = async (credential: string) => {
    if (!isKeyText(credential)) return null
    const hash = keyHash(credential)
    const kept = verified.get(hash)
    if (kept !== null) return kept
    const found = await store.findKey(hash)
    if (found === null || found.key.revokedAt !== null) return null
    const { key, account } = found
    const caller: AccountCaller = {
      kind: 'account',
      accountId: account.id,
      keyId: key.id,
      plan: account.plan,
    }
    verified.add(hash, caller)
    const nowMs = clock.now()
    if (key.lastUsedAt === null || nowMs - Date.parse(key.lastUsedAt) > LAST_USED_EVERY_MS) {
      await store.markUsed(key.id, rfc3339(nowMs))
    }
    return caller
  }

  const add = async (accountId: string, name: string | null): Promise<CreatedKey> => {
    const { apiKey, kept } = newKey({ clock, random }, accountId, name)
    await store.addKey(kept)
    return { id: kept.id, apiKey, prefix: kept.prefix, createdAt: kept.createdAt }
  }

  return {
    create: async ({ email, plan, name }) => {
      const createdAt = rfc3339(clock.now())
      const address = addressOf(email)
      const account = await store.accountFor({
        id: newId(random),
        email: address,
        plan: plan ?? defaultPlan,
        createdAt,
      })
      if (plan !== null && account.plan !== plan) await store.setPlan(address, plan)
      return add(account.id, name ?? null)
    },
    add,
    list: (accountId) => store.listKeys(accountId),
    setPlan: (email, plan) => store.setPlan(addressOf(email), plan),
    identify,
    revoke: async (accountId, keyId) => {
      const revokedAt = await store.revokeKey(accountId, keyId, rfc3339(clock.now()))
      verified.forget(keyId)
      return revokedAt
    },
  }
}

/** An address has one account, however it is written. */
const addressOf = (email: string): string => email.trim().toLowerCase()

type AccountCaller = Extract<Caller, { kind: 'account' }>

/** Writing the time of every call would cost more than the call; people want to know whether a key is still in use. */
const LAST_USED_EVERY_MS = 60_000

/** A key that another process revoked is still taken for at most this long. */
const VERIFIED_MS = 2_000
const MOST_VERIFIED = 10_000

/** Keys that were good a moment ago, by hash. */
class VerifiedKeys {
  readonly #clock: Clock
  readonly #callers = new Map<string, { readonly caller: AccountCaller; readonly atMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get(hash: string): AccountCaller | null {
    const kept = this.#callers.get(hash)
    return kept !== undefined && this.#clock.elapsedMs() - kept.atMs < VERIFIED_MS ? kept.caller : null
  }

  add(hash: string, caller: AccountCaller): void {
    if (this.#callers.size >= MOST_VERIFIED) this.#callers.clear()
    this.#callers.set(hash, { caller, atMs: this.#clock.elapsedMs() })
  }

  forget(keyId: string): void {
    for (const [hash, { caller }] of this.#callers) if (caller.keyId === keyId) this.#callers.delete(hash)
  }
}
