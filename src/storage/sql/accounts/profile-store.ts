/** Profiles of accounts over SQL. */
import type { Profile, ProfileStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { accountOfRow } from './key-store.ts'
import type { AccountTables } from './schema.ts'

export class SqlProfileStore implements ProfileStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  async find(accountId: string): ReturnType<ProfileStore['find']> {
    const row = await this.#db.read
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return {
      account: accountOfRow(row),
      profile: { name: row.name, company: row.company, useCase: row.use_case },
    }
  }

  async change(accountId: string, { name, company, useCase }: Partial<Profile>): Promise<void> {
    const named = Object.entries({ name, company, use_case: useCase }).filter(
      ([, value]) => value !== undefined,
    )
    if (named.length === 0) return
    await this.#db.write((transaction) =>
      transaction.updateTable('account').set(Object.fromEntries(named)).where('id', '=', accountId).execute(),
    )
  }
}
