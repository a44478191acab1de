/** Waits for a job on a server, reports its steps, and cancels it when the user interrupts. */
import { setTimeout } from 'node:timers/promises'
import type { Answer, Call, CallRequest, ProblemBody } from './call.ts'
import { CommandFailure } from './failure.ts'

/** Used members of get_job's body. */
interface Job {
  readonly id: string
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly steps: readonly { readonly text: string }[]
  readonly result: unknown
  readonly problem: ProblemBody | null
}

/** Maximum wait of one poll; the server answers sooner after a change. */
const WAIT_SECONDS = 20
/** Give up cancelling after this time. */
const CANCEL_TIMEOUT_MS = 3_000

/** Resolves with the answer of the original call. */
export const followJob = async (accepted: Uint8Array, request: CallRequest, call: Call): Promise<Answer> => {
  const first = jobIn(accepted)
  const about = (operation: string, input: object, signal: AbortSignal): CallRequest => ({
    operation,
    input: { id: first.id, ...input },
    languages: [],
    signal,
  })
  try {
    let job = first
    let reported = 0
    for (;;) {
      if (job.state === 'queued') request.progress?.('Waiting in the queue')
      for (const { text } of job.steps.slice(reported)) request.progress?.(text)
      reported = job.steps.length
      const answer = answerOf(job)
      if (answer !== null) return answer
      const looked = await call(about('get_job', { wait: WAIT_SECONDS }, request.signal))
      if (looked.ok) job = jobIn(looked.bytes)
      else if (looked.problem.code !== 'rate_limited') return looked
      else await setTimeout((looked.problem.retry_after ?? 1) * 1000, undefined, { signal: request.signal })
    }
  } catch (error) {
    if (request.signal.aborted)
      await call(about('cancel_job', {}, AbortSignal.timeout(CANCEL_TIMEOUT_MS))).catch(() => {})
    throw error
  }
}

const jobIn = (bytes: Uint8Array): Job => JSON.parse(new TextDecoder().decode(bytes)) as Job

const answerOf = ({ id, state, result, problem }: Job): Answer | null => {
  switch (state) {
    case 'done':
      return { ok: true, bytes: Buffer.from(JSON.stringify(result)) }
    case 'failed':
      return { ok: false, problem: problem ?? { title: 'The call failed' } }
    case 'cancelled':
      throw new CommandFailure(`The call was cancelled (${id}). Nothing was charged.`)
    case 'queued':
    case 'running':
      return null
  }
}
