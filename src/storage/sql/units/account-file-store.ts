/** Expiring files of accounts over SQL. */
import { sql } from 'kysely'
import type { AccountFile, AccountFileStore, NoRoom } from '../../../platform/file-allowance.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { UnitTables } from './schema.ts'

export class SqlAccountFileStore implements AccountFileStore {
  readonly #db: OpenDatabase<UnitTables>

  constructor(db: OpenDatabase<UnitTables>) {
    this.#db = db
  }

  add(
    { accountId, key, bytes, expiresAtMs }: AccountFile,
    allowance: number | null,
    nowMs: number,
  ): Promise<NoRoom | null> {
    return this.#db.write(async (transaction) => {
      // Serializes concurrent writers of the same account, so that each sees the sum of the previous ones.
      await sql`
        insert into account_file_turn (account_id, turns) values (${accountId}, 1)
        on conflict (account_id) do update set turns = account_file_turn.turns + 1`.execute(transaction)
      await transaction
        .deleteFrom('account_file')
        .where('account_id', '=', accountId)
        .where('expires_at_ms', '<=', nowMs)
        .execute()
      const files = await transaction
        .selectFrom('account_file')
        .select(({ fn }) => [
          fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('used'),
          fn.min('expires_at_ms').as('next'),
        ])
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      const known = await transaction
        .selectFrom('account_file')
        .select('key')
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .executeTakeFirst()
      if (known !== undefined) return null
      const used = Number(files.used)
      if (allowance !== null && used + bytes > allowance) return { used, nextExpiryMs: files.next }
      await transaction
        .insertInto('account_file')
        .values({ account_id: accountId, key, bytes, expires_at_ms: expiresAtMs })
        .execute()
      return null
    })
  }

  async remove(accountId: string, key: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction
        .deleteFrom('account_file')
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .execute(),
    )
  }

  async sweep(nowMs: number): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('account_file').where('expires_at_ms', '<=', nowMs).execute(),
    )
  }
}
