/** Creates the routes of pages. */
import type { HttpRoute } from '../http/message.ts'
import type { PageEndpoint } from './viewer.ts'

/** `wrap`: `visitors.forAnyone` or `visitors.signedIn`. Rows of method, path and endpoint. */
export const pageRoutes = <V>(
  wrap: (endpoint: PageEndpoint<V>) => HttpRoute['endpoint'],
  rows: readonly (readonly ['GET' | 'POST', string, PageEndpoint<V>])[],
): readonly HttpRoute[] => rows.map(([method, path, endpoint]) => pageRoute(method, path, wrap(endpoint)))

export const pageRoute = (
  method: 'GET' | 'POST',
  path: string,
  endpoint: HttpRoute['endpoint'],
): HttpRoute => ({ method, path, endpoint, servesHtml: true })
