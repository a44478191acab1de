/**
 * Runs an operation for every transport: identify → rate limit → refuse what always needs a key → parse → plan → authorize →
 * idempotency → price → reserve → run or enqueue → settle → record.
 *
 * A free answer that is cached is sent after the plan, in the turn of the event loop that read the request: up to there a step waits
 * only if its store has to be asked.
 */

import type { Caller } from '../platform/caller.ts'
import type { IdempotencyKeys } from '../platform/idempotency/idempotency.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Quota } from '../platform/quota.ts'
import { caught, type NowOrLater, thenOrNow } from '../util/now-or-later.ts'
import { describeSpan, inSpan } from '../util/tracing.ts'
import type { Call, Execute, Outcome } from './call.ts'
import { callServices } from './call-services.ts'
import { type OpContext, workOwnerOf } from './context.ts'
import { Ledger, type LedgerPorts } from './ledger.ts'
import { PlanRun } from './plan-run.ts'
import { boundedSteps } from './progress.ts'
import type { RawInput } from './raw-input.ts'
import { EncodedBody } from './response/encoded-body.ts'
import { jobBody } from './response/job-body.ts'
import type { Services } from './services.ts'
import { answerOrJob, submitJob } from './steps/async-response.ts'
import {
  type AdmissionPorts,
  authorize,
  authorizeUnread,
  identify,
  isFree,
  priceFor,
} from './steps/authorize.ts'
import { type Charge, runCharged } from './steps/billing.ts'
import { cachedAnswer, inlineLimit } from './steps/cached-answer.ts'
import {
  beginIdempotentCall,
  type FirstCall,
  type IdempotencyOutcome,
  keyStillRunning,
} from './steps/idempotency.ts'
import type { UnpaidWork } from './steps/unpaid-work.ts'
import type { VisitorWork } from './steps/visitor-work.ts'

export interface ExecutePorts extends AdmissionPorts, LedgerPorts {
  readonly services: Services
  readonly quota: Quota
  readonly unpaidWork: UnpaidWork
  readonly visitorWork: VisitorWork
  readonly idempotencyKeys: IdempotencyKeys
  readonly jobs: Jobs
}

export const createExecute =
  (ports: ExecutePorts): Execute =>
  (call) => {
    const ledger = new Ledger(ports, call)
    const run = (): NowOrLater<Outcome> => {
      describeSpan('metes.request_id', call.requestId)
      const identified = inSpan('identify', () => identify(ports, call.from))
      return thenOrNow(identified, (caller) => {
        ledger.identify(caller)
        return thenOrNow(takeFromRate(ports, call, caller), (rateLimit) => {
          ledger.limit(rateLimit)
          authorizeUnread(ports, call.op, caller)
          return thenOrNow(call.readInput(), (input) => {
            if (!input.isParsed) ledger.processorTime.resume()
            return answered(ports, { call, ledger, caller, input })
          })
        })
      })
    }
    return inSpan(call.op.name, () => caught(run, (error) => ledger.fail(error)))
  }

/** Counts the call, unless its transport has counted it. */
const takeFromRate = ({ rateLimiter }: ExecutePorts, call: Call, caller: Caller) =>
  call.counted === undefined ? rateLimiter.take(caller) : call.counted

/** A call whose caller and input are known. */
interface ReadCall {
  readonly call: Call
  readonly ledger: Ledger
  readonly caller: Caller
  readonly input: RawInput
}

/** Plans the call. A cached answer that is free ends it; others go on. */
const answered = (ports: ExecutePorts, read: ReadCall): NowOrLater<Outcome> => {
  const { call, ledger, caller, input } = read
  const planned = inSpan('plan', () => input.plannedFor(caller))
  return thenOrNow(cachedAnswer(ports.services, call, planned), (cached) => {
    if (cached === null || !isFree(ports, planned, caller))
      return execute(ports, read, new PlanRun(planned, contextOf(ports, read)), cached !== null)
    ledger.hit()
    return ledger.succeed(cached)
  })
}

