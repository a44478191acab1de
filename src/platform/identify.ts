/** Identifies callers by an API key, by the access token of an app, or by the token in the address of a feed. */

import type { AccountCaller } from './caller.ts'
import type { Feeds } from './feeds/feeds.ts'
import type { Keys } from './keys.ts'
import type { AccessTokens } from './oauth/access-tokens.ts'

export interface Identify {
  /** Returns the account of a recently verified key or token; null if it has to be looked up. */
  readonly known: (credential: string) => AccountCaller | null
  /**
   * Returns the account of a key or token; `expired`, or null if it is malformed, unknown or revoked, or a token for another
   * service.
   */
  readonly find: (credential: string, address: string) => Promise<AccountCaller | 'expired' | null>
  /** Returns the account of a feed; null if its token is malformed, unknown or revoked. */
  readonly findFeed: (token: string, address: string) => Promise<AccountCaller | null>
}

export const createIdentify = (
  keys: Pick<Keys, 'known' | 'identify'>,
  tokens: AccessTokens,
  feeds: Pick<Feeds, 'identify'>,
): Identify => ({
  known: (credential) => keys.known(credential) ?? tokens.known(credential),
  find: async (credential, address) =>
    (await keys.identify(credential, address)) ?? tokens.identify(credential, address),
  findFeed: feeds.identify,
})
