/** Store port of jobs. Adapters are checked by `test/contract/job-store.ts`. */
import type { IdempotentCall, KeptAnswer } from '../idempotency/ports.ts'
import type { Job, JobSpec, JobStep } from './job.ts'

/** Units and idempotency key that a call transfers to its job. */
export interface JobResources {
  readonly holdId: string | null
  readonly idempotentCall: Pick<IdempotentCall, 'accountId' | 'key' | 'claim'> | null
}

export interface QueueLimits {
  /** Queued and running jobs of one account. */
  readonly perAccount: number
  /** Queued jobs of all accounts. */
  readonly waiting: number
}

/** `not_held`, `key_lost`: the units or the key to transfer no longer exist, and nothing was changed. */
export type SubmissionResult = 'submitted' | 'account_full' | 'queue_full' | 'not_held' | 'key_lost'

export interface JobClaim {
  /** Unique per attempt. */
  readonly claim: string
  /** The process that runs it, as in `unit_owner`. */
  readonly owner: string
  readonly nowMs: number
  /** Concurrent jobs of one account, over all processes. */
  readonly perAccount: number
  /** The process runs no other job, so a suspect may run there. */
  readonly isIdle: boolean
}

export interface ClaimedJob {
  readonly order: JobSpec
  /** A process died while it ran this job: it must run alone, so that a further death tells more. */
  readonly isSuspect: boolean
}

/** How a job goes on whose process died. */
export interface CrashLimits {
  /** A job fails when this many processes died while they ran it and no other job. */
  readonly maxCrashes: number
  /** Returns the wait before the next start. */
  readonly waitMs: (crashes: number) => number
}

export type JobEnd = {
  readonly atMs: number
  readonly expiresAtMs: number
  readonly steps: readonly JobStep[]
} & (
  | { readonly state: 'done'; readonly answer: KeptAnswer }
  | { readonly state: 'failed'; readonly problem: Readonly<Record<string, unknown>> }
)

export interface QueueState {
  readonly queued: number
  readonly running: number
  readonly oldestQueuedMs: number | null
}

export interface JobStore {
  submit(order: JobSpec, resources: JobResources, limits: QueueLimits): Promise<SubmissionResult>
  /** Returns null if the account has no such job. */
  find(accountId: string, id: string): Promise<Job | null>
  /** Returns the answer of a completed job. */
  answer(accountId: string, id: string): Promise<KeptAnswer | null>
  /**
   * Claims the oldest queued job of the account with the fewest running jobs. If that is a suspect, returns null until the
   * process is idle.
   */
  claim(claim: JobClaim): Promise<ClaimedJob | null>
  /** Returns how many jobs wait and run, over all processes, and since when the oldest waits; null if none does. */
  queue(): Promise<QueueState>
  /** Returns the claims that still own their job. */
  held(claims: readonly string[]): Promise<ReadonlySet<string>>
  recordSteps(claim: string, steps: readonly JobStep[]): Promise<void>
  /**
   * Atomically ends the job and settles its units: spent if done, refunded if failed. Returns false if the claim no longer
   * owns the job.
   */
  end(claim: string, end: JobEnd): Promise<boolean>
  /** Puts the job back into the queue, as if it had not been started. */
  release(claim: string): Promise<void>
  /** Cancels a job that has not ended and refunds its units. */
  cancel(
    accountId: string,
    id: string,
    times: { readonly atMs: number; readonly expiresAtMs: number },
  ): Promise<void>
  /** Requeues the jobs of dead processes as suspects; one that crashed too often fails instead. Returns both counts. */
  recover(
    limits: CrashLimits,
    end: {
      readonly atMs: number
      readonly expiresAtMs: number
      problemOf(order: JobSpec): Readonly<Record<string, unknown>>
    },
  ): Promise<{ readonly again: number; readonly failed: number }>
  /** Deletes expired jobs, and each account's oldest ended jobs whose answers exceed `bytesPerAccount`. */
  sweep(limits: { readonly nowMs: number; readonly bytesPerAccount: number }): Promise<void>
}
