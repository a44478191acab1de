/** Waits for the end of a job. */
import { MetesJobCancelled, MetesProblem, MetesUnexpectedAnswer } from './errors.ts'
import type { Job, Problem } from './operations.ts'
import { sleep } from './sleep.ts'
import type { JobOf, LongOperation, OperationMethods, OutputOf, WaitOptions } from './types.ts'

/** Maximum wait of get_job; it answers sooner after a change. */
const WAIT_SECONDS = 20
const DEFAULT_RETRY_AFTER_SECONDS = 1

export const waitForJob = async <Op extends LongOperation>(
  getJob: OperationMethods['getJob'],
  started: JobOf<Op>,
  { signal, onStep, onUpdate }: WaitOptions = {},
): Promise<OutputOf<Op>> => {
  let job: Job | JobOf<Op> = started
  let reported = 0
  for (;;) {
    onUpdate?.(job as Job)
    for (const { text } of job.steps.slice(reported)) onStep?.(text)
    reported = job.steps.length
    if (job.state === 'done' && job.result !== null) return job.result as OutputOf<Op>
    if (job.state === 'failed' && job.problem !== null)
      throw new MetesProblem(job.problem as unknown as Problem)
    if (job.state === 'cancelled') throw new MetesJobCancelled(job.id)
    job = await nextState(getJob, job.id, signal)
    if (hasEnded(job) && job.result === null && job.problem === null && job.state !== 'cancelled')
      throw new MetesUnexpectedAnswer(
        'the service',
        200,
        `says that the job ${job.id} has ended without a result`,
      )
  }
}

/** A limit of calls only delays the answer: the job runs on. */
const nextState = async (
  getJob: OperationMethods['getJob'],
  id: string,
  signal: AbortSignal | undefined,
): Promise<Job> => {
  for (;;) {
    try {
      return await getJob({ id, wait: WAIT_SECONDS }, { signal })
    } catch (error) {
      if (!(error instanceof MetesProblem) || error.code !== 'rate_limited') throw error
      await sleep(error.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS, signal)
    }
  }
}

const hasEnded = ({ state }: { readonly state: string }): boolean => state !== 'queued' && state !== 'running'
