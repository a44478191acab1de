/** Creates, identifies and revokes the API keys of accounts. */
import { type Clock, rfc3339 } from '../util/clock.ts'
import type { Random } from '../util/random.ts'
import type { Audit } from './audit/audit.ts'
import { type ActionOrigin, OPERATOR_ORIGIN, singleEvent } from './audit/event.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import type { AccountCaller } from './caller.ts'
import { verifiedCallers } from './caller-cache.ts'
import { isKeyText, keyHash, looksLikeKey } from './key-format.ts'
import { KEY_LIMITS } from './key-limits.ts'
import { isId, type NewKeyRequest, newId, newKey } from './new-key.ts'
import type { KeyStore } from './ports.ts'

export type Keys = ReturnType<typeof createKeys>

/** `plan` null: the default plan for a new account, no change for an existing one. */
export interface OperatorKeyRequest {
  readonly email: string
  readonly plan: string | null
  readonly name?: string | null
}

export interface CreatedKey {
  readonly id: string
  /** As stored, after cleaning. */
  readonly name: string | null
  /** The key itself, which is not stored. */
  readonly apiKey: string
  readonly prefix: string
  readonly createdAt: string
}

interface KeysOptions {
  readonly store: KeyStore
  readonly audit: Pick<Audit, 'recordSeen'>
  readonly bookkeeping: Bookkeeping
  readonly defaultPlan: string
  readonly clock: Clock
  readonly random: Random
}

export const createKeys = (options: KeysOptions) => {
  const { store, audit, bookkeeping, defaultPlan, clock, random } = options
  const verified = verifiedCallers(clock)

  /** Returns the caller of a key; null if the key is mistyped, unknown or revoked. The address is for the audit trail. */
  const identify = async (credential: string, address: string | null): Promise<AccountCaller | null> => {
    if (!isKeyText(credential)) return null
    const hash = keyHash(credential)
    const kept = verified.get(hash)
    if (kept !== null) return kept
    const keep = verified.beginLookup()
    const found = await store.findKey(hash)
    if (found === null || found.key.revokedAt !== null) return null
    const { key, account } = found
    const owner = { accountId: account.id, keyId: key.id }
    const caller: AccountCaller = { kind: 'account', ...owner, plan: account.plan }
    keep(hash, caller)
    const origin = { way: 'operation', address } as const
    audit.recordSeen({ action: 'key_used', ...owner, keyPrefix: key.prefix, origin })
    const nowMs = clock.now()
    if (key.lastUsedAt === null || nowMs - Date.parse(key.lastUsedAt) > LAST_USED_EVERY_MS) {
      await bookkeeping.note('the last use of a key', () => store.markUsed(key.id, rfc3339(nowMs)))
    }
    return caller
  }

  /** Returns the caller of a key that was looked up recently; null for other keys. */
  const known = (credential: string): AccountCaller | null =>
    looksLikeKey(credential) ? verified.get(keyHash(credential)) : null

  /** Creates another key for an account; returns null if the account has reached its key limit. */
  const add = async (request: NewKeyRequest): Promise<CreatedKey | null> => {
    const { apiKey, kept, limits } = newKey({ clock, random }, request)
    if (!(await store.addKey(kept, limits))) return null
    return { id: kept.id, name: kept.name, apiKey, prefix: kept.prefix, createdAt: kept.createdAt }
  }

  /** For the operator. Returns false if no account has the address. Takes effect for cached keys within `VERIFIED_MS`. */
  const setPlan = (email: string, plan: string): Promise<boolean> => {
    const facts = {
      action: 'plan_changed',
      atMs: clock.now(),
      origin: OPERATOR_ORIGIN,
      detail: plan,
    } as const
    return store.setPlan(normalizedEmail(email), plan, singleEvent(newId(random), facts))
  }

  return {
    /** For the operator: creates a key, and the account if the address has none. Rejects if the account has reached its key limit. */
    create: async ({ email, plan, name = null }: OperatorKeyRequest) => {
      const account = await store.accountFor({
        id: newId(random),
        email: normalizedEmail(email),
        plan: plan ?? defaultPlan,
        createdAt: rfc3339(clock.now()),
      })
      if (plan !== null) await setPlan(email, plan)
      const created = await add({ accountId: account.id, name, origin: OPERATOR_ORIGIN })
      if (created !== null) return created
      const { maxActive, maxNew } = KEY_LIMITS
      throw new Error(
        `${account.email} has ${maxActive} keys that are not revoked, or has made ${maxNew} in 24 hours, which is the limit.`,
      )
    },
    add,
    /** Returns the account with the email address, ignoring case; null if there is none. */
    requireAccount: (email: string) => store.findAccount(normalizedEmail(email)),
    /** Returns all keys of an account, newest first. */
    list: (accountId: string) => store.listKeys(accountId),
    setPlan,
    known,
    identify,
    /** Returns the time at which the key was revoked; null if the account has no such key. */
    revoke: async (accountId: string, keyId: string, origin: ActionOrigin) => {
      if (!isId(keyId)) return null
      const atMs = clock.now()
      const event = singleEvent(newId(random), { action: 'key_revoked', atMs, origin, accountId, keyId })
      const revokedAt = await store.revokeKey(accountId, keyId, rfc3339(atMs), event)
      verified.forget(keyId)
      return revokedAt
    },
  }
}

/** Addresses are compared without regard to case. */
const normalizedEmail = (email: string): string => email.trim().toLowerCase()

/** Writing the time at every call would cost more than the call. A time to the minute shows whether a key is in use. */
const LAST_USED_EVERY_MS = 60_000
