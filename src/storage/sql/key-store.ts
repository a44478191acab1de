/** Accounts and keys over SQL. */
import type { Kysely, Selectable } from 'kysely'
import type { Account, ApiKey, KeyStore, NewApiKey } from '../../platform/ports.ts'
import type { AccountTables } from './account-schema.ts'
import type { OpenDatabase } from './flavour.ts'

export class SqlKeyStore implements KeyStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  accountFor({ id, email, plan, createdAt }: Account): Promise<Account> {
    return this.#db.write(async (transaction) => {
      await transaction
        .insertInto('account')
        .values({ id, email, plan, created_at: createdAt, name: null, company: null, use_case: null })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute()
      const row = await transaction
        .selectFrom('account')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return accountOf(row)
    })
  }

  setPlan(email: string, plan: string): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('account')
        .set({ plan })
        .where('email', '=', email)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }

  async addKey(key: NewApiKey): Promise<void> {
    await this.#db.write((transaction) => transaction.insertInto('api_key').values(newKeyRow(key)).execute())
  }

  // The comparison is the index's, of hashes: its timing tells nothing from which a key could be guessed.
  async findKey(hash: string): Promise<{ readonly key: ApiKey; readonly account: Account } | null> {
    const row = await this.#read
      .selectFrom('api_key')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .selectAll('api_key')
      .select(['account.email', 'account.plan', 'account.created_at as account_created_at'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return null
    const { account_id: id, email, plan, account_created_at: createdAt } = row
    return { key: keyOf(row), account: { id, email, plan, createdAt } }
  }

  async listKeys(accountId: string): Promise<readonly ApiKey[]> {
    const rows = await this.#read
      .selectFrom('api_key')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(keyOf)
  }

  revokeKey(accountId: string, keyId: string, at: string): Promise<string | null> {
    return this.#db.write(async (transaction) => {
      await transaction
        .updateTable('api_key')
        .set({ revoked_at: at })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .execute()
      const row = await transaction
        .selectFrom('api_key')
        .select('revoked_at')
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row?.revoked_at ?? null
    })
  }

  async markUsed(keyId: string, at: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.updateTable('api_key').set({ last_used_at: at }).where('id', '=', keyId).execute(),
    )
  }

  get #read(): Kysely<AccountTables> {
    return this.#db.read
  }
}

export const accountOf = (row: Selectable<AccountTables['account']>): Account => ({
  id: row.id,
  email: row.email,
  plan: row.plan,
  createdAt: row.created_at,
})

export const newKeyRow = ({
  id,
  accountId,
  name,
  hash,
  prefix,
  createdAt,
}: NewApiKey): Selectable<AccountTables['api_key']> => ({
  id,
  account_id: accountId,
  name,
  hash,
  prefix,
  created_at: createdAt,
  last_used_at: null,
  revoked_at: null,
})

const keyOf = (row: Selectable<AccountTables['api_key']>): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  prefix: row.prefix,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})
