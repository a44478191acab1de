/**
 * The authorization server (RFC 6749, 8414, 7591, 7009, 8628) and the metadata of the resources that it protects (RFC 9728).
 */
import type { IncomingMessage } from 'node:http'
import type { Provider } from 'oidc-provider'
import { problem } from '../../op/problem/problem.ts'
import { createGrants, type Grants } from '../../platform/oauth/grants.ts'
import { AGENT_PATH } from '../../platform/oauth/resources.ts'
import { SCOPES } from '../../platform/oauth/scopes.ts'
import { POLICIES } from '../../platform/rate-limit/policies.ts'
import type { Policy } from '../../platform/rate-limit/store.ts'
import { lazily } from '../../util/lazily.ts'
import { jsonAnswer } from '../http/answer.ts'
import { KEPT_AN_HOUR, NOT_KEPT } from '../http/cache-control.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import { limitedRoute } from '../http/rate-limited-route.ts'
import { type Authorizations, createAuthorizations } from './authorizations.ts'
import { PATHS, SERVER_METADATA } from './paths.ts'
import type { ProviderOptions } from './provider.ts'

export interface OAuth {
  readonly routes: readonly HttpRoute[]
  readonly authorizations: Authorizations
  readonly grants: Grants
}

export const createOAuth = (options: ProviderOptions): OAuth => {
  const { baseUrl, store, clock, random, forgetTokens } = options
  // Loaded on demand: most commands never need it.
  const provider = lazily(async () => (await import('./provider.ts')).createProvider(options))
  const all = createGrants({ store, clock, random })
  const grants: Grants = {
    ...all,
    revoke: async (...asked) => {
      const revoked = await all.revoke(...asked)
      forgetTokens()
      return revoked
    },
  }
  return {
    routes: [...serverRoutes(options, provider.get), ...metadataRoutes(baseUrl)],
    authorizations: createAuthorizations({ provider: provider.get, grants }),
    grants,
  }
}

const serverRoutes = (options: ProviderOptions, provider: () => Promise<Provider>): readonly HttpRoute[] => {
  const server = providerRoute(options.baseUrl, provider)
  const forBrowsers = { endpoint: server({ headers: NOT_KEPT, sameOrigin: true }), servesHtml: true }
  const forPrograms = { endpoint: server({ headers: NOT_KEPT }) }
  const rows: readonly (readonly [Policy, HttpRoute])[] = [
    [POLICIES.oauthAuthorize, withSmallQuery({ method: 'GET', path: PATHS.authorization, ...forBrowsers })],
    [POLICIES.oauthAuthorize, { method: 'GET', path: `${PATHS.authorization}/{id}`, ...forBrowsers }],
    [POLICIES.oauthToken, { method: 'POST', path: PATHS.token, ...forPrograms }],
    [POLICIES.oauthToken, { method: 'POST', path: PATHS.revocation, ...forPrograms }],
    [POLICIES.oauthDevice, { method: 'POST', path: PATHS.device_authorization, ...forPrograms }],
    [POLICIES.oauthRegister, { method: 'POST', path: PATHS.registration, ...forPrograms }],
  ]
  return [
    ...rows.map(([policy, route]) => limitedRoute(options.rateLimits, policy)(route)),
    { method: 'GET', path: SERVER_METADATA, endpoint: server({ headers: KEPT_AN_HOUR }) },
  ]
}

/** An authorization in progress is stored with its query. */
const MAX_QUERY_BYTES = 4 * 1024

const withSmallQuery = (route: HttpRoute): HttpRoute => ({
  ...route,
  endpoint: (request) => {
    if (request.location.query.length > MAX_QUERY_BYTES)
      throw problem('too_large', { what: 'query', maxBytes: MAX_QUERY_BYTES })
    return route.endpoint(request)
  },
})

/** The library builds addresses from forwarded headers, so these are replaced by known values. */
const providerRoute = (baseUrl: string, provider: () => Promise<Provider>) => {
  const { protocol, host } = new URL(baseUrl)
  const callback = lazily(async () => (await provider()).callback())
  return (answer: Pick<HttpAnswer, 'headers' | 'sameOrigin'>) =>
    async ({ origin }: HttpRequest): Promise<HttpAnswer> => {
      const handle = await callback.get()
      return {
        status: 404,
        ...answer,
        body: (request, response) => {
          Object.assign<IncomingMessage['headers'], object>(request.headers, {
            'x-forwarded-proto': protocol.slice(0, -1),
            'x-forwarded-host': host,
            'x-forwarded-for': origin.address,
          })
          return handle(request, response)
        },
      }
    }
}

/** RFC 9728 §3.1: the path of a resource follows the well-known one. */
const metadataRoutes = (baseUrl: string): readonly HttpRoute[] =>
  ['', AGENT_PATH].map((path) => ({
    method: 'GET',
    path: `/.well-known/oauth-protected-resource${path}`,
    endpoint: async () =>
      jsonAnswer(
        {
          resource: `${baseUrl}${path}`,
          resource_name: 'Metes',
          authorization_servers: [baseUrl],
          scopes_supported: SCOPES,
          bearer_methods_supported: ['header'],
        },
        KEPT_AN_HOUR,
      ),
  }))
