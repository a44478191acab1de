/**
 * Jobs over SQL, in the database of the units: a job's units are settled in the transaction that ends it. Each change
 * requires its starting state and claim, so that only one of several concurrent changes succeeds; a change that reads more
 * than one job locks the queue first.
 */
import { type Selectable, sql } from 'kysely'
import type { JobStore } from '../../../platform/jobs/ports.ts'
import { NotHeldError, spendHold } from './holds.ts'
import { KeyGoneError, release, transfer } from './job-resources.ts'
import type { UnitDatabase, UnitTables, UnitTransaction } from './schema.ts'

type JobRow = Selectable<UnitTables['job']>

export const createJobStore = ({ read, write, run }: UnitDatabase): JobStore => ({
  submit: async (order, resources, limits) => {
    const { holdId } = resources
    try {
      return await write(async (transaction) => {
        await lockQueue(transaction)
        const { open, waiting } = await counts(transaction, order.accountId)
        if (open >= limits.perAccount) return 'account_full'
        if (waiting >= limits.waiting) return 'queue_full'
        const row = {
          ...order,
          input: JSON.stringify(order.input),
          languages: JSON.stringify(order.languages),
          holdId,
          ...NEW,
        }
        await transaction.insertInto('job').values(row).execute()
        await transfer(transaction, order.id, resources)
        return 'submitted'
      })
    } catch (error) {
      if (error instanceof NotHeldError) return 'not_held'
      if (error instanceof KeyGoneError) return 'key_lost'
      throw error
    }
  },

  find: async (accountId, id) => {
    const row = await read
      .selectFrom('job')
      .select(ORDER)
      .select(['state', 'steps', 'startedAtMs', 'finishedAtMs', 'expiresAtMs', 'problem'])
      .where('id', '=', id)
      .where('accountId', '=', accountId)
      .executeTakeFirst()
    if (row === undefined) return null
    const { steps, problem, ...job } = row
    return {
      ...parsedJob(job),
      steps: JSON.parse(steps),
      problem: problem === null ? null : JSON.parse(problem),
    }
  },

  answer: async (accountId, id) => {
    const row = await read
      .selectFrom('job')
      .select(['mediaType', 'body'])
      .where('id', '=', id)
      .where('accountId', '=', accountId)
      .where('state', '=', 'done')
      .executeTakeFirst()
    return row?.mediaType == null || row.body === null ? null : { mediaType: row.mediaType, coded: row.body }
  },

  claim: async ({ claim, owner, nowMs, perAccount, isIdle }) => {
    // Runs every second, and usually nothing is waiting: then it takes no lock.
    const waiting = await read
      .selectFrom('job')
      .select('id')
      .where('state', '=', 'queued')
      .where((row) => row.or([row('notBeforeMs', '<=', nowMs), row('notBeforeMs', '>', nowMs + MAX_WAIT_MS)]))
      .limit(1)
      .execute()
    if (waiting.length === 0) return null
    return write(async (transaction) => {
      await lockQueue(transaction)
      const { rows } = await sql<Pick<JobRow, (typeof ORDER)[number] | 'tries'>>`
        with busy as (select account_id, count(*) as jobs from job where state = 'running' group by account_id)
        update job set
          state = 'running', owner = ${owner}, claim = ${claim}, tries = tries + 1, steps = '[]',
          started_at_ms = coalesce(started_at_ms, ${nowMs})
        where id = (
          select waiting.id from job as waiting left join busy on busy.account_id = waiting.account_id
          where waiting.state = 'queued'
            and (waiting.not_before_ms <= ${nowMs} or waiting.not_before_ms > ${nowMs + MAX_WAIT_MS})
            and coalesce(busy.jobs, 0) < ${perAccount}
          order by coalesce(busy.jobs, 0), waiting.created_at_ms, waiting.id
          limit 1
        ) ${isIdle ? sql`` : sql`and tries = 0`}
        returning ${sql.join(ORDER.map((column) => sql.ref(column)))}, tries`.execute(transaction)
      if (rows.length === 0) return null
      const { tries, ...order } = rows[0]
      return { order: parsedJob(order), isSuspect: tries > 1 }
    })
  },

  queue: async () => {
    const rows = await read
      .selectFrom('job')
      .select((row) => [
        'state',
        row.fn.countAll<number>().as('jobs'),
        row.fn.min<number>('createdAtMs').as('oldestMs'),
      ])
      .where('state', 'in', ['queued', 'running'])
      .groupBy('state')
      .execute()
    const queued = rows.find(({ state }) => state === 'queued')
    return {
      queued: queued?.jobs ?? 0,
      running: rows.find(({ state }) => state === 'running')?.jobs ?? 0,
      oldestQueuedMs: queued?.oldestMs ?? null,
    }
  },

  held: async (claims) => {
    const rows = await read
      .selectFrom('job')
      .select('claim')
      .where('state', '=', 'running')
      .where('claim', 'in', claims)
      .execute()
    return new Set(rows.flatMap(({ claim }) => (claim === null ? [] : [claim])))
  },

  recordSteps: (claim, steps) =>
    run((open) =>
      open
        .updateTable('job')
        .set({ steps: JSON.stringify(steps) })
        .where('claim', '=', claim)
        .where('state', '=', 'running'),
    ),

  end: (claim, end) => {
    const change =
      end.state === 'done'
        ? { mediaType: end.answer.mediaType, body: end.answer.coded }
        : { problem: JSON.stringify(end.problem) }
    return write(async (transaction) => {
      const ended = await transaction
        .updateTable('job')
        .set({ ...change, ...endedAt(end), state: end.state, steps: JSON.stringify(end.steps) })
        .where('claim', '=', claim)
        .where('state', '=', 'running')
        .returning(['id', 'holdId'])
        .executeTakeFirst()
      if (ended === undefined) return false
      if (end.state === 'failed') await release(transaction, [ended])
      else if (ended.holdId !== null) await spendHold(transaction, ended.holdId)
      return true
    })
  },

  release: (claim) =>
    run((open) =>
      open
        .updateTable('job')
        .set((row) => ({ state: 'queued', owner: null, claim: null, tries: row('tries', '-', 1) }))
        .where('claim', '=', claim)
        .where('state', '=', 'running'),
    ),

  cancel: (accountId, id, times) =>
    write(async (transaction) => {
      // Otherwise a process that has chosen the job would start it all the same.
      await lockQueue(transaction)
      const ended = await transaction
        .updateTable('job')
        .set({ ...endedAt(times), state: 'cancelled' })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .where('state', 'in', ['queued', 'running'])
        .returning(['id', 'holdId'])
        .execute()
      await release(transaction, ended)
    }),

  recover: async ({ maxCrashes, waitMs }, { problemOf, ...times }) => {
    const orphans = read
      .selectFrom('job')
      .select('id')
      .where('state', '=', 'running')
      .where(ORPHANED)
      .limit(1)
    if ((await orphans.execute()).length === 0) return { again: 0, failed: 0 }
    return write(async (transaction) => {
      await lockQueue(transaction)
      const rows = await transaction
        .selectFrom('job')
        .select([...ORDER, 'owner', 'crashes', 'holdId'])
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
        const notBeforeMs = times.atMs + waitMs(crashes)
        await change(transaction, row.id, { state: 'queued', owner: null, claim: null, crashes, notBeforeMs })
      }
      for (const { row, crashes } of failed) {
        const problem = JSON.stringify(problemOf(parsedJob(row)))
        await change(transaction, row.id, { ...endedAt(times), state: 'failed', crashes, problem })
      }
      await release(
        transaction,
        failed.map(({ row }) => row),
      )
      return { again: again.length, failed: failed.length }
    })
  },

  sweep: ({ nowMs, bytesPerAccount }) =>
    write(async (transaction) => {
      await transaction.deleteFrom('job').where('expiresAtMs', '<=', nowMs).execute()
      await sql`
        with aged as (
          select id, sum(length(body)) over (partition by account_id order by finished_at_ms desc, id) as bytes
          from job where body is not null
        )
        delete from job where id in (select id from aged where bytes > ${bytesPerAccount})`.execute(
        transaction,
      )
    }),
})

const NEW = { state: 'queued', tries: 0, crashes: 0, notBeforeMs: 0, steps: '[]' } as const

/** The columns of a `JobSpec`. */
const ORDER = [
  'id',
  'accountId',
  'keyId',
  'plan',
  'op',
  'input',
  'languages',
  'maxInlineBytes',
  'address',
  'requestId',
  'units',
  'createdAtMs',
] as const

/** Parses what is stored as JSON of a `JobSpec`. */
const parsedJob = <T extends Pick<JobRow, 'input' | 'languages'>>({ input, languages, ...row }: T) => ({
  ...row,
  input: JSON.parse(input) as unknown,
  languages: JSON.parse(languages) as readonly string[],
})

/** Jobs whose process has died. */
const ORPHANED = sql<boolean>`owner not in (select id from unit_owner)`

/** No job waits longer: it was put back before the clock was set back. */
const MAX_WAIT_MS = 600_000

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
  finishedAtMs: atMs,
  expiresAtMs,
  owner: null,
  claim: null,
})
