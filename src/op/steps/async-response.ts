/** Asynchronous responses (`Prefer: respond-async`, RFC 7240): turns a call into a job, and a job into an answer. */
import { hasEnded, type Job } from '../../platform/jobs/job.ts'
import { QUEUE_LIMITS } from '../../platform/jobs/job-limits.ts'
import type { JobRequest, Jobs } from '../../platform/jobs/jobs.ts'
import { type Problem, problem, problemOfBody } from '../problem/problem.ts'
import { EncodedBody } from '../response/encoded-body.ts'
import { type Charge, settle, withReservedUnits } from './billing.ts'
import { keyStillRunning } from './idempotency.ts'

/** Queues the call as a job and transfers its units and idempotency key to the job. */
export const submitJob = (jobs: Jobs, request: JobRequest, charge: Charge): Promise<Job> =>
  withReservedUnits(charge, async (reservation) => {
    let submitted: Job | null = null
    await settle(reservation, async (holdId) => {
      const result = await jobs.submit(request, { holdId, idempotentCall: charge.first })
      if (result === 'not_held') return false
      if (typeof result === 'string') throw submissionRefusal(result, charge)
      submitted = result.job
      return true
    })
    if (submitted === null) throw new Error('The job queue did not accept a job without units.')
    return submitted
  })

const RETRY_AFTER_SECONDS = 10

const submissionRefusal = (
  reason: 'account_full' | 'queue_full' | 'key_lost',
  { first }: Charge,
): Problem => {
  switch (reason) {
    case 'account_full':
      return problem('rate_limited', {
        jobs: QUEUE_LIMITS.perAccount,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    case 'queue_full':
      return problem('overloaded', { reason: 'too_many_jobs', retryAfterSeconds: RETRY_AFTER_SECONDS })
    case 'key_lost':
      return keyStillRunning(first?.key ?? '')
  }
}

/**
 * Returns the answer of the job if it ends within `waitSeconds`, or else the job. @throws Problem if the job failed or was
 * cancelled
 */
export const answerOrJob = async (
  jobs: Jobs,
  job: Job,
  waitSeconds: number,
  signal: () => AbortSignal,
): Promise<EncodedBody | Job> => {
  const now = waitSeconds > 0 && !hasEnded(job) ? await jobs.end(job, waitSeconds, signal()) : job
  switch (now.state) {
    case 'done':
      return resultOf(jobs, now)
    case 'failed':
      throw problemOfBody(now.problem ?? {})
    case 'cancelled':
      throw problem('cancelled', {})
    case 'queued':
    case 'running':
      return now
  }
}

/** Returns the answer of a completed job. */
export const resultOf = async (jobs: Pick<Jobs, 'answer'>, { accountId, id }: Job): Promise<EncodedBody> => {
  const answer = await jobs.answer(accountId, id)
  if (answer === null) throw problem('not_found', { what: 'job', id })
  return new EncodedBody(answer.bytes, answer.mediaType)
}
