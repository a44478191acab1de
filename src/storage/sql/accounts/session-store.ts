/** Browser sessions over SQL. */
import type { Selectable } from 'kysely'
import type { Session, SessionStore } from '../../../platform/sign-in/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { AccountTables } from './schema.ts'

export class SqlSessionStore implements SessionStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  async add(session: Session, tokenHash: string): Promise<void> {
    const row = {
      id: session.id,
      account_id: session.accountId,
      token_hash: tokenHash,
      previous_hash: null,
      csrf_token: session.csrfToken,
      user_agent: session.userAgent,
      created_at_ms: session.createdAtMs,
      used_at_ms: session.usedAtMs,
      renewed_at_ms: session.renewedAtMs,
    }
    await this.#db.write((transaction) => transaction.insertInto('session').values(row).execute())
  }

  async find(tokenHash: string, previousUntilMs: number): ReturnType<SessionStore['find']> {
    const row = await this.#db.read
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .selectAll('session')
      .select('account.email')
      .where((is) =>
        is.or([
          is('token_hash', '=', tokenHash),
          is.and([is('previous_hash', '=', tokenHash), is('renewed_at_ms', '>', previousUntilMs)]),
        ]),
      )
      .executeTakeFirst()
    if (row === undefined) return null
    return { session: sessionOf(row), email: row.email, isPrevious: row.token_hash !== tokenHash }
  }

  renew(tokenHash: string, newTokenHash: string, nowMs: number): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('session')
        .set({ token_hash: newTokenHash, previous_hash: tokenHash, renewed_at_ms: nowMs })
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    })
  }

  async markUsed(id: string, nowMs: number): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.updateTable('session').set({ used_at_ms: nowMs }).where('id', '=', id).execute(),
    )
  }

  async list(accountId: string, usedAfterMs: number): Promise<readonly Session[]> {
    const rows = await this.#db.read
      .selectFrom('session')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('used_at_ms', '>', usedAfterMs)
      .orderBy('used_at_ms', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(sessionOf)
  }

  async end(accountId: string, id: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('session').where('account_id', '=', accountId).where('id', '=', id).execute(),
    )
  }

  async endAll(accountId: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('session').where('account_id', '=', accountId).execute(),
    )
  }

  async sweep(usedBeforeMs: number): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('session').where('used_at_ms', '<', usedBeforeMs).execute(),
    )
  }
}

const sessionOf = (row: Selectable<AccountTables['session']>): Session => ({
  id: row.id,
  accountId: row.account_id,
  csrfToken: row.csrf_token,
  userAgent: row.user_agent,
  createdAtMs: row.created_at_ms,
  usedAtMs: row.used_at_ms,
  renewedAtMs: row.renewed_at_ms,
})
