/** The audit trail over SQL. */
import type { AuditEvent } from '../../../platform/audit/event.ts'
import type { AuditStore } from '../../../platform/audit/ports.ts'
import type { AccountDatabase, AccountTransaction } from './schema.ts'

export const createAuditStore = ({ read, write, run }: AccountDatabase): AuditStore => ({
  add: (events) =>
    write(async (transaction) => {
      // Write in one order everywhere, so that two processes that write the same rows cannot deadlock.
      const ordered = [...events].sort((a, b) => (a.id < b.id ? -1 : 1))
      for (const event of ordered) await insertEvent(transaction, event)
    }),

  list: ({ accountId, keyPrefix, since, limit }) => {
    let query = read
      .selectFrom('auditEvent')
      .leftJoin('account', 'account.id', 'auditEvent.accountId')
      .selectAll('auditEvent')
      .select('account.email')
    if (accountId !== null) query = query.where('accountId', '=', accountId)
    if (keyPrefix !== null) query = query.where('keyPrefix', '=', keyPrefix)
    if (since !== null) query = query.where('lastAt', '>=', since)
    return query.orderBy('lastAt', 'desc').orderBy('auditEvent.id').limit(limit).execute()
  },

  sweep: (before) => run((open) => open.deleteFrom('auditEvent').where('lastAt', '<', before)),
})

/** Writes the entry in the transaction of the change, for stores that audit their changes. */
export const insertEvent = async (transaction: AccountTransaction, event: AuditEvent): Promise<void> => {
  await transaction
    .insertInto('auditEvent')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((known) => ({
        lastAt: known.ref('excluded.lastAt'),
        count: known('auditEvent.count', '+', known.ref('excluded.count')),
        network: known.ref('excluded.network'),
      })),
    )
    .execute()
}
