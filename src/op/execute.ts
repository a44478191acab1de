/**
 * Runs an operation for every transport: identify → rate limit → parse → authorize → idempotency → reserve → run or enqueue
 * → settle → record. `steps/ready-answer.ts` is its short cut for cached answers.
 */

import type { Caller } from '../platform/caller.ts'
import type { IdempotencyKeys } from '../platform/idempotency/idempotency.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Quota } from '../platform/quota.ts'
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import { ProcessorTime } from '../util/processor-time.ts'
import type { Call, Execute, Outcome } from './call.ts'
import { callServices } from './call-services.ts'
import { checkRate } from './check-rate.ts'
import { type OpContext, workOwnerOf } from './context.ts'
import { type AnyOp, accessOf } from './define.ts'
import { type Problem, problem } from './problem/problem.ts'
import { problemFromError } from './problem/problem-from-error.ts'
import { boundedSteps } from './progress.ts'
import type { RawInput } from './raw-input.ts'
import { EncodedBody } from './response/encoded-body.ts'
import { jobBody } from './response/job-body.ts'
import { answerOrJob, submitJob } from './steps/async-response.ts'
import { type AdmissionPorts, authorize, authorizeUnread, charged, identify } from './steps/authorize.ts'
import { run } from './steps/billing.ts'
import {
  beginIdempotentCall,
  type FirstCall,
  type IdempotencyOutcome,
  keyStillRunning,
} from './steps/idempotency.ts'
import { inlineLimit, isReady, type ReadyPorts, readyOutcome } from './steps/ready-answer.ts'
import type { UnpaidWork } from './steps/unpaid-work.ts'
import type { VisitorWork } from './steps/visitor-work.ts'

export interface ExecutePorts extends AdmissionPorts, ReadyPorts {
  readonly quota: Quota
  readonly unpaidWork: UnpaidWork
  readonly visitorWork: VisitorWork
  readonly idempotencyKeys: IdempotencyKeys
  readonly jobs: Jobs
}

export const createExecute =
  (ports: ExecutePorts): Execute =>
  (call) => {
    const startedMs = ports.clock.elapsedMs()
    const caller = identify(ports, call.from)
    if (caller instanceof Promise) return execute(ports, call, begin(startedMs), { caller })
    const rateLimit = counted(ports, call, caller)
    if (rateLimit instanceof Promise) return execute(ports, call, begin(startedMs), { caller, rateLimit })
    return (
      readyOutcome(ports, call, startedMs, caller, rateLimit) ??
      execute(ports, call, begin(startedMs), { caller, rateLimit })
    )
  }

/** Counts the call, unless its transport has counted it. */
const counted = ({ rateLimiter }: ExecutePorts, call: Call, caller: Caller) =>
  call.counted === undefined ? rateLimiter.take(caller) : call.counted

interface Admission {
  readonly caller: Caller | Promise<Caller>
  /** Absent if the call is not rate-limited yet. */
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
    // Identify the caller and apply the rate limit.
    const caller = await admission.caller
    facts.caller = caller
    facts.rateLimit = await (admission.rateLimit === undefined
      ? counted(ports, call, caller)
      : admission.rateLimit)
    checkRate(facts.rateLimit)

    // Parse and authorize; authorize first if that does not depend on the input.
    authorizeUnread(ports, op, caller)
    const written = await call.readInput()
    facts.processorTime.resume()
    const input = written.parse()
    // Before the visitors' shared budget, which one of them must not use up by refused calls.
    if (caller.kind === 'anonymous' && caller.atExplorer && !(await isReady(ports, call, input, caller)))
      facts.endVisit = await ports.visitorWork.begin(caller.address)
    await authorize(ports, op, input, caller)

    // Return the first answer to a repeated idempotent call.
    const idempotency = await beginIdempotentCall(ports.idempotencyKeys, {
      op,
      input,
      caller,
      writtenKey: call.idempotencyKey,
    })
    const earlier = await earlierAnswer(ports, call, facts, caller, idempotency)
    if (earlier !== null) return repeated(ports, call, facts, earlier)

    // Reserve the units.
    const first = idempotency.kind === 'first' ? idempotency.call : null
    facts.units =
      idempotency.kind === 'paid' || idempotency.kind === 'job'
        ? 0
        : await costOf(ports, op, input, caller, first)
    facts.cost = facts.units
    const charge = { quota: ports.quota, op: op.name, caller, units: facts.units, first }
    if (facts.units > 0) ports.unpaidWork.check(caller)

    // Enqueue the call or run it; both settle the units.
    if (caller.kind === 'account' && op.long === true && call.asyncPreference !== undefined) {
      const order = { ...jobSpec(call, written), caller, units: facts.units }
      const job = await submitJob(ports.jobs, order, charge)
      facts.deferred = true
      return succeeded(ports, call, facts, await jobAnswer(ports, call, facts, job, ''))
    }
    facts.hasWorked = true
    const isFreeWithoutKey = () => first === null && isSameWithoutKey(op, input, caller)
    const context = contextOf(ports, call, facts, caller)
    const output = await run(op, context, input, { ...charge, isFreeWithoutKey }, listenersOf(call, facts))
    return succeeded(ports, call, facts, output)
  } catch (error) {
    return failed(ports, call, facts, error)
  }
}

