/**
 * The one way in which an operation runs, whichever transport asked: identify → rate limit → parse → authorize → idempotency →
 * reserve → run or enqueue → settle → record. `ready-answer.ts` is its short cut for answers that are ready.
 */

import type { Caller } from '../platform/caller.ts'
import type { IdempotencyKeys } from '../platform/idempotency/idempotency.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Quota } from '../platform/quota.ts'
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import { answerOrJob, submitJob } from './async-response.ts'
import { type AdmissionPorts, authorize, charged, checkRate, identify } from './authorize.ts'
import { run } from './billing.ts'
import type { Call, Execute, Outcome } from './call.ts'
import type { OpContext } from './context.ts'
import { type AnyOp, accessOf } from './define.ts'
import { beginIdempotentCall, keyStillRunning } from './idempotency.ts'
import { type Problem, problem } from './problem/problem.ts'
import { problemFromError } from './problem/problem-from-error.ts'
import { boundedSteps } from './progress.ts'
import type { RawInput } from './raw-input.ts'
import { type ReadyPorts, readyOutcome } from './ready-answer.ts'
import { EncodedBody } from './response/encoded-body.ts'
import { jobBody } from './response/job-body.ts'
import type { UnpaidWork } from './unpaid-work.ts'

export interface ExecutePorts extends AdmissionPorts, ReadyPorts {
  readonly quota: Quota
  readonly unpaidWork: UnpaidWork
  readonly repeats: IdempotencyKeys
  readonly jobs: Jobs
}

export const createExecute =
  (ports: ExecutePorts): Execute =>
  (call) => {
    const startedMs = ports.clock.elapsedMs()
    const caller = identify(ports, call.from)
    if (caller instanceof Promise) return execute(ports, call, begin(startedMs), { caller })
    const rateLimit = ports.rateLimiter.take(caller)
    if (rateLimit instanceof Promise) return execute(ports, call, begin(startedMs), { caller, rateLimit })
    return (
      readyOutcome(ports, call, startedMs, caller, rateLimit) ??
      execute(ports, call, begin(startedMs), { caller, rateLimit })
    )
  }

interface Admission {
  readonly caller: Caller | Promise<Caller>
  /** Absent where the call is not counted yet. */
  readonly rateLimit?: ReturnType<ExecutePorts['rateLimiter']['take']>
}

const execute = async (
  ports: ExecutePorts,
  call: Call,
  facts: Facts,
  admission: Admission,
): Promise<Outcome> => {
  const { op } = call
  try {
    // Identify, and count the call.
    const caller = await admission.caller
    facts.caller = caller
    facts.rateLimit = await (admission.rateLimit === undefined
      ? ports.rateLimiter.take(caller)
      : admission.rateLimit)
    checkRate(facts.rateLimit)

    // Parse, and authorize: first where that does not depend on the input.
    if (op.access === 'key') authorize(op, null, caller)
    const written = await call.readInput()
    const input = written.parse()
    authorize(op, input, caller)

    // A repeated call gets the answer of the first.
    const turn = await beginIdempotentCall(ports.repeats, {
      op,
      input,
      caller,
      writtenKey: call.idempotencyKey,
    })
    const deferral = caller.kind === 'account' && op.long === true ? call.deferral : undefined
    if (turn.kind === 'repeat') return repeated(ports, call, facts, turn.answer)
    if (turn.kind === 'job' && caller.kind === 'account') {
      const job = await ports.jobs.find(caller.accountId, turn.jobId)
      const answer = job === null ? null : await jobAnswer(ports, call, facts, job, turn.key)
      if (answer !== null) return repeated(ports, call, facts, answer)
    }

    // Reserve the units.
    facts.units = turn.kind === 'paid' || turn.kind === 'job' ? 0 : charged(op, input, caller)
    const first = turn.kind === 'first' ? turn.call : null
    const terms = { quota: ports.quota, caller, units: facts.units, first }
    if (facts.units > 0) ports.unpaidWork.check(caller)

    // Enqueue the call, or run it; either settles the units.
    if (deferral !== undefined && caller.kind === 'account') {
      const job = await submitJob(
        ports.jobs,
        { ...jobSpec(call, written), caller, units: facts.units },
        terms,
      )
      facts.deferred = true
      return succeeded(ports, call, facts, await jobAnswer(ports, call, facts, job, ''))
    }
    facts.hasWorked = true
    const isFreeWithoutKey = first === null && isSameWithoutKey(op, input, caller)
    const output = await run(
      op,
      contextOf(ports, call, facts, caller),
      input,
      { ...terms, isFreeWithoutKey },
      {
        isNotModified: (given) => isNotModified(call, facts, given),
        onFree: () => {
          facts.units = 0
        },
      },
    )
    return succeeded(ports, call, facts, output)
  } catch (error) {
    return failed(ports, call, facts, error)
  }
}

