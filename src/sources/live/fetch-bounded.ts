/**
 * One HTTP request to an untrusted server: the decompressed size and the time are limited, redirects are not followed, and every
 * failure is distinguished from an answer.
 */

export interface Limits {
  readonly maxBytes: number
  readonly timeoutMs: number
  /** Ends the request where nobody needs it any more; its reason is thrown. */
  readonly signal?: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

export type HttpFault = 'unreachable' | 'timeout' | 'too large' | 'redirected'

export class HttpFailed extends Error {
  override readonly name = 'HttpFailed'
  readonly fault: HttpFault

  constructor(fault: HttpFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** @throws HttpFailed */
export const fetchBounded = async (
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { maxBytes, timeoutMs, signal }: Limits,
): Promise<HttpAnswer> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const host = new URL(url).host
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    })
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel()
      throw new HttpFailed('redirected', `${host} redirects to another address.`)
    }
    const { status, headers } = response
    return { status, headers, bytes: await readAll(response, maxBytes, host) }
  } catch (error) {
    if (error instanceof HttpFailed) throw error
    signal?.throwIfAborted()
    if (timeout.aborted)
      throw new HttpFailed('timeout', `${host} did not answer within ${Math.round(timeoutMs / 1000)} s.`, {
        cause: error,
      })
    throw new HttpFailed('unreachable', `${host} cannot be reached: ${reasonOf(error)}.`, { cause: error })
  }
}

/** Of the body as it is after decompression: a small file may hold gigabytes. */
const readAll = async (response: Response, maxBytes: number, host: string): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes)
      throw new HttpFailed('too large', `The answer of ${host} is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)
}

/** `fetch` says "fetch failed"; what failed is in its cause. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown error'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

/** RFC 9110 §10.2.3, in seconds as these servers write it; null where it is absent. */
export const retryAfterOf = (headers: Headers): number | null => {
  const text = headers.get('retry-after')
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}
