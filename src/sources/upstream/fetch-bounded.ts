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

/** @throws HttpFailed */
export const fetchBounded = async (
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { maxBytes, timeoutMs, signal }: Limits,
): Promise<UpstreamAnswer> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const host = new URL(url).host
  const received = { bytes: 0 }
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
    return { status, headers, bytes: await readAll(response, maxBytes, host, received) }
  } catch (error) {
    if (error instanceof HttpFailed) throw error
    signal?.throwIfAborted()
    if (timeout.aborted)
      throw new HttpFailed(
        'timeout',
        `${host} did not answer within ${Math.round(timeoutMs / 1000)} s.`,
        received.bytes,
        { cause: error },
      )
    throw new HttpFailed(
      'unreachable',
      `${host} cannot be reached: ${fetchFailureText(error)}.`,
      received.bytes,
      {
        cause: error,
      },
    )
  }
}

/** Limits the decompressed body, because a small file may expand to gigabytes. */
const readAll = async (
  response: Response,
  maxBytes: number,
  host: string,
  received: { bytes: number },
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body ?? []) {
    received.bytes += chunk.byteLength
    if (received.bytes > maxBytes)
      throw new HttpFailed(
        'too large',
        `The answer of ${host} is larger than ${maxBytes} bytes.`,
        received.bytes,
      )
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, received.bytes)
}

/** `fetch` only says "fetch failed"; its cause says why. */
const fetchFailureText = (error: unknown): string => {
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
