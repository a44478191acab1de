/**
 * From Node's request to Node's response. Every request ends here with an answer: what an endpoint gave, or the problem that
 * was thrown on the way.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { asProblem, problem } from '../../op/problem.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import { problemAnswer } from './answer.ts'
import { readJson } from './body.ts'
import { addressOf, credentialOf } from './caller.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from './message.ts'
import { acceptedLanguages } from './negotiate.ts'
import { requestIdOf } from './request-id.ts'
import { createRouter, decodeParams, type Match, type Router } from './router.ts'
import { send } from './send.ts'

export interface AppOptions {
  readonly routes: readonly HttpRoute[]
  readonly baseUrl: string
  /** Proxies before the service whose X-Forwarded-For is believed. */
  readonly trustedProxies: number
  readonly log: Log
  readonly random: Random
}

export const createApp = (options: AppOptions): RequestListener => {
  const router = createRouter(options.routes)

  return async (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id'], options.random)
    try {
      await send(request, response, requestId, await answer(request, response, requestId, router, options))
    } catch (error) {
      options.log.error({ requestId, error }, 'An answer could not be sent.')
      response.destroy()
    }
  }
}

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  router: Router,
  options: AppOptions,
): Promise<HttpAnswer> => {
  try {
    const { path, query } = splitTarget(request.url ?? '/')
    const match = router(path)
    if (match === null) throw problem('unknown_route', { method: request.method ?? '', path })
    if (request.method === 'OPTIONS') return preflight(match)
    const route = match.routes.get(request.method === 'HEAD' ? 'GET' : (request.method ?? ''))
    if (route === undefined) {
      throw problem('method_not_allowed', { method: request.method ?? '', path, allowed: methodsOf(match) })
    }
    return await route.endpoint(
      new NodeRequest(request, response, { path, query, requestId, match, options }),
    )
  } catch (error) {
    if (asProblem(error).status >= 500) options.log.error({ requestId, error }, 'A request failed.')
    return problemAnswer(error, { requestId, baseUrl: options.baseUrl })
  }
}

/** What endpoints see of a request; what costs something is made when asked for. */
class NodeRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestId: string
  readonly params: HttpRequest['params']
  readonly origin: HttpRequest['origin']
  readonly languages: readonly string[]
  readonly json: () => Promise<unknown>
  readonly #response: ServerResponse

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    parts: { path: string; query: string; requestId: string; match: Match; options: AppOptions },
  ) {
    this.method = request.method ?? ''
    this.path = parts.path
    this.query = parts.query
    this.requestId = parts.requestId
    this.params = decodeParams(parts.match.params)
    this.origin = {
      kind: 'remote',
      credential: credentialOf(request),
      address: addressOf(request, parts.options.trustedProxies),
    }
    this.languages = acceptedLanguages(request.headers['accept-language'] ?? '')
    this.json = () => readJson(request)
    this.#response = response
  }

  get signal(): AbortSignal {
    const gone = new AbortController()
    this.#response.once('close', () => gone.abort())
    return gone.signal
  }
}

/** Path and query as they were sent. A proxy may send the whole URL (RFC 9112 §3.2.2). */
const splitTarget = (target: string): { path: string; query: string } => {
  const local = target.startsWith('/') ? target : originForm(target)
  const mark = local.indexOf('?')
  return mark === -1
    ? { path: local, query: '' }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) }
}

const originForm = (target: string): string => {
  const url = URL.parse(target)
  return url === null ? target : `${url.pathname}${url.search}`
}

const methodsOf = ({ routes }: Match): readonly string[] => [
  ...[...routes.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

/** How long browsers may remember that they may call, in seconds: a day, of which most take two hours. */
const PREFLIGHT_SECONDS = 86_400

const preflight = (match: Match): HttpAnswer => {
  const methods = methodsOf(match).join(', ')
  return {
    status: 204,
    body: null,
    headers: [
      'Allow',
      methods,
      'Access-Control-Allow-Methods',
      methods,
      'Access-Control-Allow-Headers',
      'Authorization, X-API-Key, Content-Type, Accept-Language, If-None-Match, X-Request-Id',
      'Access-Control-Max-Age',
      String(PREFLIGHT_SECONDS),
    ],
  }
}
