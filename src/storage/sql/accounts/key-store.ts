/** Accounts and keys over SQL. */
import { sql } from 'kysely'
import type { KeyLimits, KeyStore, NewApiKey } from '../../../platform/ports.ts'
import type { SqlDialect } from '../dialect.ts'
import { insertEvent } from './audit-store.ts'
import type { AccountDatabase, AccountTransaction } from './schema.ts'

export const createKeyStore = ({ read, write, run, dialect }: AccountDatabase): KeyStore => ({
  accountFor: ({ id, email, plan, createdAt }) =>
    write(async (transaction) => {
      await transaction
        .insertInto('account')
        .values({ id, email, plan, createdAt })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute()
      return transaction
        .selectFrom('account')
        .select(ACCOUNT)
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    }),

  findAccount: async (email) =>
    (await read.selectFrom('account').select(ACCOUNT).where('email', '=', email).executeTakeFirst()) ?? null,

  setPlan: (email, plan, event) =>
    write(async (transaction) => {
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
    }),

  addKey: (key, limits) => write((transaction) => insertKey(transaction, dialect, key, limits)),

  // The index compares hashes: its timing reveals nothing that helps to guess a key.
  findKey: async (hash) => {
    const row = await read
      .selectFrom('apiKey')
      .innerJoin('account', 'account.id', 'apiKey.accountId')
      .select(KEY)
      .select(['email', 'plan', 'account.createdAt as accountCreatedAt'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return null
    const { email, plan, accountCreatedAt: createdAt, ...key } = row
    return { key, account: { id: key.accountId, email, plan, createdAt } }
  },

  listKeys: (accountId) =>
    read
      .selectFrom('apiKey')
      .select(KEY)
      .where('accountId', '=', accountId)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute(),

  revokeKey: (accountId, keyId, at, event) =>
    write(async (transaction) => {
      const revoked = await transaction
        .updateTable('apiKey')
        .set({ revokedAt: at })
        .where('id', '=', keyId)
        .where('accountId', '=', accountId)
        .where('revokedAt', 'is', null)
        .returning('prefix')
        .executeTakeFirst()
      if (revoked !== undefined) {
        await insertEvent(transaction, { ...event, keyPrefix: revoked.prefix })
        return at
      }
      const row = await transaction
        .selectFrom('apiKey')
        .select('revokedAt')
        .where('id', '=', keyId)
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      return row?.revokedAt ?? null
    }),

  markUsed: (keyId, at) =>
    run((open) => open.updateTable('apiKey').set({ lastUsedAt: at }).where('id', '=', keyId)),
})

const ACCOUNT = ['id', 'email', 'plan', 'createdAt'] as const

const KEY = [
  'apiKey.id',
  'accountId',
  'apiKey.name',
  'prefix',
  'apiKey.createdAt',
  'lastUsedAt',
  'revokedAt',
] as const

/** Returns false, without any change, if the account has its maximum number of keys. */
export const insertKey = async (
  transaction: AccountTransaction,
  { forUpdate }: Pick<SqlDialect, 'forUpdate'>,
  { event, ...key }: NewApiKey,
  limits: KeyLimits,
): Promise<boolean> => {
  const { accountId } = key
  // Concurrent additions to the account wait here, and then count this key.
  await sql`select id from account where id = ${accountId} ${forUpdate}`.execute(transaction)
  const { active, fresh } = await transaction
    .selectFrom('apiKey')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('revokedAt', 'is', null).as('active'),
      row.fn.countAll<number>().filterWhere('createdAt', '>', limits.newAfter).as('fresh'),
    ])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  if (active >= limits.maxActive || fresh >= limits.maxNew) return false
  await forgetRevoked(transaction, accountId, limits)
  await transaction.insertInto('apiKey').values(key).execute()
  await insertEvent(transaction, event)
  return true
}

const forgetRevoked = async (
  transaction: AccountTransaction,
  accountId: string,
  { newAfter, keptRevoked }: KeyLimits,
): Promise<void> => {
  const kept = transaction
    .selectFrom('apiKey')
    .select('id')
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is not', null)
    .orderBy('revokedAt', 'desc')
    .orderBy('id')
    .limit(keptRevoked)
  await transaction
    .deleteFrom('apiKey')
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is not', null)
    .where('createdAt', '<=', newAfter)
    .where('id', 'not in', kept)
    .execute()
}
