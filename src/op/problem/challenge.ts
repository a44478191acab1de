/** The WWW-Authenticate header of 401 and 403, and the sentences that it shares with the body. */
import type { ProblemFacts } from './problem-facts.ts'

/** The called resource, for the headers of a problem. */
export interface Realm {
  /** Address of the service. */
  readonly baseUrl: string
  /** Path of the protected resource, if it has its own metadata (RFC 9728 §3). */
  readonly resourcePath?: string
}

/** Sentences that say why a credential is needed, or was not accepted. */
export const CREDENTIAL_NEEDED: Readonly<
  Record<ProblemFacts['unauthorized']['reason'], (what: string) => string>
> = {
  missing: (what) =>
    `${what} needs an API key. Send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".`,
  missing_password: () =>
    'This address needs an API key. Enter it as the password of HTTP Basic, with any user name. The address of a feed needs no key; create either on your account page.',
  invalid: (what) => `The ${what} is malformed, unknown or revoked.`,
  expired: () => 'The access token has expired. Use the refresh token, or sign in again.',
  other_resource: () =>
    'The access token is for another resource of this service. Request a token for the resource that the metadata in WWW-Authenticate names, or one without a resource.',
  unnamed: (what) => `${what} needs an account. Set METES_API_KEY to a key of the account.`,
}

/** Sentence that says where callers get a key; null if a key is not what they lack. */
export const keySource = (
  reason: ProblemFacts['unauthorized']['reason'],
  { baseUrl }: Realm,
): string | null => (KEY_HELPS.has(reason) ? `Create a key at ${baseUrl}/account#keys.` : null)

const KEY_HELPS: ReadonlySet<ProblemFacts['unauthorized']['reason']> = new Set([
  'missing',
  'missing_password',
  'invalid',
])

/** Returns the challenge with the address of the metadata (RFC 9728 §5.1) and the other parameters of RFC 6750 §3. */
export const challenge = (
  { baseUrl, resourcePath = '' }: Realm,
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const all = {
    resource_metadata: `${baseUrl}/.well-known/oauth-protected-resource${resourcePath}`,
    ...parameters,
  }
  const written = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  return { 'WWW-Authenticate': `Bearer ${written.join(', ')}` }
}
