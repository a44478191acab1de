/**
 * The one way in which an operation runs, whichever transport asked:
 * identify → rate limit → parse → access → quota → run → record.
 */
import type { RateLimitState } from '../platform/attempts.ts'
import type { Caller } from '../platform/caller.ts'
import type { Quota, Reservation } from '../platform/quota.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import type { Clock } from '../util/clock.ts'
import type { OpContext } from './context.ts'
import { type AnyOp, accessOf, unitsOf } from './define.ts'
import { asProblem, type Problem, problem } from './problem.ts'
import { boundedSteps, type Tell } from './progress.ts'
import type { ReadyBody } from './ready-body.ts'
import type { Services } from './services.ts'
import type { WrittenInput } from './written-input.ts'

/** One call as a transport hands it over. */
export interface Call {
  readonly op: AnyOp
  readonly input: WrittenInput
  readonly from: { readonly kind: 'operator' } | RemoteOrigin
  readonly requestId: string
  readonly languages: readonly string[]
  /** Aborted when the caller has gone. Made when asked for: few operations ask. */
  readonly signal: () => AbortSignal
  /** Whether the caller has this answer already, and will only be told so: then it costs no units. */
  readonly isHeld?: (output: unknown) => boolean
  /** Hears the steps of a long call. */
  readonly progress?: Tell
}

export interface RemoteOrigin {
  readonly kind: 'remote'
  /** The key as it was sent, or null. */
  readonly credential: string | null
  /** Address of the caller, the proxy's word for it where proxies are trusted. */
  readonly address: string
}

export type Outcome = { readonly rateLimit: RateLimitState | null } & (
  | { readonly ok: true; readonly output: unknown | ReadyBody; readonly caller: Caller }
  | { readonly ok: false; readonly problem: Problem }
)

/** What is known of a call when it is over. */
export interface CallRecord {
  readonly op: string
  readonly requestId: string
  /** Null when the credential was not good. */
  readonly caller: Caller | null
  /** Units spent: none for a failure, and none for what the caller held already. */
  readonly units: number
  /** The answer was ready, or held by the caller. */
  readonly cacheHit: boolean
  readonly problem: Problem | null
  readonly durationMs: number
}

export interface ExecutePorts {
  /** The account behind a key, or null when the key is malformed, unknown or revoked. */
  readonly identify: (credential: string) => Promise<Extract<Caller, { kind: 'account' }> | null>
  readonly rateLimiter: RateLimiter
  readonly quota: Quota
  readonly record: (record: CallRecord) => void
  readonly clock: Clock
  readonly services: Services
}

export type Execute = (call: Call) => Promise<Outcome>

export const createExecute =
  (ports: ExecutePorts): Execute =>
  async (call) => {
    const startedMs = ports.clock.elapsedMs()
    let caller: Caller | null = null
    let rateLimit: RateLimitState | null = null
    let units = 0
    let cacheHit = false
    let outcome: Outcome
    let signal: AbortSignal | null = null
    try {
      caller = await identify(ports, call)
      rateLimit = await ports.rateLimiter.take(caller)
      checkRate(rateLimit)
      const input = call.input.parse()
      checkAccess(call.op, input, caller)
      units = charged(call.op, input, caller)
      const reservation = units === 0 ? null : await reserve(ports.quota, caller, units)
      const context: OpContext = {
        caller,
        address: call.from.kind === 'remote' ? call.from.address : null,
        requestId: call.requestId,
        languages: call.languages,
        signal: () => {
          signal ??= call.signal()
          return signal
        },
        progress: boundedSteps(call.progress ?? unheard),
        cacheHit: () => {
          cacheHit = true
        },
        services: ports.services,
      }
      const { output, held } = await run(call, context, input, reservation)
      if (held) {
        units = 0
        cacheHit = true
      }
      outcome = { ok: true, output, rateLimit, caller }
    } catch (error) {
      units = 0
      cacheHit = false
      outcome = { ok: false, problem: failureOf(error, signal), rateLimit }
    }
    ports.record({
      op: call.op.name,
      requestId: call.requestId,
      caller,
      units,
      cacheHit,
      problem: outcome.ok ? null : outcome.problem,
      durationMs: ports.clock.elapsedMs() - startedMs,
    })
    return outcome
  }

const identify = (ports: ExecutePorts, { from }: Call): Caller | Promise<Caller> => {
  if (from.kind === 'operator') return from
  if (from.credential === null) return { kind: 'anonymous', address: from.address }
  return holderOf(ports, from.credential)
}

/** A credential that does not hold is refused on every operation, public ones too: silence would hide a revoked key. */
const holderOf = async (ports: ExecutePorts, credential: string): Promise<Caller> => {
  const account = await ports.identify(credential)
  if (account === null) throw problem('unauthorized', { reason: 'invalid', what: 'credential' })
  return account
}

const checkRate = (state: RateLimitState | null): void => {
  if (state === null || state.allowed) return
  throw problem('rate_limited', {
    calls: state.calls,
    windowSeconds: state.windowSeconds,
    retryAfterSeconds: state.resetSeconds,
  })
}

const checkAccess = (op: AnyOp, input: unknown, caller: Caller): void => {
  if (caller.kind !== 'anonymous' || accessOf(op, input) === 'public') return
  const what = op.access === 'key' ? op.name : `${op.name} with this input`
  throw problem('unauthorized', { reason: 'missing', what })
}

/** Only accounts have units: without a key calls are free, and limited by their number instead. */
const charged = (op: AnyOp, input: unknown, caller: Caller): number =>
  caller.kind === 'account' ? unitsOf(op, input) : 0

const reserve = async (quota: Quota, caller: Caller, units: number): Promise<Reservation> => {
  const answer = await quota.reserve(caller, units)
  if ('giveBack' in answer) return answer
  throw problem('quota_exceeded', { ...answer, units })
}

/** Of what was reserved nothing is spent on a failure, nor on an answer that the caller holds already. */
const run = async (
  call: Call,
  context: OpContext,
  input: unknown,
  reservation: Reservation | null,
): Promise<{ readonly output: unknown; readonly held: boolean }> => {
  try {
    const output = await call.op.handler(context, input)
    const held = call.isHeld?.(output) ?? false
    if (reservation !== null) await (held ? reservation.giveBack() : reservation.spend())
    return { output, held }
  } catch (error) {
    await reservation?.giveBack()
    throw error
  }
}

const unheard: Tell = () => {}

/** Whatever breaks after the caller has gone, breaks because of it. */
const failureOf = (error: unknown, signal: AbortSignal | null): Problem =>
  signal?.aborted === true ? problem('cancelled', {}, error) : asProblem(error)
