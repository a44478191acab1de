/** Runs an operation for an HTTP request, for REST and RPC routes. */

import type { AsyncPreference, Execute, Outcome, Transport } from '../../op/call.ts'
import type { AnyOp } from '../../op/define.ts'
import type { RawInput } from '../../op/raw-input.ts'
import { answerBody } from '../../op/response/encoded-body.ts'
import { statusUrl } from '../../op/response/job-body.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Log } from '../../util/log.ts'
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import { problemAnswer } from './answer.ts'
import { OPERATION_NOT_KEPT, operationKept } from './cache-control.ts'
import { matchIfNoneMatch } from './entity-tags.ts'
import type { HttpAnswer, HttpRequest } from './message.ts'
import { type Preferences, preferencesOf } from './prefer-header.ts'
import { rateLimitFields } from './rate-limit-headers.ts'

export interface OperationRunner {
  readonly execute: Execute
  readonly transport: Transport
  readonly baseUrl: string
  readonly log: Log
}

export const runOperation = (
  op: AnyOp,
  readInput: () => NowOrLater<RawInput>,
  request: HttpRequest,
  runner: OperationRunner,
  redirect?: AnyOp['redirect'],
): NowOrLater<HttpAnswer> => {
  const isPost = request.method === 'POST'
  const preferences = isPost || op.long === true ? preferencesOf(request.header('prefer')) : null
  const outcome = runner.execute({
    op,
    transport: runner.transport,
    readInput,
    from: request.origin,
    requestId: request.requestId,
    languages: request.languages,
    signal: () => request.signal(),
    idempotencyKey: isPost ? request.header('idempotency-key') : undefined,
    asyncPreference: preferences !== null && op.long === true ? asyncPreferenceOf(preferences) : undefined,
    // Answers to GET are cached by address, so they must not depend on the header.
    maxInlineBytes: isPost ? (preferences?.maxInlineBytes ?? undefined) : undefined,
    // A redirect is never 304.
    isNotModified: redirect === undefined ? holding(op, request) : undefined,
  })
  return thenOrNow(outcome, (known) => outcomeAnswer(op, known, request, runner, redirect))
}

const outcomeAnswer = (
  op: AnyOp,
  outcome: Outcome,
  request: HttpRequest,
  { baseUrl, log }: OperationRunner,
  redirect: AnyOp['redirect'],
): HttpAnswer => {
  if (!outcome.ok) {
    const { problem, rateLimit } = outcome
    if (problem.status >= 500)
      log.error({ requestId: request.requestId, op: op.name, error: problem.cause ?? problem }, problem.title)
    return problemAnswer(problem, { requestId: request.requestId, baseUrl, rateLimit })
  }
  const { output } = outcome
  const body = answerBody(output, op.mediaType)
  const headers = [
    ...keeping(op, request, outcome.caller),
    ...rateLimitFields(outcome.rateLimit),
    ...(outcome.repeated ? REPEATED : []),
  ]
  if (outcome.jobId !== null)
    return {
      status: 202,
      body,
      headers: [...headers, ...ACCEPTED, 'Location', statusUrl(outcome.jobId, baseUrl)],
    }
  if (redirect === undefined) return { status: 200, body, headers }
  // A temporary redirect, because the target changes when the boundary does.
  return { status: 302, body, headers: [...headers, 'Location', redirect(output)] }
}

/** Returns whether the answer will be 304; undefined without If-None-Match. */
const holding = (op: AnyOp, request: HttpRequest): ((output: unknown) => boolean) | undefined => {
  const ifNoneMatch = request.header('if-none-match')
  if (ifNoneMatch === undefined) return undefined
  return (output) =>
    matchIfNoneMatch(request.method, ifNoneMatch, answerBody(output, op.mediaType).etag) !== null
}

/** RFC 7240 §3, and the time of the first poll. */
const ACCEPTED: readonly string[] = ['Preference-Applied', 'respond-async', 'Retry-After', '1']

const asyncPreferenceOf = ({ respondAsync, waitSeconds }: Preferences): AsyncPreference | undefined =>
  respondAsync ? { waitSeconds: waitSeconds ?? 0 } : undefined

/** A de-facto header, not in the draft. */
const REPEATED: readonly string[] = ['Idempotent-Replayed', 'true']

const keeping = (op: AnyOp, request: HttpRequest, caller: Caller): readonly string[] =>
  op.cacheSeconds === undefined || request.method === 'POST'
    ? OPERATION_NOT_KEPT
    : operationKept(op.cacheSeconds, caller)

/** Reads a body at most once. */
export const readOnce = (read: () => Promise<RawInput>): (() => Promise<RawInput>) => {
  let reading: Promise<RawInput> | null = null
  return () => {
    reading ??= read()
    return reading
  }
}
