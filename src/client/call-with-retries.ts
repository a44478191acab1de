/** Calls an operation over HTTP, and retries while the service is too busy. */
import { connectionFailureText } from './connection-failure.ts'
import { MetesProblem, MetesUnexpectedAnswer, MetesUnreachable } from './errors.ts'
import { OPERATIONS, type Problem } from './operations.ts'
import { sleep } from './sleep.ts'
import type { ClientOptions, OperationName, RawAnswer, RequestOptions } from './types.ts'

export type RawCall = (operation: string, input: object, options: RequestOptions) => Promise<RawAnswer>

const DEFAULT_RETRIES = 2
const DEFAULT_MAX_RETRY_AFTER_SECONDS = 60
/** The service was too busy: nothing ran and nothing was charged. */
const BUSY: readonly number[] = [429, 503]

export const createCall = (client: ClientOptions, server: string): RawCall => {
  const { retries = DEFAULT_RETRIES, maxRetryAfterSeconds = DEFAULT_MAX_RETRY_AFTER_SECONDS } = client
  const baseUrl = client.baseUrl.replace(/\/+$/, '')

  return async (operation, input, options) => {
    const request: RequestInit = {
      method: 'POST',
      headers: requestHeaders(client, operation, options),
      body: JSON.stringify(input),
      signal: options.signal ?? null,
    }
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await reach(client, server, `${baseUrl}/v1/ops/${operation}`, request)
        return await readAnswer(response, server, options.signal)
      } catch (error) {
        if (!(error instanceof MetesProblem)) throw error
        const waitSeconds = BUSY.includes(error.status) ? error.retryAfterSeconds : null
        if (waitSeconds === null || waitSeconds > maxRetryAfterSeconds || attempt >= retries) throw error
        await sleep(waitSeconds, options.signal)
      }
    }
  }
}

/** What messages call the server. */
export const serverName = ({ baseUrl }: ClientOptions): string => baseUrl || THE_SERVICE

const THE_SERVICE = 'the service'

/** @throws MetesUnreachable, the reason of the signal, or an error of the caller's own `fetch` that is no TypeError */
const reach = async (
  { fetch: own }: ClientOptions,
  server: string,
  address: string,
  request: RequestInit,
): Promise<Response> => {
  try {
    return await (own ?? fetch)(address, request)
  } catch (error) {
    request.signal?.throwIfAborted()
    if (own !== undefined && !(error instanceof TypeError)) throw error
    throw new MetesUnreachable(server, error)
  }
}

const requestHeaders = (
  client: ClientOptions,
  operation: string,
  { idempotencyKey, language = client.language, respondAsync, maxInlineBytes }: RequestOptions,
): Record<string, string> => {
  const preferences = [
    ...(respondAsync === undefined ? [] : ['respond-async']),
    ...(typeof respondAsync === 'object' ? [`wait=${respondAsync.afterSeconds}`] : []),
    ...(maxInlineBytes === undefined ? [] : [`max-inline-bytes=${maxInlineBytes}`]),
  ]
  return {
    ...client.headers,
    'Content-Type': 'application/json',
    ...(client.apiKey !== undefined && client.apiKey !== '' && { Authorization: `Bearer ${client.apiKey}` }),
    ...(language !== undefined && { 'Accept-Language': language }),
    ...(preferences.length > 0 && { Prefer: preferences.join(', ') }),
    // Calls without an API key are not charged, so they need no idempotency key.
    ...(OPERATIONS[operation as OperationName]?.takesIdempotencyKey && {
      'Idempotency-Key': idempotencyKey ?? newIdempotencyKey(),
    }),
  }
}

/** Not `randomUUID`: browsers lack it on pages without TLS. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/

/** @throws MetesProblem if the service refused, MetesUnexpectedAnswer if the body is incomplete or not one of the service's */
export const readAnswer = async (
  response: Response,
  server = THE_SERVICE,
  signal?: AbortSignal,
): Promise<RawAnswer> => {
  const { status, statusText, headers } = response
  const body = await response.arrayBuffer().catch((error: unknown) => {
    signal?.throwIfAborted()
    throw new MetesUnexpectedAnswer(server, status, `is incomplete: ${connectionFailureText(error)}`, error)
  })
  const answer = { status, headers, bytes: new Uint8Array(body) }
  const type = headers.get('content-type') ?? ''
  const isProblem = type.startsWith('application/problem+json')
  if (!JSON_TYPE.test(type) || response.ok === isProblem) throw foreign(answer, server)
  if (!isProblem) return answer
  // The problem of a gateway may lack what every problem of the service has.
  const known = {
    title: `${status} ${statusText}`,
    status,
    request_id: headers.get('x-request-id') ?? undefined,
  }
  throw new MetesProblem({ ...known, ...parsed<Problem>(answer, server) })
}

/** @throws MetesUnexpectedAnswer if the answer is not JSON, for example because it is incomplete */
export const parsed = <T>(answer: RawAnswer, server = THE_SERVICE): T => {
  try {
    return JSON.parse(textOf(answer)) as T
  } catch (error) {
    throw foreign(answer, server, error)
  }
}

const MAX_QUOTED_LENGTH = 200

const foreign = (
  answer: RawAnswer,
  server: string,
  cause: unknown = textOf(answer),
): MetesUnexpectedAnswer => {
  const quoted = textOf(answer).slice(0, MAX_QUOTED_LENGTH)
  return new MetesUnexpectedAnswer(server, answer.status, `did not come from Metes: ${quoted}`, cause)
}

const textOf = ({ bytes }: RawAnswer): string => new TextDecoder().decode(bytes)
