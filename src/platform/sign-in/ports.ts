/** Ports of sign-in. Stores are checked by `test/contract/sign-in-store.ts` and `session-store.ts`. */

/** A requested sign-in whose mail was sent. Only hashes of the secrets are stored. */
export interface PendingSignIn {
  /** Hash of the token of the requesting browser. */
  readonly browserHash: string
  /** Hash of the token in the mail's link. */
  readonly linkHash: string
  /** Hash of the code in the mail. */
  readonly codeHash: string
  readonly email: string
  /** Path of the page to open after signing in. */
  readonly next: string
  readonly expiresAtMs: number
}

export type SignInTarget = Pick<PendingSignIn, 'email' | 'next'>

export interface WrongCode {
  readonly triesLeft: number
  /** Address that the right code would sign in; null if no sign-in is pending. */
  readonly email: string | null
}

export interface SignInStore {
  add(signIn: PendingSignIn): Promise<void>
  /** Returns the target of a link; null if the link is unknown, used or expired. */
  find(linkHash: string, nowMs: number): Promise<SignInTarget | null>
  /** Like `find`, and invalidates link and code. Of concurrent calls one succeeds. */
  redeemLink(linkHash: string, nowMs: number): Promise<SignInTarget | null>
  /** Like `redeemLink`, by the code. Each call counts as a try; after `maxTries` every code fails. */
  redeemCode(
    browserHash: string,
    codeHash: string,
    limits: { readonly nowMs: number; readonly maxTries: number },
  ): Promise<SignInTarget | WrongCode>
  /** Deletes sign-ins that expired before the time. */
  sweep(expiredBeforeMs: number): Promise<void>
}

/** A signed-in browser. */
export interface Session {
  readonly id: string
  readonly accountId: string
  /** The CSRF token of forms in this session. */
  readonly csrfToken: string
  /** The User-Agent header, unverified. */
  readonly userAgent: string | null
  readonly createdAtMs: number
  /** Accurate to the hour. */
  readonly usedAtMs: number
  /** Time at which it got its current token. */
  readonly renewedAtMs: number
}

export interface SessionStore {
  add(session: Session, tokenHash: string): Promise<void>
  /** Finds a session by its token, or by its previous one if that was replaced after `previousUntilMs`; with the account's address. */
  find(
    tokenHash: string,
    previousUntilMs: number,
  ): Promise<{ readonly session: Session; readonly email: string; readonly isPrevious: boolean } | null>
  /** Replaces the token. Returns false, without any change, if the session already has another token. */
  renew(tokenHash: string, newTokenHash: string, nowMs: number): Promise<boolean>
  markUsed(id: string, nowMs: number): Promise<void>
  /** Returns sessions of an account that were used after the time, most recently used first. */
  list(accountId: string, usedAfterMs: number): Promise<readonly Session[]>
  end(accountId: string, id: string): Promise<void>
  endAll(accountId: string): Promise<void>
  /** Deletes sessions that were not used since the time. */
  sweep(usedBeforeMs: number): Promise<void>
}