const execute = async (
  ports: ExecutePorts,
  { call, ledger, caller, input }: ReadCall,
  run: PlanRun,
  isCached: boolean,
): Promise<Outcome> => {
  ledger.processorTime.resume()
  // Before the visitors' shared budget, which one of them must not use up by refused calls.
  if (caller.kind === 'anonymous' && caller.atExplorer && !isCached)
    ledger.visit(await ports.visitorWork.begin(caller.address))
  const refund = await authorize(ports, run, caller)
  try {
    return await executeAuthorized(ports, { call, ledger, caller, input }, run)
  } catch (error) {
    await refund()
    throw error
  }
}

const executeAuthorized = async (
  ports: ExecutePorts,
  { call, ledger, caller, input }: ReadCall,
  run: PlanRun,
): Promise<Outcome> => {
  const { op } = call
  // Return the first answer to a repeated idempotent call.
  const idempotency = await beginIdempotentCall(ports.idempotencyKeys, {
    op,
    input: run.planned.input,
    caller,
    writtenKey: call.idempotencyKey,
  })
  const earlier = await earlierAnswer(ports, call, ledger, caller, idempotency)
  if (earlier !== null) {
    ledger.repeat()
    return ledger.succeed(earlier)
  }

  // Price the call; it reserves the units.
  const first = idempotency.kind === 'first' ? idempotency.call : null
  const isPaid = idempotency.kind === 'paid' || idempotency.kind === 'job'
  const units = isPaid ? 0 : await priceOf(ports, run, caller, first)
  ledger.charge(units)
  const charge: Charge = { quota: ports.quota, op: op.name, caller, units, first }

  // Enqueue the call or run it; both settle the units.
  if (caller.kind === 'account' && op.long === true && call.asyncPreference !== undefined) {
    const job = await submitJob(ports.jobs, { ...jobSpec(call, input), caller, units }, charge)
    ledger.defer()
    return ledger.succeed(await jobAnswer(ports, call, ledger, job, ''))
  }
  ledger.work()
  return ledger.succeed(await runCharged({ run, input, charge, ledger }))
}

/** Returns the answer to an earlier call with the same idempotency key; null if this call has to run. */
const earlierAnswer = async (
  ports: ExecutePorts,
  call: Call,
  ledger: Ledger,
  caller: Caller,
  idempotency: IdempotencyOutcome,
): Promise<EncodedBody | null> => {
  if (idempotency.kind === 'repeat') return idempotency.answer
  if (idempotency.kind !== 'job' || caller.kind !== 'account') return null
  const job = await ports.jobs.find(caller.accountId, idempotency.jobId)
  return job === null ? null : jobAnswer(ports, call, ledger, job, idempotency.key)
}

/**
 * Returns the price of a call that may go on. Releases the idempotency key of others: those whose price cannot be known, because they
 * name unknown boundaries, and those of callers with too much unpaid work.
 */
const priceOf = async (
  ports: ExecutePorts,
  run: PlanRun,
  caller: Caller,
  first: FirstCall | null,
): Promise<number> => {
  try {
    const units = await priceFor(ports, run, caller)
    if (units > 0) ports.unpaidWork.check(caller)
    return units
  } catch (error) {
    await first?.forget()
    throw error
  }
}

const contextOf = (ports: ExecutePorts, { call, ledger, caller }: ReadCall): OpContext => {
  const owner = workOwnerOf(caller, ledger.processorTime)
  return {
    caller,
    address: call.from.kind === 'remote' ? call.from.address : null,
    requestId: call.requestId,
    languages: call.languages,
    maxInlineBytes: inlineLimit(ports.services, call),
    signal: () => ledger.signal(),
    progress: call.progress === undefined ? unheard : boundedSteps(call.progress),
    cacheHit: () => ledger.hit(),
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
  ledger: Ledger,
  job: Job,
  key: string,
): Promise<EncodedBody> => {
  const waitSeconds = call.asyncPreference?.waitSeconds ?? 0
  const found = await answerOrJob(jobs, job, waitSeconds, () => ledger.signal())
  if (found instanceof EncodedBody) return found
  if (call.op.long !== true || call.asyncPreference === undefined) throw keyStillRunning(key)
  ledger.answerByJob(found.id)
  return jobBody(found, null, services)
}
