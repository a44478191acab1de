/** The audit trail over SQL. */
import type { Selectable, Transaction } from 'kysely'
import type { AuditEvent } from '../../../platform/audit/event.ts'
import type { AuditQuery, AuditRecord, AuditStore } from '../../../platform/audit/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { AuditTables } from './audit-schema.ts'
import type { AccountTables } from './schema.ts'

export class SqlAuditStore implements AuditStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  add(events: readonly AuditEvent[]): Promise<void> {
    return this.#db.write(async (transaction) => {
      // Write in one order everywhere, so that two processes that write the same rows cannot deadlock.
      const ordered = [...events].sort((a, b) => (a.id < b.id ? -1 : 1))
      for (const event of ordered) await insertEvent(transaction, event)
    })
  }

  async list({ accountId, keyPrefix, since, limit }: AuditQuery): Promise<readonly AuditRecord[]> {
    let query = this.#db.read
      .selectFrom('audit_event')
      .leftJoin('account', 'account.id', 'audit_event.account_id')
      .selectAll('audit_event')
      .select('account.email')
    if (accountId !== null) query = query.where('account_id', '=', accountId)
    if (keyPrefix !== null) query = query.where('key_prefix', '=', keyPrefix)
    if (since !== null) query = query.where('last_at', '>=', since)
    const rows = await query.orderBy('last_at', 'desc').orderBy('audit_event.id').limit(limit).execute()
    return rows.map((row) => ({ ...storedEventOf(row), email: row.email }))
  }

  async sweep(before: string): Promise<void> {
    await this.#db.writeOne((db) => db.deleteFrom('audit_event').where('last_at', '<', before).execute())
  }
}

/** Writes the entry in the transaction of the change, for stores that audit their changes. */
export const insertEvent = async (
  transaction: Transaction<AccountTables>,
  event: AuditEvent,
): Promise<void> => {
  await transaction
    .insertInto('audit_event')
    .values(auditRowOf(event))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((known) => ({
        last_at: known.ref('excluded.last_at'),
        count: known('audit_event.count', '+', known.ref('excluded.count')),
        network: known.ref('excluded.network'),
      })),
    )
    .execute()
}

type AuditRow = Selectable<AuditTables['audit_event']>

const auditRowOf = ({ accountId, keyId, keyPrefix, lastAt, ...same }: AuditEvent): AuditRow => ({
  ...same,
  last_at: lastAt,
  account_id: accountId,
  key_id: keyId,
  key_prefix: keyPrefix,
})

const storedEventOf = (row: AuditRow): AuditEvent => ({
  id: row.id,
  action: row.action,
  at: row.at,
  lastAt: row.last_at,
  count: row.count,
  accountId: row.account_id,
  keyId: row.key_id,
  keyPrefix: row.key_prefix,
  way: row.way,
  network: row.network,
  detail: row.detail,
})
