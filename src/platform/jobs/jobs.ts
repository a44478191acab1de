/** Jobs as their accounts see them: put into the queue, looked at, waited for, cancelled. `runner.ts` runs them. */
import type { Clock } from '../../util/clock.ts'
import { type Random, randomId } from '../../util/random.ts'
import type { Caller } from '../caller.ts'
import { type Answer, unpacked } from '../idempotency/packed.ts'
import { hasEnded, type Job, type JobSpec } from './job.ts'
import type { JobResources, JobStore, Submission } from './ports.ts'

/** What is asked for; the rest of the order is made here. */
export interface JobRequest
  extends Pick<JobSpec, 'op' | 'input' | 'languages' | 'address' | 'requestId' | 'units'> {
  readonly caller: Extract<Caller, { kind: 'account' }>
}

export interface Jobs {
  readonly submit: (
    request: JobRequest,
    resources: JobResources,
  ) => Promise<SubmittedJob | Exclude<Submission, 'submitted'>>
  /** Null when the account has no such job. */
  readonly find: (accountId: string, id: string) => Promise<Job | null>
  /** Of a job that is done. */
  readonly answer: (accountId: string, id: string) => Promise<Answer | null>
  /** The job when it has ended or told a further step, else after so long. Rejects when the signal is aborted. */
  readonly watch: (job: Job, seconds: number, signal: AbortSignal) => Promise<Job>
  /** The job when it has ended, else after so long. */
  readonly end: (job: Job, seconds: number, signal: AbortSignal) => Promise<Job>
  /** The job as it is then; one that has ended already stays as it is. */
  readonly cancel: (accountId: string, id: string) => Promise<Job | null>
}

export interface SubmittedJob {
  readonly job: Job
}

export interface JobsOptions {
  readonly store: JobStore
  readonly clock: Clock
  readonly random: Random
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
  /** Told that there is something to do. */
  readonly wake: () => void
}

/** Jobs of one account that wait or run, and of everybody that wait. */
export const QUEUE_LIMITS = { perAccount: 20, waiting: 1_000 }

/** How long an ended job can be looked at. */
export const KEPT_MS = 24 * 3_600_000

/** Whoever waits looks so often whether there is news: another process may have them. */
const LOOK_EVERY_MS = 250

export const createJobs = ({ store, clock, random, sleep, wake }: JobsOptions): Jobs => {
  const until = async (
    job: Job,
    seconds: number,
    signal: AbortSignal,
    isNews: (now: Job) => boolean,
  ): Promise<Job> => {
    const lastMs = clock.elapsedMs() + seconds * 1000
    let now = job
    while (!isNews(now) && clock.elapsedMs() < lastMs) {
      await sleep(LOOK_EVERY_MS, signal)
      now = (await store.find(job.accountId, job.id)) ?? now
    }
    return now
  }

  return {
    submit: async ({ caller, ...request }, resources) => {
      const { accountId, keyId, plan } = caller
      const id = `job_${randomId(random, ID_LETTERS)}`
      const order = { ...request, id, accountId, keyId, plan, createdAtMs: clock.now() }
      const result = await store.submit(order, resources, QUEUE_LIMITS)
      if (result !== 'submitted') return result
      wake()
      return { job: { ...order, ...JUST_SUBMITTED } }
    },
    find: (accountId, id) => store.find(accountId, id),
    answer: async (accountId, id) => {
      const kept = await store.answer(accountId, id)
      return kept === null ? null : unpacked(kept)
    },
    watch: (job, seconds, signal) =>
      until(
        job,
        seconds,
        signal,
        (now) => hasEnded(now) || now.state !== job.state || now.steps.length > job.steps.length,
      ),
    end: (job, seconds, signal) => until(job, seconds, signal, hasEnded),
    cancel: async (accountId, id) => {
      const atMs = clock.now()
      await store.cancel(accountId, id, { atMs, expiresAtMs: atMs + KEPT_MS })
      wake()
      return store.find(accountId, id)
    },
  }
}

const ID_LETTERS = 22

const JUST_SUBMITTED = {
  state: 'queued',
  steps: [],
  startedAtMs: null,
  finishedAtMs: null,
  expiresAtMs: null,
  problem: null,
} as const
