/**
 * The one way in which an operation runs, whichever transport asked:
 * identify → rate limit → parse → access → repeats → quota → run, or put into the queue → record.
 */
import type { RateLimitState } from '../platform/attempts.ts'
import type { Caller } from '../platform/caller.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Quota } from '../platform/quota.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import type { Repeats } from '../platform/repeats/repeats.ts'
import { after } from '../util/after.ts'
import type { Clock } from '../util/clock.ts'
import type { Call, CallRecord, Execute, Outcome } from './call.ts'
import type { OpContext } from './context.ts'
import { answerOrJob, type Deferral, submitJob } from './deferred.ts'
import { charged, checkAccess, checkRate, type Identify, identify } from './gate.ts'
import { jobBody } from './job-body.ts'
import { type FirstCall, keyStillRunning, takeTurn } from './keyed-call.ts'
import { asProblem, type Problem, problem } from './problem.ts'
import { boundedSteps, type Tell } from './progress.ts'
import { ReadyBody } from './ready-body.ts'
import { run, type Terms } from './run.ts'
import type { Services } from './services.ts'

type Account = Extract<Caller, { kind: 'account' }>

export interface ExecutePorts {
  readonly identify: Identify
  readonly rateLimiter: RateLimiter
  readonly quota: Quota
  readonly repeats: Repeats
  readonly jobs: Jobs
  readonly record: (record: CallRecord) => void
  readonly clock: Clock
  readonly services: Services
}

export const createExecute =
  (ports: ExecutePorts): Execute =>
  (call) =>
    new Run(ports, call).outcome()

/** One call under way: the steps in their order, and what is known of it so far. */
class Run {
  readonly #ports: ExecutePorts
  readonly #call: Call
  readonly #startedMs: number
  #caller: Caller | null = null
  #rateLimit: RateLimitState | null = null
  #units = 0
  #cacheHit = false
  #repeated = false
  #deferred = false
  #jobId: string | null = null
  #signal: AbortSignal | null = null

  constructor(ports: ExecutePorts, call: Call) {
    this.#ports = ports
    this.#call = call
    this.#startedMs = ports.clock.elapsedMs()
  }

  outcome(): Outcome | Promise<Outcome> {
    try {
      const output = after(identify(this.#ports.identify, this.#call.from), (caller) => this.#limited(caller))
      return output instanceof Promise
        ? output.then(
            (known) => this.#succeeded(known),
            (error) => this.#failed(error),
          )
        : this.#succeeded(output)
    } catch (error) {
      return this.#failed(error)
    }
  }

  #limited(caller: Caller): unknown {
    this.#caller = caller
    return after(this.#ports.rateLimiter.take(caller), (state) => {
      this.#rateLimit = state
      checkRate(state)
      return this.#output(caller)
    })
  }

  #output(caller: Caller): unknown {
    const { op, idempotencyKey, deferral } = this.#call
    const input = this.#call.input.parse()
    checkAccess(op, input, caller)
    const key = op.idempotencyKey === true ? idempotencyKey : undefined
    const later = op.long === true ? deferral : undefined
    if (caller.kind === 'account' && (key !== undefined || later !== undefined))
      return this.#carefulOutput(caller, input, key, later)
    this.#units = charged(op, input, caller)
    if (this.#units > 0) return this.#settledOutput(caller, input, null)
    return after(op.handler(this.#context(caller), input), (output) => {
      this.#noteHeld(output)
      return output
    })
  }

