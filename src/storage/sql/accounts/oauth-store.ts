/** Grants, tokens and clients of OAuth over SQL. */
import type { Selectable } from 'kysely'
import type { Grant, NewGrant, OAuthRecord, OAuthStore } from '../../../platform/oauth/ports.ts'
import { readScopes } from '../../../platform/oauth/scopes.ts'
import { insertEvent } from './audit-store.ts'
import { INTERACTIONS, keepShares, UNUSED_CLIENTS } from './delete-oldest-oauth-records.ts'
import type { AccountDatabase, AccountTables, AccountTransaction } from './schema.ts'

export const createOAuthStore = ({ read, write, run, changes, dialect }: AccountDatabase): OAuthStore => ({
  addGrant: (grant, kept) => write((transaction) => insertGrant(transaction, grant, kept)),

  findGrant: async (id) => {
    const row = await read.selectFrom('oauthGrant').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : storedGrantOf(row)
  },

  listGrants: async (accountId, nowMs) => {
    const rows = await read
      .selectFrom('oauthGrant')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('expiresAtMs', '>', nowMs)
      .orderBy('createdAtMs', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(storedGrantOf)
  },

  markGrantUsed: (id, atMs) =>
    run((open) => open.updateTable('oauthGrant').set({ usedAtMs: atMs }).where('id', '=', id)),

  removeGrant: (id, event) =>
    write(async (transaction) => {
      if ((await deleteGrants(transaction, [id])) === 0) return false
      await insertEvent(transaction, event)
      return true
    }),

  addInteraction: (record, network, shares) =>
    write(async (transaction) => {
      await transaction
        .insertInto('oauthRecord')
        .values({ ...oauthRowOf(record), network })
        .execute()
      await keepShares(dialect, transaction, INTERACTIONS, network, shares)
    }),

  putRecord: (record) => {
    const { kind, hash, ...changed } = oauthRowOf(record)
    return run((open) =>
      open
        .insertInto('oauthRecord')
        .values({ kind, hash, ...changed })
        .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(changed)),
    )
  },

  findRecord: async (kind, hash) => {
    const row = await read
      .selectFrom('oauthRecord')
      .select(['hash', 'grantId', 'payload', 'expiresAtMs', 'usedAtMs'])
      .where('kind', '=', kind)
      .where('hash', '=', hash)
      .executeTakeFirst()
    return row === undefined ? null : { ...row, kind, payload: JSON.parse(row.payload) }
  },

  useRecord: (kind, hash, atMs) =>
    changes((open) =>
      open
        .updateTable('oauthRecord')
        .set({ usedAtMs: atMs })
        .where('kind', '=', kind)
        .where('hash', '=', hash)
        .where('usedAtMs', 'is', null),
    ),

  removeRecord: (kind, hash) =>
    run((open) => open.deleteFrom('oauthRecord').where('kind', '=', kind).where('hash', '=', hash)),

  removeRecordsOf: (kind, grantId) =>
    run((open) => open.deleteFrom('oauthRecord').where('kind', '=', kind).where('grantId', '=', grantId)),

  // The index compares hashes: its timing reveals nothing that helps to guess a token.
  findToken: async (hash) => {
    const row = await read
      .selectFrom('oauthRecord')
      .innerJoin('oauthGrant', 'oauthGrant.id', 'oauthRecord.grantId')
      .innerJoin('account', 'account.id', 'oauthGrant.accountId')
      .select(['payload', 'oauthRecord.expiresAtMs', 'oauthGrant.expiresAtMs as grantExpiresAtMs'])
      .select(['oauthGrant.id as grantId', 'oauthGrant.usedAtMs as grantUsedAtMs', 'clientName'])
      .select(['oauthGrant.accountId', 'plan'])
      .where('kind', '=', 'AccessToken')
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return null
    const { payload, expiresAtMs, grantExpiresAtMs, ...found } = row
    return {
      ...found,
      payload: JSON.parse(payload),
      expiresAtMs: Math.min(expiresAtMs, grantExpiresAtMs),
    }
  },

  addClient: ({ metadata, ...client }, shares) =>
    write(async (transaction) => {
      await transaction
        .insertInto('oauthClient')
        .values({ ...client, metadata: JSON.stringify(metadata) })
        .execute()
      await keepShares(dialect, transaction, UNUSED_CLIENTS, client.network, shares)
    }),

  findClient: async (id) => {
    const row = await read
      .selectFrom('oauthClient')
      .select('metadata')
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : JSON.parse(row.metadata)
  },

  sweep: ({ nowMs, expiredBeforeMs, registeredBeforeMs }) =>
    write(async (transaction) => {
      await transaction
        .deleteFrom('oauthRecord')
        .where('kind', '=', 'Interaction')
        .where('expiresAtMs', '<', nowMs)
        .execute()
      await transaction.deleteFrom('oauthRecord').where('expiresAtMs', '<', expiredBeforeMs).execute()
      await transaction.deleteFrom('oauthGrant').where('expiresAtMs', '<', expiredBeforeMs).execute()
      const granted = transaction.selectFrom('oauthGrant').select('clientId')
      await transaction
        .deleteFrom('oauthClient')
        .where('createdAtMs', '<', registeredBeforeMs)
        .where('id', 'not in', granted)
        .execute()
    }),
})

export const insertGrant = async (
  transaction: AccountTransaction,
  { event, ...grant }: NewGrant,
  kept: number,
): Promise<void> => {
  const older = await transaction
    .selectFrom('oauthGrant')
    .select('id')
    .where('accountId', '=', grant.accountId)
    .orderBy((row) => row.fn.coalesce('usedAtMs', 'createdAtMs'), 'desc')
    .orderBy('id')
    .execute()
  await deleteGrants(
    transaction,
    older.slice(kept - 1).map(({ id }) => id),
  )
  await transaction
    .insertInto('oauthGrant')
    .values({ ...grant, scopes: grant.scopes.join(' '), resources: grant.resources.join(' ') })
    .execute()
  await insertEvent(transaction, event)
}

/** Returns the number of deleted grants. */
const deleteGrants = async (transaction: AccountTransaction, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0
  await transaction.deleteFrom('oauthRecord').where('grantId', 'in', ids).execute()
  const { numDeletedRows } = await transaction
    .deleteFrom('oauthGrant')
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const storedGrantOf = (row: Selectable<AccountTables['oauthGrant']>): Grant => ({
  ...row,
  scopes: readScopes(row.scopes),
  resources: row.resources.split(' '),
})

const oauthRowOf = (record: OAuthRecord) => ({ ...record, payload: JSON.stringify(record.payload) })
