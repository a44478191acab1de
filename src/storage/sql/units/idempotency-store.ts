/**
 * Calls with an Idempotency-Key over SQL, in the database of the units: an answer is stored and charged in one transaction.
 */
import { sql } from 'kysely'
import type { EarlierCall, IdempotencyStore, IdempotentCall } from '../../../platform/idempotency/ports.ts'
import { NotHeldError, spendHold } from './holds.ts'
import type { UnitDatabase, UnitTransaction } from './schema.ts'

export const createIdempotencyStore = ({ write, run }: UnitDatabase): IdempotencyStore => ({
  begin: (call) =>
    write(async (transaction) => {
      if (await take(transaction, call)) return 'begun'
      const row = await transaction
        .selectFrom('keyedCall')
        .select(['fingerprint', 'answered', 'mediaType', 'body', 'jobId'])
        .where('accountId', '=', call.accountId)
        .where('key', '=', call.key)
        .executeTakeFirst()
      // Between the two statements the call with the key may have failed and released it; the repeat is a moment too early.
      if (row === undefined) return running(call.fingerprint, null)
      const { fingerprint, answered, mediaType, body, jobId } = row
      if (answered === 0) return running(fingerprint, jobId)
      const answer = mediaType === null || body === null ? null : { mediaType, coded: body }
      return { fingerprint, state: answer === null ? 'spent' : 'answered', answer, jobId }
    }),

  keep: async (call, answer, holdId) => {
    try {
      return await write(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('keyedCall')
          .set({ answered: 1, mediaType: answer?.mediaType ?? null, body: answer?.coded ?? null })
          .where('accountId', '=', call.accountId)
          .where('key', '=', call.key)
          .where('claim', '=', call.claim)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return 'lost'
        if (holdId !== null && !(await spendHold(transaction, holdId))) throw new NotHeldError(holdId)
        return 'kept'
      })
    } catch (error) {
      if (error instanceof NotHeldError) return 'not_held'
      throw error
    }
  },

  forget: ({ accountId, key, claim }) =>
    run((open) =>
      open
        .deleteFrom('keyedCall')
        .where('accountId', '=', accountId)
        .where('key', '=', key)
        .where('claim', '=', claim)
        .where('answered', '=', 0)
        .where('jobId', 'is', null),
    ),

  sweep: ({ nowMs, bytesPerAccount }) =>
    write(async (transaction) => {
      await transaction.deleteFrom('keyedCall').where('expiresAtMs', '<=', nowMs).execute()
      await sql`
        with aged as (
          select account_id, key, sum(length(body)) over (
            partition by account_id order by created_at_ms desc, key
          ) as bytes
          from keyed_call where body is not null
        )
        update keyed_call set media_type = null, body = null
        where exists (
          select 1 from aged
          where aged.account_id = keyed_call.account_id and aged.key = keyed_call.key and aged.bytes > ${bytesPerAccount}
        )`.execute(transaction)
    }),
})

const running = (fingerprint: string, jobId: string | null): EarlierCall => ({
  fingerprint,
  state: 'running',
  answer: null,
  jobId,
})

/** Claims the key in one statement, so that only one of several concurrent calls gets it. */
const take = async (transaction: UnitTransaction, call: IdempotentCall): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into keyed_call (account_id, key, fingerprint, claim, owner, created_at_ms, expires_at_ms, answered)
    values (${call.accountId}, ${call.key}, ${call.fingerprint}, ${call.claim}, ${call.owner}, ${call.nowMs}, ${call.expiresAtMs}, 0)
    on conflict (account_id, key) do update set
      fingerprint = excluded.fingerprint, claim = excluded.claim, owner = excluded.owner,
      created_at_ms = excluded.created_at_ms, expires_at_ms = excluded.expires_at_ms,
      answered = 0, media_type = null, body = null, job_id = null
    where keyed_call.expires_at_ms <= ${call.nowMs}
      or (keyed_call.answered = 0 and keyed_call.job_id is null and keyed_call.owner not in (select id from unit_owner))`.execute(
    transaction,
  )
  return numAffectedRows === 1n
}
