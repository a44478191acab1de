/** Responses of OpenAPI: one component for each status and set of problem codes, to which operations refer. */
import type { AnyOp } from '../../op/define.ts'
import { COMMON_CODES, PROBLEM_CODES, problemStatus, problemTitle } from '../../op/problem/problem.ts'
import type { ProblemCode } from '../../op/problem/problem-facts.ts'
import { contentOf, type Json, referenceTo } from '../openapi/document.ts'
import { pascalCase } from './openapi-schemas.ts'

const text = (description?: string): Json => ({ type: 'string', ...(description && { description }) })
const integer = (description: string): Json => ({ type: 'integer', description })

const header = (description: string, type = 'string', format?: string): Json => ({
  description,
  schema: { type, ...(format && { format }) },
})

export const HEADERS: Json = {
  'X-Request-Id': header('Id of this call. Quote it in reports.'),
  'RateLimit-Policy': header('The rate limit of the caller.'),
  RateLimit: header('The remaining calls and the seconds until the limit resets.'),
  'Retry-After': header('Seconds to wait before the next try.', 'integer'),
  'WWW-Authenticate': header('Where to get a key (RFC 9728), and `invalid_token` for an invalid one.'),
  ETag: header('Entity tag for If-None-Match in the next call.'),
  Location: header('Address of the file or job.', 'string', 'uri'),
  'Preference-Applied': header('`respond-async`.'),
  'Idempotent-Replayed': header('`true` when this repeats the first answer.'),
}

/** Returns references to these headers and to those of every answer. */
export const headers = (...names: readonly string[]): Json =>
  Object.fromEntries(
    ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...names].map((name) => [
      name,
      referenceTo('headers', name),
    ]),
  )

const listOf = (items: Json, description: string): Json => ({ type: 'array', description, items })
const object = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties })

export const PROBLEM_SCHEMA: Json = {
  type: 'object',
  description: 'RFC 9457 problem details. `type` is the address of a page about each code.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Address of the page about the error code.' },
    title: text('The same for every problem with this code.'),
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: text('What is wrong and what to do, in full sentences.'),
    instance: text('Path with the request id, which identifies this occurrence.'),
    code: { type: 'string', enum: PROBLEM_CODES },
    request_id: text(),
    trace_id: text('Trace of the call, if the server makes traces.'),
    retry_after: integer('Seconds to wait, as in Retry-After.'),
    issues: listOf(
      object({
        path: text('Dotted path of the field; empty for the whole input.'),
        message: text(),
        code: text(),
      }),
      'Each fault of the input, with `invalid_input`.',
    ),
    unmapped: listOf(
      object({
        text: text(),
        reason: text(),
        candidates: { type: 'array', items: referenceTo('schemas', 'Candidate') },
      }),
      'Each phrase that is not a boundary, with `unmappable_area`.',
    ),
    notes: listOf(text(), 'Hints, with `unmappable_area`.'),
    explanation: listOf(
      { type: 'object' },
      'Each way to read the description, with `unmappable_area` and `explain`.',
    ),
    error: text('The code of OAuth (RFC 6749 §5.2), in sign-ins.'),
    interval: integer('Seconds between polls, with `authorization_pending`.'),
    allowance: integer('Units of the month with `quota_exceeded`, bytes with `too_many_files`.'),
    used: integer('Used part of the allowance.'),
    resets_at: text('When the units reset, with `quota_exceeded`.'),
    next_expiry: {
      type: ['string', 'null'],
      description: 'When the next file expires, with `too_many_files`.',
    },
  },
}

/** Problems of any request before its operation is known. */
const CONNECTION_CODES: readonly ProblemCode[] = [
  'request_timeout',
  'headers_too_large',
  'too_many_connections',
]
/** Problems of a request with a body. */
const BODY_CODES: readonly ProblemCode[] = ['too_large', 'unsupported_media_type']

const EXTRA_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  502: ['Retry-After'],
  503: ['Retry-After'],
  504: ['Retry-After'],
}

/** Returns problem codes by status: those of the operation, and those of its transport. */
const failureCodes = (op: AnyOp, method: string): ReadonlyMap<number, readonly ProblemCode[]> => {
  const codes = new Set([
    ...COMMON_CODES,
    ...op.errors,
    ...(method === 'POST' ? BODY_CODES : []),
    ...CONNECTION_CODES,
  ])
  return Map.groupBy(
    PROBLEM_CODES.filter((code) => codes.has(code)),
    problemStatus,
  )
}

const responseName = (codes: readonly ProblemCode[]): string => codes.map(pascalCase).join('Or')

/** Returns references by status. */
export const failures = (op: AnyOp, method: string): Json =>
  Object.fromEntries(
    [...failureCodes(op, method)].map(([status, codes]) => [
      status,
      referenceTo('responses', responseName(codes)),
    ]),
  )

/** Returns the components to which `failures` refers; RPC routes are POST. */
export const failureComponents = (ops: readonly AnyOp[]): Json =>
  Object.fromEntries(
    ops
      .flatMap((op) => [...failureCodes(op, op.route.method), ...failureCodes(op, 'POST')])
      .map(([status, codes]) => [responseName(codes), response(status, codes)]),
  )

const response = (status: number, codes: readonly ProblemCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${problemTitle(code)}.`).join(' '),
  headers: headers(...(EXTRA_HEADERS[status] ?? [])),
  content: contentOf('application/problem+json', 'Problem'),
})
