/** Tables of OAuth, the same in both databases. `migrations/oauth.ts` and `migrations/oauth-audience.ts` create them. */
import type { Generated } from 'kysely'

export interface OAuthTables {
  /** Clients that registered themselves. */
  oauth_client: {
    id: string
    /** JSON. */
    metadata: string
    created_at_ms: number
    /** Network from which it registered, coarse; empty if unknown. */
    network: Generated<string>
  }
  /** Grants of people to apps. */
  oauth_grant: {
    id: string
    account_id: string
    client_id: string
    client_name: string | null
    /** Separated by spaces, as in OAuth. */
    scopes: string
    resources: string
    created_at_ms: number
    used_at_ms: number | null
    expires_at_ms: number
  }
  /** Tokens, codes and authorizations in progress. */
  oauth_record: {
    kind: string
    /** SHA-256 of the secret, hexadecimal: the secret itself is not stored. */
    hash: string
    /** Not a foreign key: a grant may be revoked while its next token is being written. */
    grant_id: string | null
    /** JSON, without the secret. */
    payload: string
    expires_at_ms: number
    used_at_ms: number | null
    /** Network that began an authorization, coarse; empty for tokens and codes. */
    network: Generated<string>
  }
}
