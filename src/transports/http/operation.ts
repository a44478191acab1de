/** Runs an operation for an HTTP request: what REST and RPC routes have in common. */
import type { AnyOp } from '../../op/define.ts'
import type { Execute } from '../../op/execute.ts'
import { jsonBody, ReadyBody } from '../../op/ready-body.ts'
import type { WrittenInput } from '../../op/written-input.ts'
import type { Log } from '../../util/log.ts'
import { NOT_KEPT, problemAnswer, rateLimitFields } from './answer.ts'
import { heldTag } from './conditional.ts'
import type { HttpAnswer, HttpRequest } from './message.ts'

export interface OperationRunner {
  readonly execute: Execute
  readonly baseUrl: string
  readonly log: Log
}

export const runOperation = async (
  op: AnyOp,
  input: WrittenInput,
  request: HttpRequest,
  { execute, baseUrl, log }: OperationRunner,
  redirect?: AnyOp['redirect'],
): Promise<HttpAnswer> => {
  const outcome = await execute({
    op,
    input,
    from: request.origin,
    requestId: request.requestId,
    languages: request.languages,
    signal: () => request.signal(),
    // A redirect is never told to be unchanged.
    ...(redirect === undefined && { isHeld: (output) => isHeld(op, output, request) }),
  })
  if (!outcome.ok) {
    const { problem, rateLimit } = outcome
    if (problem.status >= 500)
      log.error({ requestId: request.requestId, op: op.name, error: problem.cause ?? problem }, problem.title)
    return problemAnswer(problem, { requestId: request.requestId, baseUrl, rateLimit })
  }
  const { output } = outcome
  const body = bodyOf(op, output)
  const headers = [...keeping(op, request), ...rateLimitFields(outcome.rateLimit)]
  if (redirect === undefined) return { status: 200, body, headers }
  // Found, and not for good: what the address leads to changes when the boundary does.
  return { status: 302, body, headers: [...headers, 'Location', redirect(output)] }
}

const bodyOf = (op: AnyOp, output: unknown): ReadyBody =>
  output instanceof ReadyBody ? output : jsonBody(output, op.mediaType)

/** The answer will be 304. */
const isHeld = (op: AnyOp, output: unknown, request: HttpRequest): boolean => {
  const ifNoneMatch = request.header('if-none-match')
  return ifNoneMatch !== undefined && heldTag(request.method, ifNoneMatch, bodyOf(op, output).etag) !== null
}

/** Names are in the caller's language, and what is given by default depends on the key. */
const VARY = 'Accept-Encoding, Accept-Language, Authorization, X-API-Key'

const keeping = (op: AnyOp, request: HttpRequest): readonly string[] => {
  if (op.cacheSeconds === undefined || request.method === 'POST') return [...NOT_KEPT, 'Vary', VARY]
  const whose = request.origin.credential === null ? 'public' : 'private'
  return ['Cache-Control', `${whose}, max-age=${op.cacheSeconds}`, 'Vary', VARY]
}
