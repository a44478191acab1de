/** The listening server: time limits against slow clients, answers to what is not HTTP, and a drain that loses no answer. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Problem, problem, problemBody } from '../../op/problem.ts'
import type { Random } from '../../util/random.ts'
import { createRequestIds } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** How often Node looks for requests past these limits. */
const TIMEOUT_CHECK_MS = 2_000
/** Longer than the idle time of common load balancers (60 s), so that they and not we end idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const MAX_HEADER_BYTES = 16 * 1024
const DRAIN_TIMEOUT_MS = 10_000
const DRAIN_CHECK_MS = 100

export interface RunningServer {
  /** Where it listens. */
  readonly url: string
  /** Where callers are told that it is. */
  readonly baseUrl: string
  /** Takes no new connection, lets running answers finish, then ends. */
  readonly close: () => Promise<void>
}

export interface ListenOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly baseUrlAt: (port: number) => string
  readonly appAt: (baseUrl: string) => RequestListener
  readonly random: Random
}

export const listen = async (options: ListenOptions): Promise<RunningServer> => {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Most requests have no body: no stream is set up to say so.
    optimizeEmptyRequests: true,
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      // The port is known only now, and no connection is read before this returns.
      const { address, family, port } = server.address() as AddressInfo
      const baseUrl = options.baseUrlAt(port)
      const requestId = createRequestIds(options.random)
      server.on('request', options.appAt(baseUrl))
      server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
        refuse(error, socket, baseUrl, requestId()),
      )
      const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
      resolve({ url, baseUrl, close: () => drain(server) })
    })
  })
}

/**
 * `close` also ends connections that wait for nothing; those that still get an answer are given time for it. One whose body was
 * refused before it had all come waits for nothing only later, and nobody but us would notice.
 */
const drain = async (server: Server): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const watchful = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS)
  const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await closed
  clearInterval(watchful)
  clearTimeout(impatient)
}

/** What Node could not read as a request still gets a problem, as far as the connection can carry one. */
const refuse = (error: NodeJS.ErrnoException, socket: Socket, baseUrl: string, requestId: string): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const failure = (PARSER_PROBLEMS[error.code ?? ''] ?? malformed)()
  const body = JSON.stringify(problemBody(failure, { requestId, baseUrl }))
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${failure.title}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      ...pairs(securityHeaders([])).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const pairs = (headers: readonly string[]): readonly (readonly [string, string])[] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]] as const] : []))

const PARSER_PROBLEMS: Readonly<Record<string, () => Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    problem('request_timeout', {
      headersSeconds: HEADERS_TIMEOUT_MS / 1000,
      requestSeconds: REQUEST_TIMEOUT_MS / 1000,
    }),
  HPE_HEADER_OVERFLOW: () => problem('headers_too_large', { maxBytes: MAX_HEADER_BYTES }),
}

const malformed = (): Problem =>
  problem('invalid_input', {
    issues: [{ path: '', message: 'The request is not valid HTTP/1.1.', code: 'invalid_http' }],
  })
