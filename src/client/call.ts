/** Calls an operation over HTTP, and retries while the service is too busy. */
import { MetesProblem, MetesUnexpectedAnswer } from './errors.ts'
import { OPERATIONS, type Problem } from './operations.ts'
import { sleep } from './sleep.ts'
import type { AsyncCallOptions, CallOptions, ClientOptions, OperationName } from './types.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}

export type CallOperation = (
  operation: OperationName,
  input: object,
  options: CallOptions & Partial<AsyncCallOptions>,
) => Promise<Answer>

const DEFAULT_RETRIES = 2
const DEFAULT_MAX_RETRY_AFTER_SECONDS = 60
/** The service was too busy: nothing ran and nothing was charged. */
const BUSY: readonly number[] = [429, 503]

export const createCall = (client: ClientOptions): CallOperation => {
  const send = client.fetch ?? fetch
  const { retries = DEFAULT_RETRIES, maxRetryAfterSeconds = DEFAULT_MAX_RETRY_AFTER_SECONDS } = client
  const baseUrl = client.baseUrl.replace(/\/+$/, '')

  return async (operation, input, options) => {
    const request: RequestInit = {
      method: 'POST',
      headers: headersOf(client, operation, options),
      body: JSON.stringify(input),
      signal: options.signal ?? null,
    }
    for (let attempt = 0; ; attempt++) {
      const response = await send(`${baseUrl}/v1/ops/${operation}`, request)
      const body = await bodyOf(response)
      if (response.ok) return { status: response.status, body }
      const problem = new MetesProblem(body as Problem)
      const waitSeconds = BUSY.includes(response.status) ? problem.retryAfterSeconds : null
      if (waitSeconds === null || waitSeconds > maxRetryAfterSeconds || attempt >= retries) throw problem
      await sleep(waitSeconds, options.signal)
    }
  }
}

const headersOf = (
  { apiKey, language }: ClientOptions,
  operation: OperationName,
  { idempotencyKey, respondAsync }: CallOptions & Partial<AsyncCallOptions>,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
  ...(language !== undefined && { 'Accept-Language': language }),
  ...(respondAsync !== undefined && { Prefer: preferenceOf(respondAsync) }),
  // Calls without an API key are not charged, so they need no idempotency key.
  ...(OPERATIONS[operation].takesIdempotencyKey && { 'Idempotency-Key': idempotencyKey ?? newKey() }),
})

const preferenceOf = (respondAsync: AsyncCallOptions['respondAsync']): string =>
  respondAsync === true ? 'respond-async' : `respond-async, wait=${respondAsync.afterSeconds}`

/** Not `randomUUID`: browsers lack it on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/

/** @throws MetesUnexpectedAnswer if the body is not one of the service's */
const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const isProblem = type.startsWith('application/problem+json')
  if (JSON_TYPE.test(type) && response.ok !== isProblem) return JSON.parse(text)
  throw new MetesUnexpectedAnswer(response.status, text)
}
