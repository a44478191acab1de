/** Grants, tokens and clients of OAuth over SQL. */
import type { Selectable, Transaction } from 'kysely'
import type { AuditEvent } from '../../../platform/audit/event.ts'
import type {
  ClientMetadata,
  FoundToken,
  Grant,
  NewClient,
  NewGrant,
  OAuthRecord,
  OAuthStore,
  RecordKind,
  Shares,
} from '../../../platform/oauth/ports.ts'
import { readScopes } from '../../../platform/oauth/scopes.ts'
import type { OpenDatabase } from '../dialect.ts'
import { insertEvent } from './audit-store.ts'
import { keepClientShares, keepInteractionShares } from './oauth-shares.ts'
import type { AccountTables } from './schema.ts'

export class SqlOAuthStore implements OAuthStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  addGrant(grant: NewGrant, kept: number): Promise<void> {
    return this.#db.write((transaction) => insertGrant(transaction, grant, kept))
  }

  async findGrant(id: string): Promise<Grant | null> {
    const row = await this.#db.read
      .selectFrom('oauth_grant')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : storedGrantOf(row)
  }

  async listGrants(accountId: string, nowMs: number): Promise<readonly Grant[]> {
    const rows = await this.#db.read
      .selectFrom('oauth_grant')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('expires_at_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(storedGrantOf)
  }

  async markGrantUsed(id: string, atMs: number): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.updateTable('oauth_grant').set({ used_at_ms: atMs }).where('id', '=', id).execute(),
    )
  }

  removeGrant(id: string, event: AuditEvent): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      if ((await deleteGrants(transaction, [id])) === 0) return false
      await insertEvent(transaction, event)
      return true
    })
  }

  addInteraction(record: OAuthRecord, network: string, shares: Shares): Promise<void> {
    return this.#db.write(async (transaction) => {
      await transaction
        .insertInto('oauth_record')
        .values({ ...oauthRowOf(record), network })
        .execute()
      await keepInteractionShares(this.#db.dialect, transaction, network, shares)
    })
  }

  async putRecord(record: OAuthRecord): Promise<void> {
    const { kind, hash, ...changes } = oauthRowOf(record)
    await this.#db.write((transaction) =>
      transaction
        .insertInto('oauth_record')
        .values({ kind, hash, ...changes })
        .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(changes))
        .execute(),
    )
  }

  async findRecord(kind: RecordKind, hash: string): Promise<OAuthRecord | null> {
    const row = await this.#db.read
      .selectFrom('oauth_record')
      .selectAll()
      .where('kind', '=', kind)
      .where('hash', '=', hash)
      .executeTakeFirst()
    return row === undefined ? null : oauthRecordOf(row, kind)
  }

  useRecord(kind: RecordKind, hash: string, atMs: number): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('oauth_record')
        .set({ used_at_ms: atMs })
        .where('kind', '=', kind)
        .where('hash', '=', hash)
        .where('used_at_ms', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    })
  }

  async removeRecord(kind: RecordKind, hash: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('oauth_record').where('kind', '=', kind).where('hash', '=', hash).execute(),
    )
  }

  async removeRecordsOf(kind: RecordKind, grantId: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction
        .deleteFrom('oauth_record')
        .where('kind', '=', kind)
        .where('grant_id', '=', grantId)
        .execute(),
    )
  }

  // The index compares hashes: its timing reveals nothing that helps to guess a token.
  async findToken(hash: string): Promise<FoundToken | null> {
    const row = await this.#db.read
      .selectFrom('oauth_record')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_record.grant_id')
      .innerJoin('account', 'account.id', 'oauth_grant.account_id')
      .select([
        'oauth_record.payload',
        'oauth_record.expires_at_ms',
        'oauth_grant.id',
        'oauth_grant.used_at_ms',
      ])
      .select('oauth_grant.expires_at_ms as grant_expires_at_ms')
      .select(['oauth_grant.client_name', 'oauth_grant.account_id', 'account.plan'])
      .where('oauth_record.kind', '=', 'AccessToken')
      .where('oauth_record.hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      grantId: row.id,
      clientName: row.client_name,
      accountId: row.account_id,
      plan: row.plan,
      grantUsedAtMs: row.used_at_ms,
      payload: JSON.parse(row.payload),
      expiresAtMs: Math.min(row.expires_at_ms, row.grant_expires_at_ms),
    }
  }

  addClient({ id, metadata, createdAtMs, network }: NewClient, shares: Shares): Promise<void> {
    const row = { id, metadata: JSON.stringify(metadata), created_at_ms: createdAtMs, network }
    return this.#db.write(async (transaction) => {
      await transaction.insertInto('oauth_client').values(row).execute()
      await keepClientShares(this.#db.dialect, transaction, network, shares)
    })
  }

  async findClient(id: string): Promise<ClientMetadata | null> {
    const row = await this.#db.read
      .selectFrom('oauth_client')
      .select('metadata')
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : JSON.parse(row.metadata)
  }

  async sweep(times: Parameters<OAuthStore['sweep']>[0]): Promise<void> {
    const { nowMs, expiredBeforeMs, registeredBeforeMs } = times
    await this.#db.write(async (transaction) => {
      await transaction
        .deleteFrom('oauth_record')
        .where('kind', '=', 'Interaction')
        .where('expires_at_ms', '<', nowMs)
        .execute()
      await transaction.deleteFrom('oauth_record').where('expires_at_ms', '<', expiredBeforeMs).execute()
      await transaction.deleteFrom('oauth_grant').where('expires_at_ms', '<', expiredBeforeMs).execute()
      const granted = transaction.selectFrom('oauth_grant').select('client_id')
      await transaction
        .deleteFrom('oauth_client')
        .where('created_at_ms', '<', registeredBeforeMs)
        .where('id', 'not in', granted)
        .execute()
    })
  }
}

