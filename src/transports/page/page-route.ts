/** Creates the routes of pages. */
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import type { FormOwner } from './form.ts'
import type { PageEndpoint, Visitors } from './viewer.ts'

/** `fields`: the query of a GET, or the form of a POST, which one of our pages showed to the same person. */
export type FieldsEndpoint<V> = (request: HttpRequest, who: V, fields: URLSearchParams) => Promise<HttpAnswer>

/** `wrap`: `forAnyone` or `signedIn` of the visitors. Rows of method, path and endpoint. */
export const pageRoutes = <V extends FormOwner>(
  { formOf }: Visitors,
  wrap: (endpoint: PageEndpoint<V>) => HttpRoute['endpoint'],
  rows: readonly (readonly ['GET' | 'POST', string, FieldsEndpoint<V>])[],
): readonly HttpRoute[] =>
  rows.map(([method, path, endpoint]) => {
    const fieldsOf = async (request: HttpRequest, who: V) =>
      method === 'POST' ? formOf(request, who) : new URLSearchParams(request.location.query)
    const withFields = async (request: HttpRequest, who: V) =>
      endpoint(request, who, await fieldsOf(request, who))
    return pageRoute(method, path, wrap(withFields))
  })

export const pageRoute = (
  method: 'GET' | 'POST',
  path: string,
  endpoint: HttpRoute['endpoint'],
): HttpRoute => ({ method, path, endpoint, servesHtml: true })
