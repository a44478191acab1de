/** Identifies callers by an API key, by the access token of an app, or by the token in the address of a feed. */

import type { Feeds } from './feeds/feeds.ts'
import type { Keys } from './keys.ts'
import type { AccessTokens } from './oauth/access-tokens.ts'

export type Identify = ReturnType<typeof createIdentify>

export const createIdentify = (
  keys: Pick<Keys, 'known' | 'identify'>,
  tokens: AccessTokens,
  feeds: Pick<Feeds, 'identify'>,
) => ({
  /** Returns the account of a recently verified key or token; null if it has to be looked up. */
  known: (credential: string) => keys.known(credential) ?? tokens.known(credential),
  /**
   * Returns the account of a key or token; `expired`, or null if it is malformed, unknown or revoked, or a token for another
   * service.
   */
  find: async (credential: string, address: string) =>
    (await keys.identify(credential, address)) ?? tokens.identify(credential, address),
  /** Returns the account of a feed; null if its token is malformed, unknown or revoked. */
  findFeed: feeds.identify,
})