/** Returns the answer to an earlier call with the same idempotency key; null if this call has to run. */
const earlierAnswer = async (
  ports: ExecutePorts,
  call: Call,
  facts: Facts,
  caller: Caller,
  idempotency: IdempotencyOutcome,
): Promise<EncodedBody | null> => {
  if (idempotency.kind === 'repeat') return idempotency.answer
  if (idempotency.kind !== 'job' || caller.kind !== 'account') return null
  const job = await ports.jobs.find(caller.accountId, idempotency.jobId)
  return job === null ? null : jobAnswer(ports, call, facts, job, idempotency.key)
}

/**
 * Returns the cost of the call. Releases the idempotency key of a call whose cost cannot be known, because it names unknown
 * boundaries.
 */
const costOf = async (
  ports: ExecutePorts,
  op: AnyOp,
  input: unknown,
  caller: Caller,
  first: FirstCall | null,
): Promise<number> => {
  try {
    return await charged(ports, op, input, caller)
  } catch (error) {
    await first?.forget()
    throw error
  }
}

/** True if the same input gives the same answer without a key; the default detail, for example, differs. */
const isSameWithoutKey = (op: AnyOp, input: unknown, caller: Caller): boolean =>
  accessOf(op, input) === 'public' && op.readyFor?.(input, caller) === op.readyFor?.(input, WITHOUT_KEY)

const WITHOUT_KEY: Caller = { kind: 'anonymous', address: '' }

/** The state of a call while it runs. */
interface Facts {
  readonly startedMs: number
  caller: Caller | null
  rateLimit: RateLimitState | null
  /** Units that were reserved. */
  cost: number
  /** Units that are spent. */
  units: number
  readonly processorTime: ProcessorTime
  cacheHit: boolean
  isRepeat: boolean
  jobId: string | null
  deferred: boolean
  /** True once the handler was started. */
  hasWorked: boolean
  signal: AbortSignal | null
  /** Takes the processor time of a visitor's call. */
  endVisit: ((processorMs: number) => void) | null
}

const begin = (startedMs: number): Facts => ({
  startedMs,
  caller: null,
  rateLimit: null,
  cost: 0,
  units: 0,
  processorTime: new ProcessorTime(),
  cacheHit: false,
  isRepeat: false,
  jobId: null,
  deferred: false,
  hasWorked: false,
  signal: null,
  endVisit: null,
})

const signalOf = (call: Call, facts: Facts): AbortSignal => {
  facts.signal ??= call.signal()
  return facts.signal
}

const contextOf = (ports: ExecutePorts, call: Call, facts: Facts, caller: Caller): OpContext => {
  const owner = workOwnerOf(caller, facts.processorTime)
  return {
    caller,
    address: call.from.kind === 'remote' ? call.from.address : null,
    requestId: call.requestId,
    languages: call.languages,
    maxInlineBytes: inlineLimit(ports.services, call),
    signal: () => signalOf(call, facts),
    progress: call.progress === undefined ? unheard : boundedSteps(call.progress),
    cacheHit: () => {
      facts.cacheHit = true
    },
    owner,
    services: callServices(ports.services, owner),
  }
}

const unheard = (): void => {}

const jobSpec = ({ op, from, languages, maxInlineBytes, requestId }: Call, { written }: RawInput) => ({
  op: op.name,
  input: written,
  languages,
  maxInlineBytes: maxInlineBytes ?? null,
  address: from.kind === 'remote' ? from.address : '',
  requestId,
})

/** Returns the answer of a job that has ended, or else the job. @throws Problem if the caller does not accept a job */
const jobAnswer = async (
  { jobs, services }: ExecutePorts,
  call: Call,
  facts: Facts,
  job: Job,
  key: string,
): Promise<EncodedBody> => {
  const waitSeconds = call.asyncPreference?.waitSeconds ?? 0
  const found = await answerOrJob(jobs, job, waitSeconds, () => signalOf(call, facts))
  if (found instanceof EncodedBody) return found
  if (call.op.long !== true || call.asyncPreference === undefined) throw keyStillRunning(key)
  facts.jobId = found.id
  return jobBody(found, null, services)
}

const listenersOf = (call: Call, facts: Facts) => ({
  isNotModified: (output: unknown) => isNotModified(call, facts, output),
  onFree: () => {
    facts.units = 0
  },
})

/** True if the answer will be 304 Not Modified; the call is then not charged. */
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
  // After the caller disconnected, an error is a consequence of that.
  const failure = facts.signal?.aborted === true ? problem('cancelled', {}, error) : problemFromError(error)
  record(ports, call, Object.assign(facts, { units: 0, cacheHit: false }), failure)
  return { ok: false, problem: failure, rateLimit: facts.rateLimit }
}

const record = (ports: ExecutePorts, call: Call, facts: Facts, failure: Problem | null): void => {
  const { caller, cost, units, cacheHit, deferred, hasWorked, startedMs } = facts
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
  facts.endVisit?.(facts.processorTime.ms)
  // Callers are not blamed for faults of the service, and free calls are no unpaid work.
  const isUnpaid = hasWorked && cost > 0 && units === 0 && (failure === null || failure.status < 500)
  if (isUnpaid && caller !== null) ports.unpaidWork.note(caller, facts.processorTime.ms)
}
