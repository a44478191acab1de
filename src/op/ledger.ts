/** What happens to a call: who makes it, what it costs, how it ends. It ends with one record and the outcome. */
import type { Caller } from '../platform/caller.ts'
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import type { Clock } from '../util/clock.ts'
import { ProcessorTime } from '../util/processor-time.ts'
import { failSpan } from '../util/tracing.ts'
import type { Call, CallRecord, Outcome } from './call.ts'
import { checkRate } from './check-rate.ts'
import { type Problem, problem } from './problem/problem.ts'
import { problemFromError } from './problem/problem-from-error.ts'
import type { UnpaidWork } from './steps/unpaid-work.ts'

export interface LedgerPorts {
  readonly record: (record: CallRecord) => void
  readonly unpaidWork: Pick<UnpaidWork, 'note'>
  readonly clock: Clock
}

export class Ledger {
  readonly #ports: LedgerPorts
  readonly #call: Call
  readonly #startedMs: number
  #caller: Caller | null = null
  #rateLimit: RateLimitState | null = null
  /** Units that an account pays if the call succeeds. */
  #price = 0
  /** Units that are spent. */
  #units = 0
  #processorTime: ProcessorTime | null = null
  #isCacheHit = false
  #isRepeat = false
  #isDeferred = false
  #jobId: string | null = null
  #hasWorked = false
  #signal: AbortSignal | null = null
  #endVisit: ((processorMs: number) => void) | null = null

  constructor(ports: LedgerPorts, call: Call) {
    this.#ports = ports
    this.#call = call
    this.#startedMs = ports.clock.elapsedMs()
  }

  identify(caller: Caller): void {
    this.#caller = caller
  }

  /** @throws Problem `rate_limited` */
  limit(rateLimit: RateLimitState | null): void {
    this.#rateLimit = rateLimit
    checkRate(rateLimit)
  }

  /** @param end takes the processor time of a visitor's call */
  visit(end: (processorMs: number) => void): void {
    this.#endVisit = end
  }

  /** The call costs the units if it succeeds. */
  charge(units: number): void {
    this.#price = units
    this.#units = units
  }

  /** The call costs nothing after all. */
  waive(): void {
    this.#units = 0
  }

  /** The handler starts. */
  work(): void {
    this.#hasWorked = true
  }

  /** The answer comes from the cache. */
  hit(): void {
    this.#isCacheHit = true
  }

  /** The answer is that of an earlier call with the same Idempotency-Key. */
  repeat(): void {
    this.#isRepeat = true
    this.hit()
  }

  /** The call is queued as a job, which gets its own record when it ends. */
  defer(): void {
    this.#isDeferred = true
  }

  /** The answer is a job. */
  answerByJob(id: string): void {
    this.#jobId = id
  }

  /** True if the answer will be 304 Not Modified; the call then costs nothing. */
  isNotModified(output: unknown): boolean {
    if (this.#call.isNotModified?.(output) !== true) return false
    this.#hasWorked = !this.#isCacheHit
    this.waive()
    this.hit()
    return true
  }

  get processorTime(): ProcessorTime {
    this.#processorTime ??= new ProcessorTime()
    return this.#processorTime
  }

  /** Aborted when the caller disconnects. */
  signal(): AbortSignal {
    this.#signal ??= this.#call.signal()
    return this.#signal
  }

  succeed(output: unknown): Outcome {
    this.#record(null)
    return {
      ok: true,
      output,
      rateLimit: this.#rateLimit,
      caller: this.#caller as Caller,
      repeated: this.#isRepeat,
      jobId: this.#jobId,
    }
  }

  fail(error: unknown): Outcome {
    // After the caller disconnected, an error is a consequence of that.
    const failure = this.#signal?.aborted === true ? problem('cancelled', {}, error) : problemFromError(error)
    this.waive()
    this.#isCacheHit = false
    failSpan(failure.code, failure.status >= 500)
    this.#record(failure)
    return { ok: false, problem: failure, rateLimit: this.#rateLimit }
  }

  #record(failure: Problem | null): void {
    const { record, clock, unpaidWork } = this.#ports
    const durationMs = clock.elapsedMs() - this.#startedMs
    record({
      op: this.#call.op.name,
      transport: this.#call.transport,
      requestId: this.#call.requestId,
      caller: this.#caller,
      units: this.#isDeferred ? 0 : this.#units,
      cacheHit: this.#isCacheHit,
      problem: failure,
      deferred: this.#isDeferred,
      durationMs,
    })
    this.#endVisit?.(this.processorTime.ms)
    // Callers are not blamed for faults of the service, and free calls are no unpaid work.
    const isUnpaid = this.#hasWorked && this.#price > 0 && this.#units === 0
    if (isUnpaid && this.#caller !== null && (failure === null || failure.status < 500))
      unpaidWork.note(this.#caller, this.processorTime.ms)
  }
}
