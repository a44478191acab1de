/**
 * Identifies callers by access tokens. A token gives the same caller as a key of the account, restricted to its scopes and its resource.
 */
import type { Clock } from '../../util/clock.ts'
import type { Audit } from '../audit/audit.ts'
import type { Bookkeeping } from '../bookkeeping.ts'
import type { AccountCaller } from '../caller.ts'
import { verifiedCallers } from '../caller-cache.ts'
import { tokenHash } from '../random-tokens.ts'
import type { FoundToken, OAuthStore } from './ports.ts'
import type { Resources } from './resources.ts'
import { readScopes } from './scopes.ts'

export type AccessTokens = ReturnType<typeof createAccessTokens>

interface AccessTokenOptions {
  readonly store: Pick<OAuthStore, 'findToken' | 'markGrantUsed'>
  readonly resources: Pick<Resources, 'pathOf'>
  readonly audit: Pick<Audit, 'recordSeen'>
  readonly bookkeeping: Bookkeeping
  readonly clock: Clock
}

/** 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/

/** Writing the time at every call would cost more than the call. */
const USED_EVERY_MS = 60_000

export const createAccessTokens = (options: AccessTokenOptions) => {
  const { store, resources, audit, bookkeeping, clock } = options
  const verified = verifiedCallers(clock)

  const noteUse = async (
    { grantId, clientName, accountId, grantUsedAtMs }: FoundToken,
    address: string | null,
  ) => {
    const origin = { way: 'operation', address } as const
    audit.recordSeen({ action: 'app_used', accountId, keyId: grantId, origin, detail: clientName })
    const nowMs = clock.now()
    if (grantUsedAtMs === null || nowMs - grantUsedAtMs > USED_EVERY_MS)
      await bookkeeping.note('the last use of an app', () => store.markGrantUsed(grantId, nowMs))
  }

  return {
    /** Returns the caller of a token that was looked up recently; null for other tokens. */
    known: (token: string) => (TOKEN.test(token) ? verified.get(tokenHash(token)) : null),
    /** Returns the caller of a token; `expired`, or null if it is malformed, unknown, revoked or for another service. */
    identify: async (token: string, address: string | null) => {
      if (!TOKEN.test(token)) return null
      const hash = tokenHash(token)
      const kept = verified.get(hash)
      if (kept !== null) return kept
      const keep = verified.beginLookup()
      const found = await store.findToken(hash)
      const resourcePath = resources.pathOf(String(found?.payload.aud))
      if (found === null || resourcePath === undefined) return null
      if (found.expiresAtMs <= clock.now()) return 'expired'
      const { accountId, grantId: keyId, plan, payload } = found
      const scopes = readScopes(String(payload.scope ?? ''))
      const caller: AccountCaller = {
        kind: 'account',
        accountId,
        keyId,
        plan,
        scopes,
        ...(resourcePath !== null && { resourcePath }),
      }
      keep(hash, caller)
      await noteUse(found, address)
      return caller
    },
    /** Call it after a revocation, so that this process refuses the tokens at once. */
    forget: () => verified.clear(),
  }
}
