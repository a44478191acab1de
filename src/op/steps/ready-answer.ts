/**
 * The fast path for cached answers. It takes the first steps of `execute.ts` in the same order (identify, rate limit, parse,
 * authorize) without creating a promise, which would cost more than all of them. It leaves other cases to `execute.ts`: an
 * unverified key, a rate limit counted in another process, a body that is still arriving, units to reserve.
 */

import type { Caller } from '../../platform/caller.ts'
import type { RateLimitState } from '../../platform/rate-limit/store.ts'
import type { Clock } from '../../util/clock.ts'
import type { Call, CallRecord, Outcome } from '../call.ts'
import type { OpContext } from '../context.ts'
import type { AnyOp } from '../define.ts'
import { answerBody } from '../response/encoded-body.ts'
import type { Services } from '../services.ts'
import { type AccessPorts, charged, isAuthorized, isInScope } from './authorize.ts'

export interface ReadyPorts extends AccessPorts {
  readonly services: Services
  readonly record: (record: CallRecord) => void
  readonly clock: Clock
}

/** Returns null if the answer is not cached or needs further steps. */
export const readyOutcome = (
  ports: ReadyPorts,
  call: Call,
  startedMs: number,
  caller: Caller,
  rateLimit: RateLimitState | null,
): Outcome | null => {
  const { services, record, clock } = ports
  const { op } = call
  if (op.readyFor === undefined || (rateLimit !== null && !rateLimit.allowed)) return null
  const version = services.catalog.version()
  const input = parsedInput(call)
  if (input === null || typeof version !== 'string' || !isFree(ports, op, input, caller)) return null
  const output = services.answers.peek(
    keyOf(op, input, version, caller, call.languages, inlineLimit(services, call)),
  )
  if (output === null) return null
  record({
    op: op.name,
    requestId: call.requestId,
    caller,
    units: 0,
    cacheHit: true,
    problem: null,
    deferred: false,
    durationMs: clock.elapsedMs() - startedMs,
  })
  return { ok: true, output, rateLimit, caller, repeated: false, jobId: null }
}

/** True if the answer is cached. */
export const isReady = async (
  { services }: Pick<ReadyPorts, 'services'>,
  call: Call,
  input: unknown,
  caller: Caller,
): Promise<boolean> => {
  const { op, languages } = call
  if (op.readyFor === undefined) return false
  const version = await services.catalog.version()
  const key = keyOf(op, input as object, version, caller, languages, inlineLimit(services, call))
  return services.answers.peek(key) !== null
}

/** Runs the handler, and caches its answer if the operation has a cache key. */
export const answerOf = async (op: AnyOp, context: OpContext, input: unknown): Promise<unknown> => {
  if (op.readyFor === undefined) return op.handler(context, input)
  const { services, caller, languages, maxInlineBytes } = context
  const version = await services.catalog.version()
  const key = keyOf(op, input as object, version, caller, languages, maxInlineBytes)
  const prepare = async () => {
    const output = await op.handler(context, input)
    context.owner.processorTime.resume()
    return answerBody(output, op.mediaType)
  }
  return services.answers.get(key, prepare, context.cacheHit)
}

/** Returns the caller's limit for a polygon in the answer, at most the service's. */
export const inlineLimit = (
  services: Pick<Services, 'maxInlineBytes'>,
  { maxInlineBytes = services.maxInlineBytes }: Pick<Call, 'maxInlineBytes'>,
): number => Math.min(maxInlineBytes, services.maxInlineBytes)

/** Returns null if the body is still arriving or the input is invalid; `execute.ts` then reports the errors. */
const parsedInput = (call: Call): object | null => {
  const written = call.readInput()
  if (written instanceof Promise) return null
  try {
    return written.parse() as object
  } catch {
    return null
  }
}

/** True if the caller is authorized and pays nothing. */
const isFree = (ports: ReadyPorts, op: AnyOp, input: unknown, caller: Caller): boolean =>
  isInScope(op, caller) && isAuthorized(ports, op, input, caller) && charged(ports, op, input, caller) === 0

interface KeptKey {
  readonly version: string
  readonly kind: Caller['kind']
  readonly languages: readonly string[]
  readonly maxInlineBytes: number
  readonly key: string
}

/**
 * The last cache key of each parsed input; calls with the same address share the input. Building and hashing the key takes
 * longer than the rest of a cached answer.
 */
const keptKeys = new WeakMap<object, KeptKey>()

const keyOf = (
  op: AnyOp,
  input: object,
  version: string,
  caller: Caller,
  languages: readonly string[],
  maxInlineBytes: number,
): string => {
  const kept = keptKeys.get(input)
  if (
    kept !== undefined &&
    kept.version === version &&
    kept.kind === caller.kind &&
    kept.languages === languages &&
    kept.maxInlineBytes === maxInlineBytes
  )
    return kept.key
  const key = `${version}|${op.name}|${op.readyFor?.(input, caller)}|${languages}|${maxInlineBytes}`
  keptKeys.set(input, { version, kind: caller.kind, languages, maxInlineBytes, key })
  return key
}
