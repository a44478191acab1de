/** Builds answers shared by all parts of the HTTP transport. */
import type { Realm } from '../../op/problem/challenge.ts'
import { problemBody } from '../../op/problem/problem.ts'
import { problemFromError } from '../../op/problem/problem-from-error.ts'
import { EncodedBody, jsonBody } from '../../op/response/encoded-body.ts'
import type { RateLimitState } from '../../platform/rate-limit/store.ts'
import { NOT_KEPT } from './cache-control.ts'
import type { HttpAnswer } from './message.ts'
import { rateLimitFields } from './rate-limit-headers.ts'

export const jsonAnswer = (value: unknown, headers: readonly string[]): HttpAnswer => ({
  status: 200,
  body: jsonBody(value),
  headers,
})

export const textAnswer = (text: string, mediaType: string, headers: readonly string[]): HttpAnswer => ({
  status: 200,
  body: new EncodedBody(Buffer.from(text), mediaType),
  headers,
})

/** Returns the answer for an error: a problem (RFC 9457). */
export const problemAnswer = (
  error: unknown,
  call: Realm & { readonly requestId: string; readonly rateLimit?: RateLimitState | null },
): HttpAnswer => {
  const failure = problemFromError(error)
  return {
    status: failure.status,
    body: jsonBody(problemBody(failure, call), 'application/problem+json'),
    headers: [
      ...NOT_KEPT,
      ...Object.entries(failure.headers(call)).flat(),
      ...rateLimitFields(call.rateLimit ?? null),
    ],
  }
}
