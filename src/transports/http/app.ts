/**
 * The request listener of the server. It answers every request with the result of an endpoint or with the problem that was thrown.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Problem, problem } from '../../op/problem/problem.ts'
import { problemFromError } from '../../op/problem/problem-from-error.ts'
import type { PinCatalog } from '../../platform/publishing/ports.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { isLater, type NowOrLater } from '../../util/now-or-later.ts'
import type { Random } from '../../util/random.ts'
import { inServerSpan, isTracing, nameSpan } from '../../util/tracing.ts'
import { checkOrigin, readableBy } from './allowed-origins.ts'
import { problemAnswer } from './answer.ts'
import { addressOf, credentialOf } from './caller-of-request.ts'
import { answerInVersion } from './catalog-version.ts'
import { preflightFields } from './cors.ts'
import { discardBody } from './discard-body.ts'
import type { HttpAnswer, HttpRequest, HttpRoute, Location } from './message.ts'
import { acceptedLanguages, prefersHtml } from './negotiate.ts'
import { OVERLOADED, type Overload } from './overload.ts'
import { readForm, readJsonBody } from './request-body.ts'
import { createRequestIds } from './request-id.ts'
import { createRouter, type RoutedLocation } from './router.ts'
import { send } from './send.ts'

export interface AppOptions {
  readonly routes: readonly HttpRoute[]
  readonly baseUrl: string
  /** Number of proxies in front of the service whose X-Forwarded-For is trusted. */
  readonly trustedProxies: number
  /** Renders a problem as a page for browsers. */
  readonly problemPage: (
    failure: Problem,
    call: Pick<HttpRequest, 'requestId' | 'header'> & { readonly baseUrl: string },
  ) => HttpAnswer
  /** Null to accept all requests. */
  readonly overload: Pick<Overload, 'inTurn'> | null
  /** Absent without a published catalog. */
  readonly published?: { readonly pinCatalog: PinCatalog; readonly clock: Clock }
  readonly log: Log
  readonly random: Random
}

export const createApp = (options: AppOptions): RequestListener => {
  const router = createRouter(options.routes)
  const requestIdOf = createRequestIds(options.random)

  const answerTo = async (
    request: IncomingMessage,
    response: ServerResponse,
    isRefused: boolean,
  ): Promise<void> => {
    const requestId = requestIdOf(request.headers['x-request-id'])
    let place: RoutedLocation | null = null
    let answer: HttpAnswer
    try {
      place = router(request.url ?? '/')
      const given = routeAnswer({ request, response, requestId, place, isRefused }, options)
      answer = isLater(given) ? await given : given
    } catch (error) {
      answer = failureAnswer(error, request, response, requestId, place, options)
    }
    answer = readableBy(answer, place?.allowsOrigin, request.headers.origin)
    if (!request.readableEnded) discardBody(request)
    try {
      const sending = send(request, response, requestId, answer)
      if (isLater(sending)) await sending
    } catch (error) {
      options.log.error({ requestId, error }, 'sending an answer failed')
      response.destroy()
    }
  }
  const tracedAnswerTo: typeof answerTo = (request, response, isRefused) =>
    inServerSpan(
      {
        method: request.method ?? '',
        headers: request.headers,
        onEnd: (end) => response.once('close', () => end(response.statusCode)),
      },
      () => answerTo(request, response, isRefused),
    )
  const begin = isTracing() ? tracedAnswerTo : answerTo
  const { overload, published, routes } = options
  // Not before its turn: another request ends its wait.
  const answer: typeof answerTo =
    published === undefined
      ? begin
      : async (request, response, isRefused) =>
          answerInVersion(response, published, () => void begin(request, response, isRefused))
  const probes = new Set(routes.filter(({ isProbe }) => isProbe).map(({ path }) => path))
  return (request, response) => {
    if (overload === null || probes.has(request.url ?? '')) void answer(request, response, false)
    else overload.inTurn(request.socket, (isRefused) => void answer(request, response, isRefused))
  }
}

