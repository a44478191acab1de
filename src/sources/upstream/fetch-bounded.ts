/**
 * Makes one HTTP request to an untrusted server: limits the decompressed size and the time, follows no redirects, and
 * distinguishes every failure from an answer.
 */

export interface Limits {
  readonly maxBytes: number
  readonly timeoutMs: number
  /** Aborts the request; its reason is thrown. */
  readonly signal?: AbortSignal
}

export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

export type HttpFault = 'unreachable' | 'timeout' | 'too large' | 'redirected'

export class HttpFailed extends Error {
  override readonly name = 'HttpFailed'
  readonly fault: HttpFault
  /** Bytes of the body that were received before the failure. */
  readonly bytes: number

  constructor(fault: HttpFault, message: string, bytes = 0, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
    this.bytes = bytes
  }
}

/** True if only this answer was cut off, by us or by the server; otherwise the server cannot be asked at all. */
export const isOfQuestion = ({ fault, bytes }: HttpFailed): boolean =>
  fault === 'timeout' || fault === 'too large' || (fault === 'unreachable' && bytes > 0)

/** True if the request did not even get to a server. */
export const neverConnected = ({ fault, cause }: HttpFailed): boolean =>
  fault === 'unreachable' && NO_CONNECTION.has(fetchFailureText(cause))

/** https://nodejs.org/api/errors.html#common-system-errors, and undici's own. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  // Of a port that fetch never connects to (https://fetch.spec.whatwg.org/#port-blocking).
  'bad port',
])

/** @throws HttpFailed */
export const fetchBounded = async (
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { maxBytes, timeoutMs, signal }: Limits,
): Promise<UpstreamAnswer> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const host = new URL(url).host
  const chunks: Uint8Array[] = []
  let received = 0
  const failed = (fault: HttpFault, message: string, cause?: unknown): HttpFailed =>
    new HttpFailed(fault, message, received, { cause })
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    })
    const { status, headers } = response
    if (status >= 300 && status < 400 && status !== 304) {
      await response.body?.cancel()
      throw failed('redirected', `${host} redirects to another address.`)
    }
    // Limits the decompressed body, because a small file may expand to gigabytes.
    for await (const chunk of response.body ?? []) {
      received += chunk.byteLength
      if (received > maxBytes)
        throw failed('too large', `The answer of ${host} is larger than ${maxBytes} bytes.`)
      chunks.push(chunk)
    }
    return { status, headers, bytes: chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, received) }
  } catch (error) {
    if (error instanceof HttpFailed) throw error
    signal?.throwIfAborted()
    throw timeout.aborted
      ? failed('timeout', `${host} did not answer within ${Math.round(timeoutMs / 1000)} s.`, error)
      : failed('unreachable', `${host} cannot be reached: ${fetchFailureText(error)}.`, error)
  }
}

/** `fetch` only says "fetch failed"; its cause says why. */
export const fetchFailureText = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown error'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

/** Returns seconds from either form of RFC 9110 §10.2.3; null if the header is absent or invalid. */
export const retryAfterOf = (headers: Headers, nowMs: number): number | null => {
  const text = headers.get('retry-after') ?? ''
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const atMs = /^\w{3}, \d\d /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}