  /** Of a call that may be repeated, or is answered later. */
  async #carefulOutput(
    caller: Account,
    input: unknown,
    key: string | undefined,
    later: Deferral | undefined,
  ): Promise<unknown> {
    const { op } = this.#call
    const turn =
      key === undefined
        ? ({ kind: 'plain' } as const)
        : await takeTurn(this.#ports.repeats, { op, input, accountId: caller.accountId, writtenKey: key })
    if (turn.kind === 'repeat') return this.#repeat(turn.answer)
    if (turn.kind === 'job') {
      const job = await this.#ports.jobs.find(caller.accountId, turn.jobId)
      if (job !== null) return this.#repeat(await this.#jobOutput(job, later, turn.key))
      // The job is forgotten, and was paid for.
    }
    this.#units = turn.kind === 'paid' || turn.kind === 'job' ? 0 : charged(op, input, caller)
    const first = turn.kind === 'first' ? turn.call : null
    if (later === undefined) return this.#settledOutput(caller, input, first)
    const job = await submitJob(
      this.#ports.jobs,
      { ...this.#order(), caller, units: this.#units },
      this.#terms(caller, first),
    )
    this.#deferred = true
    return this.#jobOutput(job, later, '')
  }

  #repeat(answer: ReadyBody): ReadyBody {
    this.#repeated = true
    this.#cacheHit = true
    return answer
  }

  async #jobOutput(job: Job, later: Deferral | undefined, key: string): Promise<ReadyBody> {
    const found = await answerOrJob(this.#ports.jobs, job, later?.waitSeconds ?? 0, () => this.#callSignal())
    if (found instanceof ReadyBody) return found
    if (later === undefined) throw keyStillRunning(key)
    this.#jobId = found.id
    return jobBody(found, null, this.#ports.services.baseUrl)
  }

  #settledOutput(caller: Caller, input: unknown, first: FirstCall | null): Promise<unknown> {
    return run(this.#call.op, this.#context(caller), input, this.#terms(caller, first), (output) =>
      this.#noteHeld(output),
    )
  }

  #terms(caller: Caller, first: FirstCall | null): Terms {
    return { quota: this.#ports.quota, caller, units: this.#units, first }
  }

  #order() {
    const { op, input, from, languages, requestId } = this.#call
    const address = from.kind === 'remote' ? from.address : ''
    return { op: op.name, input: input.written, languages, address, requestId }
  }

  #callSignal(): AbortSignal {
    this.#signal ??= this.#call.signal()
    return this.#signal
  }

  #context(caller: Caller): OpContext {
    const { from, requestId, languages, progress } = this.#call
    return {
      caller,
      address: from.kind === 'remote' ? from.address : null,
      requestId,
      languages,
      signal: () => this.#callSignal(),
      progress: progress === undefined ? unheard : boundedSteps(progress),
      cacheHit: () => {
        this.#cacheHit = true
      },
      services: this.#ports.services,
    }
  }

  #noteHeld(output: unknown): boolean {
    if (this.#call.isHeld?.(output) !== true) return false
    this.#units = 0
    this.#cacheHit = true
    return true
  }

  #succeeded(output: unknown): Outcome {
    this.#record(null)
    return {
      ok: true,
      output,
      rateLimit: this.#rateLimit,
      caller: this.#caller as Caller,
      repeated: this.#repeated,
      jobId: this.#jobId,
    }
  }

  #failed(error: unknown): Outcome {
    this.#units = 0
    this.#cacheHit = false
    const failure = failureOf(error, this.#signal)
    this.#record(failure)
    return { ok: false, problem: failure, rateLimit: this.#rateLimit }
  }

  #record(failure: Problem | null): void {
    this.#ports.record({
      op: this.#call.op.name,
      requestId: this.#call.requestId,
      caller: this.#caller,
      units: this.#deferred ? 0 : this.#units,
      cacheHit: this.#cacheHit,
      problem: failure,
      deferred: this.#deferred,
      durationMs: this.#ports.clock.elapsedMs() - this.#startedMs,
    })
  }
}

const unheard: Tell = () => {}

/** Whatever breaks after the caller has gone, breaks because of it. */
const failureOf = (error: unknown, signal: AbortSignal | null): Problem =>
  signal?.aborted === true ? problem('cancelled', {}, error) : asProblem(error)
