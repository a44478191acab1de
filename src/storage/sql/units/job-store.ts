/**
 * Jobs over SQL, in the database of the units: a job's units are settled in the transaction that ends it. Each change
 * requires its starting state and claim, so that only one of several concurrent changes succeeds; a change that reads more
 * than one job locks the queue first.
 */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { KeptAnswer } from '../../../platform/idempotency/ports.ts'
import type { Job, JobSpec, JobStep } from '../../../platform/jobs/job.ts'
import type {
  ClaimedJob,
  CrashLimits,
  JobClaim,
  JobEnd,
  JobResources,
  JobStore,
  QueueLimits,
  SubmissionResult,
} from '../../../platform/jobs/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { NotHeldError, spendHold } from './holds.ts'
import { KeyGoneError, release, transfer } from './job-resources.ts'
import { type JobRow, jobOf, jobRowOf, orderOf } from './job-rows.ts'
import type { UnitTables } from './schema.ts'

type UnitTransaction = Transaction<UnitTables>

export class SqlJobStore implements JobStore {
  readonly #db: OpenDatabase<UnitTables>

  constructor(db: OpenDatabase<UnitTables>) {
    this.#db = db
  }

  async submit(order: JobSpec, resources: JobResources, limits: QueueLimits): Promise<SubmissionResult> {
    try {
      return await this.#db.write(async (transaction) => {
        await lockQueue(transaction)
        const { open, waiting } = await counts(transaction, order.accountId)
        if (open >= limits.perAccount) return 'account_full'
        if (waiting >= limits.waiting) return 'queue_full'
        await transaction.insertInto('job').values(jobRowOf(order, resources.holdId)).execute()
        await transfer(transaction, order.id, resources)
        return 'submitted'
      })
    } catch (error) {
      if (error instanceof NotHeldError) return 'not_held'
      if (error instanceof KeyGoneError) return 'key_lost'
      throw error
    }
  }

  async find(accountId: string, id: string): Promise<Job | null> {
    const row = await this.#db.read
      .selectFrom('job')
      .select(SEEN)
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row === undefined ? null : jobOf(row)
  }

  async answer(accountId: string, id: string): Promise<KeptAnswer | null> {
    const row = await this.#db.read
      .selectFrom('job')
      .select(['media_type', 'body'])
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('state', '=', 'done')
      .executeTakeFirst()
    return row?.media_type == null || row.body === null
      ? null
      : { mediaType: row.media_type, coded: row.body }
  }

  async claim({ claim, owner, nowMs, perAccount, isIdle }: JobClaim): Promise<ClaimedJob | null> {
    // Runs every second, and usually nothing is waiting: then it takes no lock.
    const waiting = await this.#db.read
      .selectFrom('job')
      .select('id')
      .where('state', '=', 'queued')
      .where('not_before_ms', '<=', nowMs)
      .limit(1)
      .execute()
    if (waiting.length === 0) return null
    return this.#db.write(async (transaction) => {
      await lockQueue(transaction)
      const { rows } = await sql<Selectable<UnitTables['job']>>`
        with busy as (select account_id, count(*) as jobs from job where state = 'running' group by account_id)
        update job set
          state = 'running', owner = ${owner}, claim = ${claim}, tries = tries + 1, steps = '[]',
          started_at_ms = coalesce(started_at_ms, ${nowMs})
        where id = (
          select waiting.id from job as waiting left join busy on busy.account_id = waiting.account_id
          where waiting.state = 'queued' and waiting.not_before_ms <= ${nowMs} and coalesce(busy.jobs, 0) < ${perAccount}
          order by coalesce(busy.jobs, 0), waiting.created_at_ms, waiting.id
          limit 1
        ) ${isIdle ? sql`` : sql`and tries = 0`}
        returning *`.execute(transaction)
      return rows.length === 0 ? null : { order: orderOf(rows[0]), isSuspect: rows[0].tries > 1 }
    })
  }

  async held(claims: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#db.read
      .selectFrom('job')
      .select('claim')
      .where('state', '=', 'running')
      .where('claim', 'in', claims)
      .execute()
    return new Set(rows.flatMap(({ claim }) => (claim === null ? [] : [claim])))
  }

  async recordSteps(claim: string, steps: readonly JobStep[]): Promise<void> {
    await this.#db.write((transaction) =>
      transaction
        .updateTable('job')
        .set({ steps: JSON.stringify(steps) })
        .where('claim', '=', claim)
        .where('state', '=', 'running')
        .execute(),
    )
  }

  end(claim: string, end: JobEnd): Promise<boolean> {
    const change =
      end.state === 'done'
        ? { media_type: end.answer.mediaType, body: end.answer.coded }
        : { problem: JSON.stringify(end.problem) }
    return this.#db.write(async (transaction) => {
      const ended = await transaction
        .updateTable('job')
        .set({ ...change, ...endedAt(end), state: end.state, steps: JSON.stringify(end.steps) })
        .where('claim', '=', claim)
        .where('state', '=', 'running')
        .returning(['id', 'hold_id'])
        .executeTakeFirst()
      if (ended === undefined) return false
      if (end.state === 'failed') await release(transaction, [ended])
      else if (ended.hold_id !== null) await spendHold(transaction, ended.hold_id)
      return true
    })
  }

  async release(claim: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction
        .updateTable('job')
        .set((row) => ({ state: 'queued', owner: null, claim: null, tries: row('tries', '-', 1) }))
        .where('claim', '=', claim)
        .where('state', '=', 'running')
        .execute(),
    )
  }

  async cancel(accountId: string, id: string, times: Parameters<JobStore['cancel']>[2]): Promise<void> {
    await this.#db.write(async (transaction) => {
      const ended = await transaction
        .updateTable('job')
        .set({ ...endedAt(times), state: 'cancelled' })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('state', 'in', ['queued', 'running'])
        .returning(['id', 'hold_id'])
        .execute()
      await release(transaction, ended)
    })
  }

  async recover(
    { maxCrashes, waitMs }: CrashLimits,
    { problemOf, ...times }: Parameters<JobStore['recover']>[1],
  ): Promise<{ again: number; failed: number }> {
    const orphans = this.#db.read
      .selectFrom('job')
      .select('id')
      .where('state', '=', 'running')
      .where(ORPHANED)
      .limit(1)
    if ((await orphans.execute()).length === 0) return { again: 0, failed: 0 }
    return this.#db.write(async (transaction) => {
      await lockQueue(transaction)
      const rows = await transaction
        .selectFrom('job')
        .selectAll()
        .where('state', '=', 'running')
        .where(ORPHANED)
        .execute()
      const byOwner = Map.groupBy(rows, ({ owner }) => owner)
      const jobs = rows.map((row) => ({
        row,
        crashes: row.crashes + (byOwner.get(row.owner)?.length === 1 ? 1 : 0),
      }))
      const [failed, again] = [
        jobs.filter(({ crashes }) => crashes >= maxCrashes),
        jobs.filter(({ crashes }) => crashes < maxCrashes),
      ]
      for (const { row, crashes } of again) {
        await change(transaction, row.id, {
          state: 'queued',
          owner: null,
          claim: null,
          crashes,
          not_before_ms: times.atMs + waitMs(crashes),
        })
      }
      for (const { row, crashes } of failed) {
        const problem = JSON.stringify(problemOf(orderOf(row)))
        await change(transaction, row.id, { ...endedAt(times), state: 'failed', crashes, problem })
      }
      await release(
        transaction,
        failed.map(({ row }) => row),
      )
      return { again: again.length, failed: failed.length }
    })
  }

  async sweep({ nowMs, bytesPerAccount }: Parameters<JobStore['sweep']>[0]): Promise<void> {
    await this.#db.write(async (transaction) => {
      await transaction.deleteFrom('job').where('expires_at_ms', '<=', nowMs).execute()
      await sql`
        with aged as (
          select id, sum(length(body)) over (partition by account_id order by finished_at_ms desc, id) as bytes
          from job where body is not null
        )
        delete from job where id in (select id from aged where bytes > ${bytesPerAccount})`.execute(
        transaction,
      )
    })
  }
}

