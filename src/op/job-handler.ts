/** Runs a job for its account, in any process: plans the stored call again, and charges the price that was reserved for it. */
import type { JobSpec } from '../platform/jobs/job.ts'
import { MAX_JOB_MS } from '../platform/jobs/job-limits.ts'
import type { JobOutcome, JobWork } from '../platform/jobs/runner.ts'
import type { Log } from '../util/log.ts'
import { ProcessorTime } from '../util/processor-time.ts'
import { describeSpan, failSpan, inSpan } from '../util/tracing.ts'
import type { CallRecord } from './call.ts'
import { callServices } from './call-services.ts'
import { workOwnerOf } from './context.ts'
import type { AnyOp } from './define.ts'
import { PlanRun } from './plan-run.ts'
import { type Problem, problem, problemBody, problemOfBody } from './problem/problem.ts'
import { problemFromError } from './problem/problem-from-error.ts'
import { boundedSteps } from './progress.ts'
import { RawInput } from './raw-input.ts'
import { answerBody } from './response/encoded-body.ts'
import type { Services } from './services.ts'
import { inlineLimit } from './steps/cached-answer.ts'
import type { UnpaidWork } from './steps/unpaid-work.ts'

export interface JobWorkPorts {
  readonly opNamed: (name: string) => Promise<AnyOp | undefined>
  readonly services: Services
  readonly record: (record: CallRecord) => void
  readonly unpaidWork: Pick<UnpaidWork, 'note'>
  readonly log: Log
  readonly baseUrl: string
}

const RETRY_AFTER_SECONDS = 60

export const createJobHandler = ({
  opNamed,
  services,
  record,
  unpaidWork,
  log,
  baseUrl,
}: JobWorkPorts): JobWork => {
  const bodyOf = (failure: Problem, { requestId }: JobSpec) => problemBody(failure, { requestId, baseUrl })

  const runJob: JobWork['run'] = async (order, { signal, progress }) => {
    describeSpan('metes.request_id', order.requestId)
    const tooLong = AbortSignal.timeout(MAX_JOB_MS)
    const either = AbortSignal.any([signal, tooLong])
    const processorTime = new ProcessorTime()
    const owner = { ...workOwnerOf(callerOf(order), processorTime), isPatient: true }
    let cacheHit = false
    try {
      const op = await opNamed(order.op)
      if (op === undefined) throw new Error(`This version has no operation ${order.op}.`)
      const caller = callerOf(order)
      const planned = new RawInput(op, order.input).plannedFor(caller)
      const run = new PlanRun(planned, {
        caller,
        address: order.address,
        requestId: order.requestId,
        languages: order.languages,
        maxInlineBytes: inlineLimit(services, { maxInlineBytes: order.maxInlineBytes ?? undefined }),
        signal: () => either,
        progress: boundedSteps(progress),
        cacheHit: () => {
          cacheHit = true
        },
        owner,
        services: callServices(services, owner),
      })
      const output = await run.answer()
      const { bytes, mediaType } = answerBody(output, op.mediaType)
      return { ok: true, answer: { bytes, mediaType }, cacheHit, processorMs: processorTime.ms }
    } catch (error) {
      const failure = signal.aborted
        ? problem('cancelled', {}, error)
        : tooLong.aborted
          ? problem('overloaded', { reason: 'took_too_long', retryAfterSeconds: RETRY_AFTER_SECONDS }, error)
          : problemFromError(error)
      failSpan(failure.code, failure.status >= 500)
      if (failure.status >= 500)
        log.error(
          { requestId: order.requestId, op: order.op, job: order.id, error: failure.cause ?? failure },
          failure.title,
        )
      return { ok: false, problem: bodyOf(failure, order), processorMs: processorTime.ms }
    }
  }

  return {
    run: (order, hooks) => inSpan(`job ${order.op}`, () => runJob(order, hooks)),
    ended: (order, outcome, { counts, durationMs }) => {
      const caller = callerOf(order)
      const failure = problemIn(outcome, counts)
      record({
        op: order.op,
        transport: null,
        requestId: order.requestId,
        caller,
        units: failure === null ? order.units : 0,
        cacheHit: failure === null && outcome.ok && outcome.cacheHit,
        problem: failure,
        deferred: false,
        durationMs,
      })
      if (failure !== null && failure.status < 500) unpaidWork.note(caller, outcome.processorMs)
    },
    interrupted: (order) => bodyOf(problem('job_interrupted', {}), order),
  }
}

const callerOf = ({ accountId, keyId, plan }: JobSpec) =>
  ({ kind: 'account', accountId, keyId, plan }) as const

const problemIn = (outcome: JobOutcome, counts: boolean): Problem | null => {
  if (!counts) return problem('cancelled', {})
  return outcome.ok ? null : problemOfBody(outcome.problem)
}
