/** Calls operations for the sender of an HTTP request, with its account and limits. Long calls of accounts run as jobs. */
import type { Admitted } from '../../../op/admit-message.ts'
import type { AsyncPreference, Outcome } from '../../../op/call.ts'
import type { AnyOp } from '../../../op/define.ts'
import { problemBody } from '../../../op/problem/problem.ts'
import { RawInput } from '../../../op/raw-input.ts'
import { answerBody } from '../../../op/response/encoded-body.ts'
import type { CallAnswer, CallOperation, CallRequest } from '../../client/command-call.ts'
import { followJob } from '../../client/follow-job.ts'
import type { HttpRequest } from '../../http/message.ts'
import type { OperationRunner } from '../../http/run-operation.ts'

export interface CallerCallParts extends Omit<OperationRunner, 'transport'> {
  readonly ops: readonly AnyOp[]
}

/** Time after which a call becomes a job, which survives this process. */
const AS_JOB: AsyncPreference = { waitSeconds: 1 }

export const callerCall = (
  parts: CallerCallParts,
  request: HttpRequest,
  { rateLimit }: Pick<Admitted, 'rateLimit'>,
): CallOperation => {
  // The message is counted as its first call.
  let counted: Admitted['rateLimit'] | undefined = rateLimit
  const run = async (asked: CallRequest, asyncPreference?: AsyncPreference): Promise<Outcome> => {
    const op = parts.ops.find(({ name }) => name === asked.operation)
    if (op === undefined) throw new Error(`There is no operation ${asked.operation}.`)
    const countedNow = counted
    counted = undefined
    return parts.execute({
      op,
      transport: 'mcp',
      readInput: () => new RawInput(op, asked.input),
      from: request.origin,
      counted: countedNow,
      requestId: request.requestId,
      languages: asked.languages ?? [],
      signal: () => asked.signal,
      progress: asked.progress,
      maxInlineBytes: asked.maxInlineBytes,
      asyncPreference,
    })
  }
  const answered = (operation: string, outcome: Outcome): CallAnswer => {
    if (outcome.ok) return { ok: true, bytes: answerBody(outcome.output).bytes }
    const { requestId } = request
    const { problem: failure } = outcome
    if (failure.status >= 500)
      parts.log.error({ requestId, op: operation, error: failure.cause ?? failure }, failure.title)
    return { ok: false, problem: { ...problemBody(failure, { requestId, baseUrl: parts.baseUrl }) } }
  }
  return async (asked) => {
    const outcome = await run(asked, asked.long === true ? AS_JOB : undefined)
    const answer = answered(asked.operation, outcome)
    if (!answer.ok || !outcome.ok || outcome.jobId === null) return answer
    return followJob(answer.bytes, asked, async (about) => {
      const outcome = await run(about)
      // Tells followJob to cancel the job.
      about.signal.throwIfAborted()
      return answered(about.operation, outcome)
    })
  }
}
