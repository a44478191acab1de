/** Tables of sign-ins by mail and of sessions. `migrations/sign-in.ts` creates them. All hashes are SHA-256, hexadecimal. */

export interface SignInTables {
  sign_in: {
    browser_hash: string
    link_hash: string
    code_hash: string
    email: string
    next: string
    expires_at_ms: number
    /** Number of codes tried. */
    tries: number
    /** 1 after a successful sign-in. */
    used: number
  }
  session: {
    id: string
    account_id: string
    token_hash: string
    /** The previous token, valid for a moment after `renewed_at_ms`. */
    previous_hash: string | null
    csrf_token: string
    user_agent: string | null
    created_at_ms: number
    used_at_ms: number
    renewed_at_ms: number
  }
}
