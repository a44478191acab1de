/** Waits for a call that a server answers later, tells its steps, and cancels it when the user interrupts. */
import { setTimeout } from 'node:timers/promises'
import type { Answer, Call, CallRequest, ProblemBody } from './call.ts'
import { CommandFailure } from './failure.ts'

/** What is read of the body of get_job. */
interface Job {
  readonly id: string
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly steps: readonly { readonly text: string }[]
  readonly result: unknown
  readonly problem: ProblemBody | null
}

/** The server answers sooner when there is news. */
const WAIT_SECONDS = 20
/** A server that cannot be asked to cancel is not waited for. */
const CANCEL_TIMEOUT_MS = 3_000

/** The answer that the call itself would have had. */
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
    let told = 0
    for (;;) {
      if (job.state === 'queued') request.progress?.('Waiting for its turn')
      for (const { text } of job.steps.slice(told)) request.progress?.(text)
      told = job.steps.length
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
