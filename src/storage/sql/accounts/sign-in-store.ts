/**
 * Sign-ins by mail over SQL. A redemption requires its starting state, so only one of several concurrent attempts succeeds.
 */
import type { PendingSignIn, SignInStore, SignInTarget } from '../../../platform/sign-in/ports.ts'
import { sameSecret } from '../../../util/same-secret.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { AccountTables } from './schema.ts'

export class SqlSignInStore implements SignInStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  async add(signIn: PendingSignIn): Promise<void> {
    const row = {
      browser_hash: signIn.browserHash,
      link_hash: signIn.linkHash,
      code_hash: signIn.codeHash,
      email: signIn.email,
      next: signIn.next,
      expires_at_ms: signIn.expiresAtMs,
      tries: 0,
      used: 0,
    }
    await this.#db.write((transaction) => transaction.insertInto('sign_in').values(row).execute())
  }

  async find(linkHash: string, nowMs: number): Promise<SignInTarget | null> {
    const row = await this.#db.read
      .selectFrom('sign_in')
      .select(['email', 'next'])
      .where('link_hash', '=', linkHash)
      .where('used', '=', 0)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst()
    return signInTargetOf(row)
  }

  redeemLink(linkHash: string, nowMs: number): Promise<SignInTarget | null> {
    return this.#db.write(async (transaction) => {
      const row = await transaction
        .updateTable('sign_in')
        .set({ used: 1 })
        .where('link_hash', '=', linkHash)
        .where('used', '=', 0)
        .where('expires_at_ms', '>', nowMs)
        .returning(['email', 'next'])
        .executeTakeFirst()
      return signInTargetOf(row)
    })
  }

  redeemCode(
    browserHash: string,
    codeHash: string,
    { nowMs, maxTries }: Parameters<SignInStore['redeemCode']>[2],
  ): ReturnType<SignInStore['redeemCode']> {
    return this.#db.write(async (transaction) => {
      // Counted before the comparison: the row stays locked until the end, so concurrent tries count separately.
      const tried = await transaction
        .updateTable('sign_in')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('browser_hash', '=', browserHash)
        .where('used', '=', 0)
        .where('expires_at_ms', '>', nowMs)
        .where('tries', '<', maxTries)
        .returning(['email', 'next', 'tries', 'code_hash'])
        .executeTakeFirst()
      if (tried === undefined) return { triesLeft: 0, email: null }
      if (!sameSecret(tried.code_hash, codeHash))
        return { triesLeft: maxTries - tried.tries, email: tried.email }
      await transaction
        .updateTable('sign_in')
        .set({ used: 1 })
        .where('browser_hash', '=', browserHash)
        .execute()
      return { email: tried.email, next: tried.next }
    })
  }

  async sweep(expiredBeforeMs: number): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('sign_in').where('expires_at_ms', '<', expiredBeforeMs).execute(),
    )
  }
}

const signInTargetOf = (row: SignInTarget | undefined): SignInTarget | null =>
  row === undefined ? null : { email: row.email, next: row.next }
