/** Waits for a job, reports its steps, and cancels it when the user interrupts. */
import {
  type Job,
  type JobOf,
  type LongOperation,
  MetesJobCancelled,
  MetesProblem,
  type Problem,
} from '../../client/index.ts'
import { waitForJob } from '../../client/wait-for-job.ts'
import type { CallAnswer, CallOperation, CallRequest } from './command-call.ts'
import { CommandFailure } from './command-failure.ts'
import { parsedAnswer } from './parsed-answer.ts'

/** Give up cancelling after this time. */
const CANCEL_TIMEOUT_MS = 3_000

/** Resolves with the answer of the original call. */
export const followJob = async (
  accepted: Uint8Array,
  { signal, progress }: CallRequest,
  call: CallOperation,
): Promise<CallAnswer> => {
  const job = parsedAnswer<JobOf<LongOperation>>(accepted)
  const getJob = async (input: object): Promise<Job> => {
    const answer = await call({ operation: 'get_job', input: { ...input }, signal })
    if (!answer.ok) throw new MetesProblem(answer.problem as Problem)
    return parsedAnswer(answer.bytes)
  }
  const onUpdate = ({ state }: Job): void => {
    if (state === 'queued') progress?.('Waiting in the queue')
  }
  try {
    const result = await waitForJob(getJob, job, { signal, onUpdate, onStep: progress })
    return { ok: true, bytes: Buffer.from(JSON.stringify(result)) }
  } catch (error) {
    if (signal.aborted) await cancel(job.id, call).catch(() => {})
    if (error instanceof MetesProblem) return { ok: false, problem: error.problem }
    if (error instanceof MetesJobCancelled)
      throw new CommandFailure(`The call was cancelled (${job.id}). Nothing was charged.`)
    throw error
  }
}

const cancel = (id: string, call: CallOperation): Promise<CallAnswer> =>
  call({
    operation: 'cancel_job',
    input: { id },
    signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS),
  })
