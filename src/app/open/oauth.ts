/** Opens OAuth: the access tokens of apps, which are valid at the public address of the service. */
import { createIdentify } from '../../platform/identify.ts'
import { createAccessTokens } from '../../platform/oauth/access-tokens.ts'
import { OAUTH_KEPT_MS } from '../../platform/oauth/lifetimes.ts'
import { resourcesAt } from '../../platform/oauth/resources.ts'
import type { AccountParts } from './accounts.ts'
import type { Opening } from './opening.ts'

/** Strangers can begin authorizations, so their rows are deleted soon after they expire. */
const SWEEP_EVERY_MS = 300_000

export const openOAuth = (
  { storage: { oauth }, clock }: Opening,
  { keys, feeds, audit, bookkeeping }: AccountParts,
) => {
  const sweep = async (): Promise<void> => {
    const nowMs = clock.now()
    await oauth.sweep({
      nowMs,
      expiredBeforeMs: nowMs - OAUTH_KEPT_MS.expiredToken,
      registeredBeforeMs: nowMs - OAUTH_KEPT_MS.unusedClient,
    })
  }
  return {
    oauth,
    identifyAt: (baseUrl: string) => {
      const resources = resourcesAt(baseUrl)
      const tokens = createAccessTokens({ store: oauth, resources, audit, bookkeeping, clock })
      return {
        identify: createIdentify(keys, tokens, feeds),
        /** Makes this process refuse revoked tokens at once. */
        forgetTokens: tokens.forget,
      }
    },
    chores: [{ name: 'OAuth: deleting expired tokens', everyMs: SWEEP_EVERY_MS, run: sweep }],
  }
}
