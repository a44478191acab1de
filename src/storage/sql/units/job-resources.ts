/**
 * Transfers the units and the idempotency key of a call to its job when the job is created, and releases them if it ends
 * without an answer.
 */
import { sql } from 'kysely'
import type { JobResources } from '../../../platform/jobs/ports.ts'
import { giveBackHolds, NotHeldError } from './holds.ts'
import type { UnitTransaction } from './schema.ts'

/** Owner of the holds of jobs, shared by all processes: see the migration. */
const OWNER_OF_JOBS = 'jobs'

/** Rolls the transaction back. */
export class KeyGoneError extends Error {}

/** Transfers the call's units and key to the job. @throws NotHeldError, KeyGoneError */
export const transfer = async (
  transaction: UnitTransaction,
  jobId: string,
  { holdId, idempotentCall }: JobResources,
): Promise<void> => {
  if (holdId !== null) {
    const taken = await sql`update unit_hold set owner = ${OWNER_OF_JOBS} where id = ${holdId}`.execute(
      transaction,
    )
    if (taken.numAffectedRows !== 1n) throw new NotHeldError(holdId)
  }
  if (idempotentCall === null) return
  const { numUpdatedRows } = await transaction
    .updateTable('keyedCall')
    .set({ jobId })
    .where('accountId', '=', idempotentCall.accountId)
    .where('key', '=', idempotentCall.key)
    .where('claim', '=', idempotentCall.claim)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new KeyGoneError(`Another call has the key ${idempotentCall.key}.`)
}

/** Releases the resources of jobs without an answer: refunds the units and frees the keys for another try. */
export const release = async (
  transaction: UnitTransaction,
  jobs: readonly { readonly id: string; readonly holdId: string | null }[],
): Promise<void> => {
  if (jobs.length === 0) return
  const ids = jobs.map(({ id }) => id)
  await transaction.deleteFrom('keyedCall').where('jobId', 'in', ids).execute()
  await giveBackHolds(
    transaction,
    jobs.flatMap(({ holdId }) => (holdId === null ? [] : [holdId])),
  )
}
