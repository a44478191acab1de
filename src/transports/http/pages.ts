/** What the service serves besides operations: its health, its description, and a page for each error code. */
import { readFile } from 'node:fs/promises'
import { asProblem, PROBLEM_CODES, problem } from '../../op/problem.ts'
import { jsonAnswer, NOT_KEPT, textAnswer } from './answer.ts'
import type { HttpAnswer, HttpRoute, Location } from './message.ts'

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
    get('/docs/errors/{code}', async ({ method, location }) => errorPage(method, location)),
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

const DOCS = new URL('../../../docs/errors/', import.meta.url)

const errorPage = async (method: string, { path, params }: Location): Promise<HttpAnswer> => {
  const known = PROBLEM_CODES.find((each) => each === params.code)
  if (known === undefined) throw problem('unknown_route', { method, path })
  return textAnswer(await readFile(new URL(`${known}.md`, DOCS), 'utf8'), 'text/plain', AN_HOUR)
}
