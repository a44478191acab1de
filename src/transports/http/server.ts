/** The listening server: time limits against slow clients, answers to what is not HTTP, and a drain that loses no answer. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Problem, problem } from '../../op/problem/problem.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import type { ConnectionLimits } from './connection-counts.ts'
import { guardConnections } from './connections.ts'
import { rawProblem } from './raw-problem.ts'
import { createRequestIds } from './request-id.ts'
import type { SlowClientLimits } from './slow-readers.ts'

/** How long clients may take, and how many of their connections there may be. */
export interface ServerLimits extends ConnectionLimits, SlowClientLimits {
  /** For the headers of a request, and for all of it. */
  readonly headersMs: number
  readonly requestMs: number
}

const SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 2_000,
  stuckMs: 30_000,
  leastBytesPerSecond: 32 * 1024,
  connections: 10_000,
  connectionsPerAddress: 256,
}
/** Longer than the idle time of common load balancers (60 s), so that they and not we end idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** TCP asks after so long a silence whether the other side is still there: sooner than NATs and load balancers forget it. */
const PROBE_AFTER_MS = 15_000
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
  readonly log: Pick<Log, 'warn'>
  readonly limits?: Partial<ServerLimits>
}

export const listen = async (options: ListenOptions): Promise<RunningServer> => {
  const limits: ServerLimits = { ...SERVER_LIMITS, ...options.limits }
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Nothing is sent while a long call runs, and what stands between forgets silent connections.
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
    // The application says it with a problem.
    requireHostHeader: false,
    // Most requests have no body: no stream is set up to say so.
    optimizeEmptyRequests: true,
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      try {
        resolve(serving(server, limits, options))
      } catch (error) {
        server.close()
        reject(error)
      }
    })
  })
}

/** The port is known only now, and no connection is read before this returns. */
const serving = (server: Server, limits: ServerLimits, options: ListenOptions): RunningServer => {
  const { address, family, port } = server.address() as AddressInfo
  const baseUrl = options.baseUrlAt(port)
  const requestId = createRequestIds(options.random)
  const refusal = (failure: Problem) => rawProblem(failure, { requestId: requestId(), baseUrl })
  guardConnections(server, { limits, refusal, log: options.log })
  const app = options.appAt(baseUrl)
  server.on('request', app)
  // What is expected beside 100-continue may be passed over (RFC 9110 §10.1.1); Node's own answer has no words.
  server.on('checkExpectation', app)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(refusal((PARSER_PROBLEMS[error.code ?? ''] ?? malformed)(limits)))
  })
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  return { url, baseUrl, close: () => drain(server) }
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
const PARSER_PROBLEMS: Readonly<Record<string, (limits: ServerLimits) => Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ({ headersMs, requestMs }) =>
    problem('request_timeout', { headersSeconds: headersMs / 1000, requestSeconds: requestMs / 1000 }),
  HPE_HEADER_OVERFLOW: () => problem('headers_too_large', { maxBytes: MAX_HEADER_BYTES }),
}

const malformed = (): Problem =>
  problem('invalid_input', {
    issues: [{ path: '', message: 'The request is not valid HTTP/1.1.', code: 'invalid_http' }],
  })
