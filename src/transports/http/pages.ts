/** What the service serves besides operations: its health and its description. */
import { asProblem, problem } from '../../op/problem.ts'
import { jsonAnswer, NOT_KEPT } from './answer.ts'
import type { HttpAnswer, HttpRoute } from './message.ts'

export interface PagesOptions {
  readonly baseUrl: string
  readonly openApi: () => unknown
  /** Rejects, saying why, while the service cannot answer. */
  readonly ready: () => Promise<void>
}

const AN_HOUR: readonly string[] = ['Cache-Control', 'public, max-age=3600', 'Vary', 'Accept-Encoding']

export const pageRoutes = (options: PagesOptions): readonly HttpRoute[] => {
  const { baseUrl } = options
  return [
    get('/healthz', async () => jsonAnswer({ status: 'ok' }, NOT_KEPT)),
    get('/readyz', () => readiness(options.ready)),
    get('/openapi.json', async () => jsonAnswer(options.openApi(), AN_HOUR)),
    get('/.well-known/oauth-protected-resource', async () =>
      // RFC 9728 §2: keys in the header are all there is; an authorization server is named when there is one.
      jsonAnswer(
        { resource: baseUrl, resource_name: 'Metes', bearer_methods_supported: ['header'] },
        AN_HOUR,
      ),
    ),
  ]
}

const get = (path: string, endpoint: HttpRoute['endpoint']): HttpRoute => ({ method: 'GET', path, endpoint })

const readiness = async (ready: () => Promise<void>): Promise<HttpAnswer> => {
  try {
    await ready()
  } catch (error) {
    throw problem(
      'not_ready',
      { reason: 'The store of boundaries cannot be read.' },
      asProblem(error).cause ?? error,
    )
  }
  return jsonAnswer({ status: 'ready' }, NOT_KEPT)
}
