/** Expiring files of accounts over SQL. */
import { sql } from 'kysely'
import type { AccountFileStore } from '../../../platform/file-allowance.ts'
import type { UnitDatabase } from './schema.ts'

export const createAccountFileStore = ({ write, run }: UnitDatabase): AccountFileStore => ({
  add: (file, allowance, nowMs) =>
    write(async (transaction) => {
      const { accountId, key, bytes } = file
      // Serializes concurrent writers of the same account, so that each sees the sum of the previous ones.
      await sql`
        insert into account_file_turn (account_id, turns) values (${accountId}, 1)
        on conflict (account_id) do update set turns = account_file_turn.turns + 1`.execute(transaction)
      await transaction
        .deleteFrom('accountFile')
        .where('accountId', '=', accountId)
        .where('expiresAtMs', '<=', nowMs)
        .execute()
      const files = await transaction
        .selectFrom('accountFile')
        .select(({ fn }) => [
          fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('used'),
          fn.min('expiresAtMs').as('next'),
        ])
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
      const known = await transaction
        .selectFrom('accountFile')
        .select('key')
        .where('accountId', '=', accountId)
        .where('key', '=', key)
        .executeTakeFirst()
      if (known !== undefined) return null
      const used = Number(files.used)
      if (allowance !== null && used + bytes > allowance) return { used, nextExpiryMs: files.next }
      await transaction.insertInto('accountFile').values(file).execute()
      return null
    }),

  remove: (accountId, key) =>
    run((open) => open.deleteFrom('accountFile').where('accountId', '=', accountId).where('key', '=', key)),

  sweep: (nowMs) => run((open) => open.deleteFrom('accountFile').where('expiresAtMs', '<=', nowMs)),
})