export const insertGrant = async (
  transaction: Transaction<AccountTables>,
  grant: NewGrant,
  kept: number,
): Promise<void> => {
  const older = await transaction
    .selectFrom('oauth_grant')
    .select('id')
    .where('account_id', '=', grant.accountId)
    .orderBy((row) => row.fn.coalesce('used_at_ms', 'created_at_ms'), 'desc')
    .orderBy('id')
    .execute()
  await deleteGrants(
    transaction,
    older.slice(kept - 1).map(({ id }) => id),
  )
  await transaction
    .insertInto('oauth_grant')
    .values({
      id: grant.id,
      account_id: grant.accountId,
      client_id: grant.clientId,
      client_name: grant.clientName,
      scopes: grant.scopes.join(' '),
      resources: grant.resources.join(' '),
      created_at_ms: grant.createdAtMs,
      used_at_ms: null,
      expires_at_ms: grant.expiresAtMs,
    })
    .execute()
  await insertEvent(transaction, grant.event)
}

/** Returns the number of deleted grants. */
const deleteGrants = async (
  transaction: Transaction<AccountTables>,
  ids: readonly string[],
): Promise<number> => {
  if (ids.length === 0) return 0
  await transaction.deleteFrom('oauth_record').where('grant_id', 'in', ids).execute()
  const { numDeletedRows } = await transaction
    .deleteFrom('oauth_grant')
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const storedGrantOf = (row: Selectable<AccountTables['oauth_grant']>): Grant => ({
  id: row.id,
  accountId: row.account_id,
  clientId: row.client_id,
  clientName: row.client_name,
  scopes: readScopes(row.scopes),
  resources: row.resources.split(' '),
  createdAtMs: row.created_at_ms,
  usedAtMs: row.used_at_ms,
  expiresAtMs: row.expires_at_ms,
})

const oauthRowOf = (record: OAuthRecord): Omit<Selectable<AccountTables['oauth_record']>, 'network'> => ({
  kind: record.kind,
  hash: record.hash,
  grant_id: record.grantId,
  payload: JSON.stringify(record.payload),
  expires_at_ms: record.expiresAtMs,
  used_at_ms: record.usedAtMs,
})

const oauthRecordOf = (row: Selectable<AccountTables['oauth_record']>, kind: RecordKind): OAuthRecord => ({
  kind,
  hash: row.hash,
  grantId: row.grant_id,
  payload: JSON.parse(row.payload),
  expiresAtMs: row.expires_at_ms,
  usedAtMs: row.used_at_ms,
})
