/** What jobs need from the store. Adapters are checked by `test/contract/job-store.ts`. */
import type { IdempotentCall, KeptAnswer } from '../idempotency/ports.ts'
import type { Job, JobSpec, JobStep } from './job.ts'

/** Units and idempotency key that a call transfers to its job. */
export interface JobResources {
  readonly holdId: string | null
  readonly keyedCall: Pick<IdempotentCall, 'accountId' | 'key' | 'claim'> | null
}

export interface QueueLimits {
  /** Jobs of one account that wait or run. */
  readonly perAccount: number
  /** Jobs of everybody that wait. */
  readonly waiting: number
}

/** `not_held`, `key_lost`: what should be handed over is not there any more; nothing has changed then. */
export type Submission = 'submitted' | 'account_full' | 'queue_full' | 'not_held' | 'key_lost'

export interface JobClaim {
  /** Of this try, and no other. */
  readonly claim: string
  /** The process that runs it: as `unit_owner` knows it. */
  readonly owner: string
  readonly nowMs: number
  /** Jobs of one account that run at once, in all processes together. */
  readonly perAccount: number
}

export type JobEnd = {
  readonly atMs: number
  readonly expiresAtMs: number
  readonly steps: readonly JobStep[]
} & (
  | { readonly state: 'done'; readonly answer: KeptAnswer }
  | { readonly state: 'failed'; readonly problem: Readonly<Record<string, unknown>> }
)

export interface JobStore {
  submit(order: JobSpec, resources: JobResources, limits: QueueLimits): Promise<Submission>
  /** Null when the account has no such job. */
  find(accountId: string, id: string): Promise<Job | null>
  /** The answer of a job that is done. */
  answer(accountId: string, id: string): Promise<KeptAnswer | null>
  /** Takes a job that waits: of the account with the fewest running ones the oldest. */
  claim(claim: JobClaim): Promise<JobSpec | null>
  /** Of these claims the ones whose job still is theirs. */
  held(claims: readonly string[]): Promise<ReadonlySet<string>>
  tell(claim: string, steps: readonly JobStep[]): Promise<void>
  /** Ends the job and settles its units, spent when it is done and given back when not, both or neither. False when it is not theirs any more. */
  end(claim: string, end: JobEnd): Promise<boolean>
  /** The job waits again, as if it had not been begun. */
  release(claim: string): Promise<void>
  /** A job that has not ended is cancelled, and its units are given back. */
  cancel(
    accountId: string,
    id: string,
    times: { readonly atMs: number; readonly expiresAtMs: number },
  ): Promise<void>
  /** Jobs of processes that have died wait again; those that were begun so many times are ended as failed. Gives how many each. */
  recover(
    tries: number,
    end: {
      readonly atMs: number
      readonly expiresAtMs: number
      problemOf(order: JobSpec): Readonly<Record<string, unknown>>
    },
  ): Promise<{ readonly again: number; readonly failed: number }>
  /** Forgets ended jobs that have expired, and of each account the oldest whose answers go beyond the bytes. */
  sweep(limits: { readonly nowMs: number; readonly bytesPerAccount: number }): Promise<void>
}
