/** The HTTP server: timeouts for slow clients, answers to malformed requests, and a graceful shutdown. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Problem, problem } from '../../op/problem/problem.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { rawProblem } from './raw-problem.ts'
import { guardConnections } from './reject-connections.ts'
import { createRequestIds } from './request-id.ts'
import { SLOW_CLIENT_LIMITS, type SlowClientLimits } from './slow-readers.ts'

/** Timeouts and connection limits. */
export interface ServerLimits extends ConnectionLimits, SlowClientLimits {
  /** Time limits for the headers and for the whole request. */
  readonly headersMs: number
  readonly requestMs: number
}

const SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  ...SLOW_CLIENT_LIMITS,
  connections: 10_000,
  connectionsPerAddress: 256,
}
/** Longer than the idle timeout of common load balancers (60 s), so that they close idle connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** TCP keep-alive probes start before NATs and load balancers drop a silent connection. */
const PROBE_AFTER_MS = 15_000
const MAX_HEADER_BYTES = 16 * 1024
/**
 * Connections that wait to be accepted; the system may allow fewer. Node accepts one in each turn of the event loop, and what finds no
 * room tries again only after a second, then three, then seven.
 */
const BACKLOG = 4_096
/** Time for running answers when the server closes. */
export const DRAIN_TIMEOUT_MS = 8_000
const DRAIN_CHECK_MS = 100

export interface RunningServer {
  /** Address on which it listens. */
  readonly url: string
  /** Public address. */
  readonly baseUrl: string
  /** Returns the number of open connections. */
  readonly connections: () => Promise<number>
  /** From now on each answer ends its connection, so that its client opens the next one elsewhere. */
  readonly endConnections: () => void
  /**
   * Accepts no new connections, finishes running answers, then resolves. Idle connections stay open for `lingerMs` (0 if absent), because
   * a call may be on its way.
   */
  readonly close: (lingerMs?: number) => Promise<void>
}

export interface ListenOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly baseUrlAt: (port: number) => string
  readonly appAt: (baseUrl: string) => RequestListener
  readonly random: Random
  readonly log: Pick<Log, 'warn'>
  readonly limits?: Partial<ServerLimits>
}

export const listen = async (options: ListenOptions): Promise<RunningServer> => {
  const limits: ServerLimits = { ...SERVER_LIMITS, ...options.limits }
  const ending = { is: false }
  const server = createServer({
    ServerResponse: answersThatEnd(ending),
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Nothing is sent while a long call runs, and middleboxes drop silent connections.
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
    // The application answers with a problem instead.
    requireHostHeader: false,
    // Most requests have no body and need no stream.
    optimizeEmptyRequests: true,
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, backlog: BACKLOG }, () => {
      try {
        resolve(serving(server, limits, ending, options))
      } catch (error) {
        server.close()
        reject(error)
      }
    })
  })
}

/** Decides when an answer begins: its request may have come before. */
const answersThatEnd = (ending: { readonly is: boolean }): typeof ServerResponse =>
  class<Request extends IncomingMessage> extends ServerResponse<Request> {
    // All overloads.
    override writeHead(...given: readonly never[]): this {
      if (ending.is) this.shouldKeepAlive = false
      return super.writeHead(...(given as unknown as Parameters<ServerResponse['writeHead']>))
    }
  }

/** Called when the port is known and before any connection is read. */
const serving = (
  server: Server,
  limits: ServerLimits,
  ending: { is: boolean },
  options: ListenOptions,
): RunningServer => {
  const { address, family, port } = server.address() as AddressInfo
  const baseUrl = options.baseUrlAt(port)
  const requestId = createRequestIds(options.random)
  const refusal = (failure: Problem) => rawProblem(failure, { requestId: requestId(), baseUrl })
  guardConnections(server, { limits, refusal, log: options.log })
  const app = options.appAt(baseUrl)
  server.on('request', app)
  // Expectations other than 100-continue may be ignored (RFC 9110 §10.1.1); Node's own answer has no body.
  server.on('checkExpectation', app)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(refusal((PARSER_PROBLEMS[error.code ?? ''] ?? malformed)(limits)))
  })
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  return {
    url,
    baseUrl,
    connections: promisify(server.getConnections.bind(server)),
    endConnections: () => {
      ending.is = true
    },
    close: (lingerMs = 0) => drain(server, lingerMs),
  }
}

/**
 * Busy connections get time for their answer. A connection whose body was rejected early becomes idle only later, so idle connections are
 * closed repeatedly.
 */
const drain = async (server: Server, lingerMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  // That of HTTP would also close idle connections.
  NetServer.prototype.close.call(server)
  const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  if (lingerMs > 0) await Promise.race([closed, delay(lingerMs, undefined, { ref: false })])
  server.close()
  const watchful = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS)
  await closed
  clearInterval(watchful)
  clearTimeout(impatient)
}

/** Problems for requests that Node could not parse. */
const PARSER_PROBLEMS: Readonly<Record<string, (limits: ServerLimits) => Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ({ headersMs, requestMs }) =>
    problem('request_timeout', { headersSeconds: headersMs / 1000, requestSeconds: requestMs / 1000 }),
  HPE_HEADER_OVERFLOW: () => problem('headers_too_large', { maxBytes: MAX_HEADER_BYTES }),
}

const malformed = (): Problem =>
  problem('invalid_input', {
    issues: [{ path: '', message: 'The request is not valid HTTP/1.1.', code: 'invalid_http' }],
  })
