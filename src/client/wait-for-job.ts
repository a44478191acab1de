/** Waits for the end of a job. */
import type { CallOperation } from './call.ts'
import { MetesJobCancelled, MetesProblem, MetesUnexpectedAnswer } from './errors.ts'
import type { Problem } from './operations.ts'
import type { JobOf, LongOperation, OutputOf, WaitOptions } from './types.ts'

/** Maximum wait of get_job; it answers sooner after a change. */
const WAIT_SECONDS = 20

export const waitForJob = async <Op extends LongOperation>(
  call: CallOperation,
  started: JobOf<Op>,
  { signal, onStep }: WaitOptions = {},
): Promise<OutputOf<Op>> => {
  let job = started
  let reported = 0
  for (;;) {
    for (const { text } of job.steps.slice(reported)) onStep?.(text)
    reported = job.steps.length
    if (job.state === 'done' && job.result !== null) return job.result
    if (job.state === 'failed' && job.problem !== null)
      throw new MetesProblem(job.problem as unknown as Problem)
    if (job.state === 'cancelled') throw new MetesJobCancelled(job.id)
    const { status, body } = await call('get_job', { id: job.id, wait: WAIT_SECONDS }, { signal })
    job = body as JobOf<Op>
    if (hasEnded(job) && job.result === null && job.problem === null && job.state !== 'cancelled')
      throw new MetesUnexpectedAnswer(status, `the job ${job.id} has ended without a result`)
  }
}

const hasEnded = ({ state }: { readonly state: string }): boolean => state !== 'queued' && state !== 'running'
