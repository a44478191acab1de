/** Accounts and keys over SQL. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AuditEvent } from '../../../platform/audit/event.ts'
import type { Account, ApiKey, KeyLimits, KeyStore, NewApiKey } from '../../../platform/ports.ts'
import type { OpenDatabase, SqlDialect } from '../dialect.ts'
import { insertEvent } from './audit-store.ts'
import type { AccountTables } from './schema.ts'

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
      return accountOfRow(row)
    })
  }

  async findAccount(email: string): Promise<Account | null> {
    const row = await this.#read
      .selectFrom('account')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst()
    return row === undefined ? null : accountOfRow(row)
  }

  setPlan(email: string, plan: string, event: AuditEvent): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const account = await transaction
        .selectFrom('account')
        .select(['id', 'plan'])
        .where('email', '=', email)
        .executeTakeFirst()
      if (account === undefined) return false
      if (account.plan === plan) return true
      await transaction.updateTable('account').set({ plan }).where('id', '=', account.id).execute()
      await insertEvent(transaction, { ...event, accountId: account.id })
      return true
    })
  }

  addKey(key: NewApiKey, limits: KeyLimits): Promise<boolean> {
    return this.#db.write((transaction) => insertKey(transaction, this.#db.dialect, key, limits))
  }

  // The index compares hashes: its timing reveals nothing that helps to guess a key.
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
    return { key: apiKeyOf(row), account: { id, email, plan, createdAt } }
  }

  async listKeys(accountId: string): Promise<readonly ApiKey[]> {
    const rows = await this.#read
      .selectFrom('api_key')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(apiKeyOf)
  }

  revokeKey(accountId: string, keyId: string, at: string, event: AuditEvent): Promise<string | null> {
    return this.#db.write(async (transaction) => {
      const revoked = await transaction
        .updateTable('api_key')
        .set({ revoked_at: at })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .returning('prefix')
        .executeTakeFirst()
      if (revoked !== undefined) {
        await insertEvent(transaction, { ...event, keyPrefix: revoked.prefix })
        return at
      }
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

/** Returns false, without any change, if the account has its maximum number of keys. */
export const insertKey = async (
  transaction: Transaction<AccountTables>,
  { forUpdate }: Pick<SqlDialect, 'forUpdate'>,
  key: NewApiKey,
  limits: KeyLimits,
): Promise<boolean> => {
  const { accountId } = key
  // Concurrent additions to the account wait here, and then count this key.
  await sql`select id from account where id = ${accountId} ${forUpdate}`.execute(transaction)
  const { active, fresh } = await transaction
    .selectFrom('api_key')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('revoked_at', 'is', null).as('active'),
      row.fn.countAll<number>().filterWhere('created_at', '>', limits.newAfter).as('fresh'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (active >= limits.maxActive || fresh >= limits.maxNew) return false
  await forgetRevoked(transaction, accountId, limits)
  await transaction.insertInto('api_key').values(newKeyRow(key)).execute()
  await insertEvent(transaction, key.event)
  return true
}

const forgetRevoked = async (
  transaction: Transaction<AccountTables>,
  accountId: string,
  { newAfter, keptRevoked }: KeyLimits,
): Promise<void> => {
  const kept = transaction
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is not', null)
    .orderBy('revoked_at', 'desc')
    .orderBy('id')
    .limit(keptRevoked)
  await transaction
    .deleteFrom('api_key')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is not', null)
    .where('created_at', '<=', newAfter)
    .where('id', 'not in', kept)
    .execute()
}

export const accountOfRow = (row: Selectable<AccountTables['account']>): Account => ({
  id: row.id,
  email: row.email,
  plan: row.plan,
  createdAt: row.created_at,
})

const newKeyRow = ({
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

const apiKeyOf = (row: Selectable<AccountTables['api_key']>): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  prefix: row.prefix,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})
