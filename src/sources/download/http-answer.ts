/**
 * Requests a file over HTTP, which may be endless: the body comes in pieces. Follows redirects, each checked and reported; a
 * server that sends nothing for a while has failed.
 */
import { METES } from '../../util/command-name.ts'
import { addressProblem } from '../../util/download-address.ts'
import { isLoopback } from '../../util/loopback.ts'
import { fetchFailureText, retryAfterOf } from '../upstream/fetch-bounded.ts'
import { DownloadFailed, TemporaryFailure } from './download-failed.ts'

export interface HttpClient {
  readonly userAgent: string
  /** Time without a byte after which the server has failed. */
  readonly idleMs: number
  /** Receives both addresses of every redirect that is followed. */
  readonly onRedirect?: (from: URL, to: URL) => void
}

export interface HttpRequest {
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  /** Host that no redirect may leave. */
  readonly onlyHost?: string
  readonly signal?: AbortSignal | undefined
}

export interface HttpAnswer {
  /** Where the redirects ended. */
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  /** @throws TemporaryFailure */
  readonly pieces: AsyncIterable<Uint8Array>
}

const MAX_REDIRECTS = 5

const UNREACHABLE_ADVICE = ` Check the address and the connection, or download the extract on another machine and run "${METES} import FILE".`

/** Returns what `use` makes of the answer; the rest of its body is not read. @throws DownloadFailed, and what `use` throws */
export const withAnswer = async <T>(
  client: HttpClient,
  address: string,
  request: HttpRequest,
  use: (answer: HttpAnswer) => Promise<T>,
): Promise<T> => {
  const idle = createIdleTimer(client.idleMs)
  const signal = request.signal === undefined ? idle.signal : AbortSignal.any([idle.signal, request.signal])
  let at = new URL(address)
  const lost = (happened: string, error: unknown, advice = ''): Error => {
    request.signal?.throwIfAborted()
    const what = idle.isExpired()
      ? `${at.host} sent nothing for ${Math.ceil(client.idleMs / 1000)} s.`
      : `${happened}: ${fetchFailureText(error)}.`
    return new TemporaryFailure(`${what}${advice}`)
  }
  const send = async (): Promise<Response> => {
    try {
      return await idle.during(
        fetch(at, {
          method: request.method ?? 'GET',
          // Without compression, so that ranges and sizes are those of the file.
          headers: { 'User-Agent': client.userAgent, 'Accept-Encoding': 'identity', ...request.headers },
          redirect: 'manual',
          signal,
        }),
      )
    } catch (error) {
      throw lost(`${at.host} cannot be reached`, error, UNREACHABLE_ADVICE)
    }
  }
  async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = body.getReader()
    while (true) {
      const { done, value } = await idle.during(reader.read()).catch((error: unknown) => {
        throw lost(`The connection to ${at.host} broke before the end of the file`, error)
      })
      if (done) return
      yield value
    }
  }
  try {
    for (let redirects = 0; ; redirects++) {
      const { status, headers, body } = await send()
      const to = REDIRECTS.has(status) ? headers.get('location') : null
      if (to === null)
        return await use({ url: at, status, headers, pieces: body === null ? NOTHING : pieces(body) })
      if (redirects === MAX_REDIRECTS)
        throw new DownloadFailed(`${placeOf(address)} redirects more than ${MAX_REDIRECTS} times.`)
      await body?.cancel()
      const next = redirectOf(at, to, request.onlyHost)
      client.onRedirect?.(at, next)
      at = next
    }
  } finally {
    idle.stop()
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} }

const redirectOf = (from: URL, location: string, onlyHost: string | undefined): URL => {
  const to = URL.parse(location, from.href)
  const problem = to === null ? 'is not a URL' : addressProblem(to.href)
  if (to === null || problem !== null)
    throw new DownloadFailed(`${from.host} redirects to ${location.slice(0, 200)}, which ${problem}.`)
  if (isLoopback(to.hostname) && !isLoopback(from.hostname))
    throw new DownloadFailed(`${from.host} redirects to this machine (${to.host}), which is refused.`)
  if (onlyHost !== undefined && to.host !== onlyHost)
    throw new DownloadFailed(
      `${placeOf(from.href)} redirects to another host, ${to.host}. A checksum is only accepted from ${onlyHost}.`,
    )
  return to
}

/** Runs only while something is awaited from the server: writing and hashing may take longer. */
const createIdleTimer = (idleMs: number) => {
  const expiry = new AbortController()
  // Ends an answer that was not read to its end.
  const unread = new AbortController()
  return {
    signal: AbortSignal.any([expiry.signal, unread.signal]),
    isExpired: () => expiry.signal.aborted,
    during: async <T>(work: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => expiry.abort(), idleMs)
      try {
        return await work
      } finally {
        clearTimeout(timer)
      }
    },
    stop: () => unread.abort(),
  }
}

/** Returns an address for messages: without its query, which may be a secret. */
export const placeOf = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** Says what a status means that has no content. */
export const refusedStatus = ({ url, status, headers }: HttpAnswer, nowMs: number): DownloadFailed => {
  const place = placeOf(url.href)
  const waitSeconds = retryAfterOf(headers, nowMs)
  if (status === 404 || status === 410)
    return new DownloadFailed(`${place} does not exist (HTTP ${status}). Check the address.`)
  if (status === 401 || status === 403)
    return new DownloadFailed(`${url.host} does not allow access to ${place} (HTTP ${status}).`)
  if (status === 429 || status >= 500)
    return new TemporaryFailure(
      `${url.host} cannot send ${place} now (HTTP ${status}). Try again ${waitSeconds === null ? 'later' : `in ${waitSeconds} s`}.`,
    )
  return new DownloadFailed(`${url.host} answered with HTTP ${status} instead of ${place}.`)
}

/** Reads a small body. @throws DownloadFailed if it is larger than the limit */
export const readSmall = async ({ url, pieces }: HttpAnswer, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > maxBytes)
      throw new DownloadFailed(`${placeOf(url.href)} is larger than ${maxBytes} bytes, which is refused.`)
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
}