interface Received {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly place: RoutedLocation
  readonly isRefused: boolean
}

const routeAnswer = (
  { request, response, requestId, place, isRefused }: Received,
  options: AppOptions,
): NowOrLater<HttpAnswer> => {
  const method = request.method ?? ''
  const { path, routes, allowsOrigin } = place
  if (request.headers.host === undefined && request.httpVersion === '1.1') throw withoutHost()
  if (routes.size === 0) throw problem('unknown_route', { method, path })
  checkOrigin(allowsOrigin, request.headers.origin)
  if (method === 'OPTIONS') return preflight(place)
  const route = routes.get(method === 'HEAD' ? 'GET' : method)
  if (route === undefined) throw problem('method_not_allowed', { method, path, allowed: methodsOf(place) })
  if (isRefused) throw OVERLOADED
  nameSpan(() => `${method} ${route.path}`)
  return route.endpoint(new NodeRequest(request, response, requestId, place, options.trustedProxies))
}

/** RFC 9112 §3.2. */
const withoutHost = (): Problem =>
  problem('invalid_input', {
    issues: [{ path: '', message: 'An HTTP/1.1 request must have a Host header.', code: 'invalid_http' }],
  })

const failureAnswer = (
  thrown: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  place: RoutedLocation | null,
  options: AppOptions,
): HttpAnswer => {
  // The work of a client that is gone was cancelled, which is no failure: maps drop the tiles that leave the screen.
  const isCancelled = response.closed && thrown instanceof Error && thrown.name === 'AbortError'
  const error = isCancelled ? problem('cancelled', {}) : thrown
  const failure = problemFromError(error)
  if (isCancelled) options.log.debug({ requestId, path: place?.path }, 'the client disconnected')
  // Probes ask every few seconds, and overload refuses thousands; the log says when either begins, and why.
  if (failure.status >= 500 && failure.code !== 'not_ready' && failure !== OVERLOADED)
    options.log.error({ requestId, error }, 'a request failed')
  const call = { requestId, baseUrl: options.baseUrl, resourcePath: place?.resourcePath }
  const wantsPage = (place?.servesHtml ?? true) && prefersHtml(String(request.headers.accept ?? ''))
  return wantsPage
    ? options.problemPage(failure, { ...call, header: (name) => headerOf(request, name) })
    : problemAnswer(error, call)
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

/** Wraps a Node request for endpoints; expensive parts are computed on demand. */
class NodeRequest implements HttpRequest {
  readonly requestId: string
  readonly location: Location
  readonly origin: HttpRequest['origin']
  private readonly request: IncomingMessage
  private readonly response: ServerResponse

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    place: RoutedLocation,
    trustedProxies: number,
  ) {
    this.requestId = requestId
    this.location = place
    this.origin = {
      kind: 'remote',
      credential: credentialOf(request),
      address: addressOf(request, trustedProxies),
      resourcePath: place.resourcePath,
    }
    this.request = request
    this.response = response
  }

  get method(): string {
    return this.request.method ?? ''
  }

  get languages(): readonly string[] {
    return acceptedLanguages(this.request.headers['accept-language'] ?? '')
  }

  header(name: string): string | undefined {
    return headerOf(this.request, name)
  }

  json(maxBytes: number): Promise<unknown> {
    return readJsonBody(this.request, maxBytes)
  }

  form(): Promise<URLSearchParams> {
    return readForm(this.request)
  }

  signal(): AbortSignal {
    const gone = new AbortController()
    if (this.response.closed) gone.abort()
    else this.response.once('close', () => gone.abort())
    return gone.signal
  }
}

const methodsOf = ({ routes }: RoutedLocation): readonly string[] => [
  ...[...routes.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

const preflight = (place: RoutedLocation): HttpAnswer => {
  const methods = methodsOf(place).join(', ')
  const allow = ['Allow', methods]
  if (place.servesHtml) return { status: 204, body: null, headers: allow, sameOrigin: true }
  return { status: 204, body: null, headers: [...allow, ...preflightFields(methods)] }
}