/** All columns except the answer, which may be large. */
const SEEN = [
  'id',
  'account_id',
  'key_id',
  'plan',
  'op',
  'input',
  'languages',
  'max_inline_bytes',
  'address',
  'request_id',
  'units',
  'state',
  'steps',
  'created_at_ms',
  'started_at_ms',
  'finished_at_ms',
  'expires_at_ms',
  'problem',
] as const satisfies readonly (keyof JobRow)[]

/** Jobs whose process has died. */
const ORPHANED = sql<boolean>`owner not in (select id from unit_owner)`

const lockQueue = async (transaction: UnitTransaction): Promise<void> => {
  await sql`update job_turn set turns = turns + 1`.execute(transaction)
}

const counts = async (
  transaction: UnitTransaction,
  accountId: string,
): Promise<{ readonly open: number; readonly waiting: number }> => {
  const { rows } = await sql<{ open: number; waiting: number }>`
    select
      (select count(*) from job where account_id = ${accountId} and state in ('queued', 'running')) as open,
      (select count(*) from job where state = 'queued') as waiting`.execute(transaction)
  return rows[0]
}

const change = async (transaction: UnitTransaction, id: string, values: Partial<JobRow>): Promise<void> => {
  await transaction.updateTable('job').set(values).where('id', '=', id).execute()
}

const endedAt = ({ atMs, expiresAtMs }: { readonly atMs: number; readonly expiresAtMs: number }) => ({
  finished_at_ms: atMs,
  expires_at_ms: expiresAtMs,
  owner: null,
  claim: null,
})
