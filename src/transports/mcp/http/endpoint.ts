/** Answers the messages of the Model Context Protocol. */
import { createMcpHandler, type Server } from '@modelcontextprotocol/server'
import { type Admit, type Admitted, authorizeCalls } from '../../../op/admit-message.ts'
import type { AnyOp } from '../../../op/define.ts'
import { type Problem, problem } from '../../../op/problem/problem.ts'
import { EncodedBody } from '../../../op/response/encoded-body.ts'
import type { AccessPorts } from '../../../op/steps/authorize.ts'
import { AGENT_PATH } from '../../../platform/oauth/resources.ts'
import type { Log } from '../../../util/log.ts'
import { type Random, randomId } from '../../../util/random.ts'
import { NOT_KEPT } from '../../http/cache-control.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../../http/message.ts'
import { rateLimitFields } from '../../http/rate-limit-headers.ts'
import { MAX_BODY_BYTES } from '../../http/request-body.ts'
import { type ReadMessages, readMessages } from './messages.ts'
import { callerName, RunningRequests, SESSION_HEADER } from './running-requests.ts'

export interface McpEndpointOptions {
  readonly ops: readonly AnyOp[]
  readonly baseUrl: string
  readonly admit: Admit
  readonly access: AccessPorts
  /** Creates the server of one request. */
  readonly serverFor: (request: HttpRequest, admitted: Admitted) => Server | Promise<Server>
  readonly random: Random
  readonly log: Log
}

/** Maps the library's request to ours. */
type AdmittedRequests = WeakMap<Request, { readonly request: HttpRequest; readonly admitted: Admitted }>

export const mcpEndpoint = (options: McpEndpointOptions): HttpRoute['endpoint'] => {
  const { ops, baseUrl, admit, access, random } = options
  const requests: AdmittedRequests = new WeakMap()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const known = requestInfo === undefined ? undefined : requests.get(requestInfo)
      if (known === undefined) throw new Error('The library serves a request that it was not given.')
      return options.serverFor(known.request, known.admitted)
    },
    {
      onerror: ({ message }) => options.log.debug({ reason: message }, 'mcp'),
      // Nothing to which clients could listen ever changes.
      maxSubscriptions: 0,
    },
  )
  const maxBytes = Math.max(MAX_BODY_BYTES, ...ops.map(({ bodyBytes = 0 }) => bodyBytes)) + ENVELOPE_BYTES
  const url = `${baseUrl}${AGENT_PATH}`
  const running = new RunningRequests()

  return async (request) => {
    // From the headers alone, because every message counts.
    const admitted = await admit(request.origin)
    const body = await request.json(maxBytes)
    if (body === undefined) throw withoutBody()
    const messages = readMessages(body, ops)
    authorizeCalls(access, admitted.caller, messages.calls)
    const by = callerName(admitted.caller)
    const sessionId = request.header(SESSION_HEADER.toLowerCase())
    for (const requestId of messages.cancelled) running.cancel({ by, sessionId, requestId })
    const run = running.begin({ by, sessionId, requestId: messages.requestId })
    const forwarded = new Request(url, {
      method: 'POST',
      headers: forwardedHeaders(request),
      signal: run === null ? request.signal() : AbortSignal.any([request.signal(), run.signal]),
    })
    requests.set(forwarded, { request, admitted })
    const ended = run?.ended ?? (() => {})
    try {
      const response = await handler.fetch(forwarded, { parsedBody: body })
      const fields = [...rateLimitFields(admitted.rateLimit), ...sessionFields(messages, random)]
      return await transportAnswer(response, { fields, ended })
    } catch (error) {
      ended()
      throw error
    }
  }
}

/** Room for the envelope of the protocol around an input. */
const ENVELOPE_BYTES = 16 * 1024

const withoutBody = (): Problem =>
  problem('invalid_input', {
    issues: [{ path: '', message: 'The body must be a JSON-RPC message.', code: 'invalid_json' }],
  })

/** Headers that the library reads. The credential is not among them. */
const FORWARDED = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
]

const forwardedHeaders = (request: HttpRequest): Headers => {
  const headers = new Headers()
  for (const name of FORWARDED) {
    const value = request.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

const SESSION_LETTERS = 32

const sessionFields = ({ isInitialize }: ReadMessages, random: Random): readonly string[] =>
  isInitialize ? [SESSION_HEADER, randomId(random, SESSION_LETTERS)] : []

interface AnswerEnding {
  readonly fields: readonly string[]
  readonly ended: () => void
}

const transportAnswer = async (response: Response, { fields, ended }: AnswerEnding): Promise<HttpAnswer> => {
  const { status, body } = response
  const mediaType = response.headers.get('content-type') ?? ''
  const headers = [...NOT_KEPT, ...fields]
  if (body !== null && mediaType.startsWith(EVENT_STREAM)) {
    const stream = body.pipeThrough(new TransformStream({ flush: ended, cancel: ended }))
    return { status, body: stream, headers: [...headers, ...STREAMED] }
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  ended()
  const allow = response.headers.get('allow')
  return {
    status,
    body: bytes.length === 0 ? null : new EncodedBody(bytes, 'application/json'),
    headers: allow === null ? headers : [...headers, 'Allow', allow],
  }
}

const EVENT_STREAM = 'text/event-stream'
/** Proxies must forward each event at once. */
const STREAMED: readonly string[] = ['Content-Type', EVENT_STREAM, 'X-Accel-Buffering', 'no']
