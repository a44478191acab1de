/** A problem as a raw HTTP response, for connections without a request that the application could answer. */
import { type Problem, problemBody } from '../../op/problem/problem.ts'
import { securityHeaders } from './security-headers.ts'

export const rawProblem = (failure: Problem, call: { requestId: string; baseUrl: string }): string => {
  const body = JSON.stringify(problemBody(failure, call))
  return [
    `HTTP/1.1 ${failure.status} ${failure.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${call.requestId}`,
    'Cache-Control: no-store',
    ...Object.entries(failure.headers(call)).map(([name, value]) => `${name}: ${value}`),
    ...headerPairs(securityHeaders([])).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

const headerPairs = (headers: readonly string[]): readonly (readonly [string, string])[] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]] as const] : []))
