/** What sign-in needs from outside. Stores are checked by `test/contract/sign-in-store.ts` and `session-store.ts`. */

/** Somebody who has asked to be let in and has been sent a mail. Of the secrets only hashes are kept. */
export interface PendingSignIn {
  /** Of what only the browser holds that asked. */
  readonly browserHash: string
  /** Of what the link in the mail holds. */
  readonly linkHash: string
  /** Of the code in the mail. */
  readonly codeHash: string
  readonly email: string
  /** Path of the page to go on with. */
  readonly next: string
  readonly expiresAtMs: number
}

export type SignInTarget = Pick<PendingSignIn, 'email' | 'next'>

export interface WrongCode {
  readonly triesLeft: number
  /** Whom the right one would sign in; null where there is none that could be right. */
  readonly email: string | null
}

export interface SignInStore {
  add(signIn: PendingSignIn): Promise<void>
  /** What the link would open; null for one that is unknown, used or expired. */
  find(linkHash: string, nowMs: number): Promise<SignInTarget | null>
  /** As `find`, and uses it up: link and code open nothing any more. Of several at once one gets it. */
  redeemLink(linkHash: string, nowMs: number): Promise<SignInTarget | null>
  /** The same by the code. Each call is a try; after `maxTries` no code is right. */
  redeemCode(
    browserHash: string,
    codeHash: string,
    limits: { readonly nowMs: number; readonly maxTries: number },
  ): Promise<SignInTarget | WrongCode>
  /** Forgets those that expired before the time. */
  sweep(expiredBeforeMs: number): Promise<void>
}

/** A browser that somebody is signed in with. */
export interface Session {
  readonly id: string
  readonly accountId: string
  /** For forms that are shown to it. */
  readonly csrfToken: string
  /** What the browser calls itself; nobody has checked it. */
  readonly userAgent: string | null
  readonly createdAtMs: number
  /** To the hour. */
  readonly usedAtMs: number
  /** When it got the token that it has. */
  readonly renewedAtMs: number
}

export interface SessionStore {
  add(session: Session, tokenHash: string): Promise<void>
  /** By its token, or by the one before while that is good still. With whose it is. */
  find(
    tokenHash: string,
    previousUntilMs: number,
  ): Promise<{ readonly session: Session; readonly email: string; readonly isPrevious: boolean } | null>
  /** Another token takes the place of the one it has. False, and nothing has changed, when it has another one already. */
  renew(tokenHash: string, newTokenHash: string, nowMs: number): Promise<boolean>
  markUsed(id: string, nowMs: number): Promise<void>
  /** Of an account, those used after the time, the last used first. */
  list(accountId: string, usedAfterMs: number): Promise<readonly Session[]>
  end(accountId: string, id: string): Promise<void>
  endAll(accountId: string): Promise<void>
  /** Forgets those that were not used since the time. */
  sweep(usedBeforeMs: number): Promise<void>
}