/** Whether callers without a key may ask for the same: not for a detail that is medium with a key and low without. */
const isSameWithoutKey = (op: AnyOp, input: unknown, caller: Caller): boolean =>
  accessOf(op, input) === 'public' && op.readyFor?.(input, caller) === op.readyFor?.(input, WITHOUT_KEY)

const WITHOUT_KEY: Caller = { kind: 'anonymous', address: '' }

/** What is known of a call so far. */
interface Facts {
  readonly startedMs: number
  caller: Caller | null
  rateLimit: RateLimitState | null
  units: number
  cacheHit: boolean
  isRepeat: boolean
  jobId: string | null
  deferred: boolean
  /** The operation has begun to work. */
  hasWorked: boolean
  signal: AbortSignal | null
}

const begin = (startedMs: number): Facts => ({
  startedMs,
  caller: null,
  rateLimit: null,
  units: 0,
  cacheHit: false,
  isRepeat: false,
  jobId: null,
  deferred: false,
  hasWorked: false,
  signal: null,
})

const signalOf = (call: Call, facts: Facts): AbortSignal => {
  facts.signal ??= call.signal()
  return facts.signal
}

const contextOf = (ports: ExecutePorts, call: Call, facts: Facts, caller: Caller): OpContext => ({
  caller,
  address: call.from.kind === 'remote' ? call.from.address : null,
  requestId: call.requestId,
  languages: call.languages,
  signal: () => signalOf(call, facts),
  progress: call.progress === undefined ? () => {} : boundedSteps(call.progress),
  cacheHit: () => {
    facts.cacheHit = true
  },
  services: ports.services,
})

const jobSpec = ({ op, from, languages, requestId }: Call, { written }: RawInput) => ({
  op: op.name,
  input: written,
  languages,
  address: from.kind === 'remote' ? from.address : '',
  requestId,
})

/** The answer of a job that has ended, or the job. @throws Problem where the caller does not take a job for an answer */
const jobAnswer = async (
  { jobs, services }: ExecutePorts,
  call: Call,
  facts: Facts,
  job: Job,
  key: string,
): Promise<EncodedBody> => {
  const waitSeconds = call.deferral?.waitSeconds ?? 0
  const found = await answerOrJob(jobs, job, waitSeconds, () => signalOf(call, facts))
  if (found instanceof EncodedBody) return found
  if (call.op.long !== true || call.deferral === undefined) throw keyStillRunning(key)
  facts.jobId = found.id
  return jobBody(found, null, services.baseUrl)
}

/** Whether the caller has the answer already: then it is not charged. */
const isNotModified = (call: Call, facts: Facts, output: unknown): boolean => {
  if (call.isNotModified?.(output) !== true) return false
  facts.hasWorked = !facts.cacheHit
  facts.units = 0
  facts.cacheHit = true
  return true
}

const repeated = (ports: ExecutePorts, call: Call, facts: Facts, answer: EncodedBody): Outcome =>
  succeeded(ports, call, Object.assign(facts, { isRepeat: true, cacheHit: true }), answer)

const succeeded = (ports: ExecutePorts, call: Call, facts: Facts, output: unknown): Outcome => {
  record(ports, call, facts, null)
  return {
    ok: true,
    output,
    rateLimit: facts.rateLimit,
    caller: facts.caller as Caller,
    repeated: facts.isRepeat,
    jobId: facts.jobId,
  }
}

const failed = (ports: ExecutePorts, call: Call, facts: Facts, error: unknown): Outcome => {
  // Whatever breaks after the caller has gone, breaks because of it.
  const failure = facts.signal?.aborted === true ? problem('cancelled', {}, error) : problemFromError(error)
  record(ports, call, Object.assign(facts, { units: 0, cacheHit: false }), failure)
  return { ok: false, problem: failure, rateLimit: facts.rateLimit }
}

const record = (ports: ExecutePorts, call: Call, facts: Facts, failure: Problem | null): void => {
  const { caller, units, cacheHit, deferred, hasWorked, startedMs } = facts
  const durationMs = ports.clock.elapsedMs() - startedMs
  ports.record({
    op: call.op.name,
    requestId: call.requestId,
    caller,
    units: deferred ? 0 : units,
    cacheHit,
    problem: failure,
    deferred,
    durationMs,
  })
  const isUnpaid = hasWorked && units === 0 && unitsMatter(call, failure)
  if (isUnpaid && caller !== null) ports.unpaidWork.note(caller, durationMs)
}

/** Faults of the service are not the caller's, and operations that cost nothing have no unpaid work. */
const unitsMatter = ({ op }: Call, failure: Problem | null): boolean =>
  op.units !== 0 && (failure === null || failure.status < 500)
