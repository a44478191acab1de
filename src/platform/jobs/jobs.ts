/** Submits, finds, awaits and cancels jobs for their accounts. `runner.ts` runs them. */
import type { Clock } from '../../util/clock.ts'
import { type Random, randomId } from '../../util/random.ts'
import type { AccountCaller } from '../caller.ts'
import { unpackedAnswer } from '../idempotency/packed.ts'
import { hasEnded, type Job, type JobSpec } from './job.ts'
import { KEPT_MS, QUEUE_LIMITS } from './job-limits.ts'
import type { JobResources, JobStore } from './ports.ts'

/** The caller's part of a job spec; ids and times are added here. */
export interface JobRequest
  extends Pick<JobSpec, 'op' | 'input' | 'languages' | 'maxInlineBytes' | 'address' | 'requestId' | 'units'> {
  readonly caller: AccountCaller
}

export type Jobs = ReturnType<typeof createJobs>

interface JobsOptions {
  readonly store: JobStore
  readonly clock: Clock
  readonly random: Random
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
  /** Wakes the job runner. */
  readonly wake: () => void
}

/** Polling interval, because the job may run in another process. */
const LOOK_EVERY_MS = 250

export const createJobs = ({ store, clock, random, sleep, wake }: JobsOptions) => {
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
    submit: async ({ caller, ...request }: JobRequest, resources: JobResources) => {
      const { accountId, keyId, plan } = caller
      const id = `job_${randomId(random, ID_LETTERS)}`
      const order = { ...request, id, accountId, keyId, plan, createdAtMs: clock.now() }
      const result = await store.submit(order, resources, QUEUE_LIMITS)
      if (result !== 'submitted') return result
      wake()
      const job: Job = { ...order, ...JUST_SUBMITTED }
      return { job }
    },
    /** Returns null if the account has no such job. */
    find: (accountId: string, id: string) => store.find(accountId, id),
    /** Returns the answer of a completed job. */
    answer: async (accountId: string, id: string) => {
      const kept = await store.answer(accountId, id)
      return kept === null ? null : unpackedAnswer(kept)
    },
    /**
     * Resolves with the job at its next step, state change or end, at the latest after `seconds`. Rejects when the signal is
     * aborted.
     */
    watch: (job: Job, seconds: number, signal: AbortSignal) =>
      until(
        job,
        seconds,
        signal,
        (now) => hasEnded(now) || now.state !== job.state || now.steps.length > job.steps.length,
      ),
    /** Resolves with the job when it has ended, at the latest after `seconds`. */
    end: (job: Job, seconds: number, signal: AbortSignal) => until(job, seconds, signal, hasEnded),
    /** Cancels the job unless it has ended, and returns it. */
    cancel: async (accountId: string, id: string) => {
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
