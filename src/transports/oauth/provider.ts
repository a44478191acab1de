/** The authorization server: oidc-provider, restricted to the parts needed for OAuth 2.1 and the MCP authorization. */
import { generateKeyPairSync } from 'node:crypto'
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { network } from '../../platform/customer-network.ts'
import { OAUTH_LIFETIMES_MS } from '../../platform/oauth/lifetimes.ts'
import { type Resources, resourcesAt } from '../../platform/oauth/resources.ts'
import { DEFAULT_SCOPES, readScopes, SCOPES } from '../../platform/oauth/scopes.ts'
import { newToken } from '../../platform/random-tokens.ts'
import { POLICIES } from '../../platform/rate-limit/policies.ts'
import type { RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { Log } from '../../util/log.ts'
import { ADJUSTED } from './adjusted-answers.ts'
import { type ClientDocuments, createClientDocuments } from './client-documents.ts'
import { adjustMetadata, CLIENT_DEFAULTS } from './client-rules.ts'
import { errorPage, stopErrorRedirect } from './error-page.ts'
import { consentPath, INTERACTION_COOKIE, PATHS } from './paths.ts'
import { publicFetch } from './public-fetch.ts'
import { createRecords, type RecordOptions } from './records.ts'

export interface ProviderOptions extends Omit<RecordOptions, 'resources'> {
  readonly baseUrl: string
  readonly deviceCodeSeconds: number
  readonly rateLimits: RateLimitStore
  readonly log: Log
  /** Fetches metadata documents. */
  readonly fetch?: typeof publicFetch
}

const TTL: Configuration['ttl'] = {
  AccessToken: OAUTH_LIFETIMES_MS.accessToken / 1_000,
  AuthorizationCode: OAUTH_LIFETIMES_MS.code / 1_000,
  Interaction: OAUTH_LIFETIMES_MS.interaction / 1_000,
  RefreshToken: OAUTH_LIFETIMES_MS.refreshToken / 1_000,
  Grant: OAUTH_LIFETIMES_MS.grant / 1_000,
  // Not stored; the browser drops its cookie.
  Session: 1,
}

export const createProvider = (options: ProviderOptions): Provider => {
  const { baseUrl, log } = options
  const provider = new Provider(baseUrl, configuration(options))
  // `routes.ts` replaces forwarded headers by known values.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    // Response modes other than the query need scripts.
    const { response_mode: mode, ...query } = ctx.query
    if (mode !== undefined) ctx.query = query
    await next()
    const { route } = (ctx as KoaContextWithOIDC).oidc ?? {}
    if (route === 'authorization') stopErrorRedirect(ctx as KoaContextWithOIDC)
    if (ctx.status === 200 && route !== undefined) ctx.body = ADJUSTED[route]?.(Object(ctx.body)) ?? ctx.body
  })
  provider.on('server_error', (_ctx, error) => log.error({ error }, 'the authorization server failed'))
  return provider
}

const configuration = (options: ProviderOptions): Configuration => {
  const { baseUrl, deviceCodeSeconds, clock, fetch = publicFetch } = options
  const documents = createClientDocuments({ fetch, clock })
  const resources = resourcesAt(baseUrl)
  const secure = baseUrl.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', secure } as const
  return {
    adapter: createRecords({ ...options, resources }),
    clientAuthMethods: ['none'],
    clientDefaults: CLIENT_DEFAULTS as unknown as Configuration['clientDefaults'],
    clientBasedCORS: () => true,
    // Their values cannot be guessed, so they need no signature.
    cookies: {
      names: {
        session: 'metes_oauth_session',
        interaction: INTERACTION_COOKIE,
        resume: 'metes_oauth_resume',
      },
      long: cookie,
      short: cookie,
    },
    // The hook needs one property to be called; it adjusts all of them.
    extraClientMetadata: {
      properties: ['application_type'],
      validator: (_ctx, _key, _value, metadata) => adjustMetadata(metadata as Record<string, unknown>),
    },
    features: features(options, documents, resources),
    fetch: (url, init) => documents.fetch(String(url), init),
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_ctx, { uid }) => consentPath(uid) },
    issueRefreshToken: async (ctx, client, code) => {
      keepNarrowed(ctx, code, resources)
      return client.grantTypeAllowed('refresh_token')
    },
    expiresWithSession: async () => false,
    // The library wants a signing key; there are no ID tokens, so nothing is signed.
    jwks: {
      keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
    } as never,
    pkce: { required: () => true },
    renderError: async (ctx, { error, error_description: description }) =>
      errorPage(ctx, { error, description }),
    responseTypes: ['code'],
    // Revoking either token ends the access of the app, and removes it from the account page.
    revokeGrantPolicy: () => true,
    rotateRefreshToken: (ctx) => {
      checkRefreshedResource(ctx)
      return true
    },
    routes: PATHS,
    // No scopes of OpenID Connect; ours belong to the resource.
    scopes: [],
    sectorIdentifierUriValidate: () => false,
    ttl: { ...TTL, DeviceCode: deviceCodeSeconds },
  }
}

/** Adds scopes if a client requests none. @throws InvalidScope */
const adjustRequest = (params: Record<string, unknown>): void => {
  const { scope } = params
  const known = typeof scope === 'string' ? readScopes(scope) : DEFAULT_SCOPES
  if (known.length === 0) throw new errors.InvalidScope('no such scope is offered', String(scope))
  params.scope = known.join(' ')
}

/** A client that names resources only when it exchanges the code keeps those at each refresh. */
const keepNarrowed = (
  { oidc: { params } }: KoaContextWithOIDC,
  code: { resource?: string | string[] },
  { any }: Resources,
): void => {
  const asked = params?.resource as string | string[] | undefined
  const [first] = [code.resource].flat()
  if (asked && first === any) code.resource = asked
}

/** Checks before the refresh token is used, so that a client with a wrong resource keeps it. @throws InvalidTarget */
const checkRefreshedResource = ({ oidc: { params, entities } }: KoaContextWithOIDC): void => {
  const asked = [params?.resource ?? []].flat()
  const granted: readonly unknown[] = [entities.RefreshToken?.resource].flat()
  if (!asked.every((resource) => granted.includes(resource)))
    throw new errors.InvalidTarget('the person allowed another resource')
}

/** Routes on which a client requests scopes. */
const ASKING = ['authorization', 'device_authorization']

const features = (
  { baseUrl, random, rateLimits }: ProviderOptions,
  documents: ClientDocuments,
  resources: Resources,
): Configuration['features'] => {
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: async (ctx, id) =>
        ctx === undefined ||
        documents.isKnown(id) ||
        (await rateLimits.take(POLICIES.oauthDocuments, network(ctx.ip))).allowed,
    },
    devInteractions: { enabled: false },
    deviceFlow: {
      enabled: true,
      deviceInfo: (ctx) => ({ ip: ctx.ip, name: ctx.oidc.client?.clientName ?? null }),
    },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: {
      enabled: true,
      issueRegistrationAccessToken: false,
      idFactory: (ctx) => {
        // Call it before the library decides whether the client needs a secret.
        adjustMetadata(ctx.oidc.body as Record<string, unknown>)
        return newToken(random)
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async (_ctx, _client, oneOf) =>
        oneOf === undefined ? resources.any : resources.joined(oneOf),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (ctx, resource) => {
        if (resources.pathOf(resource) === undefined)
          throw new errors.InvalidTarget(`this service is ${baseUrl}`)
        if (ctx.oidc.params !== undefined && ASKING.includes(ctx.oidc.route)) adjustRequest(ctx.oidc.params)
        return { scope: SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' }
      },
    },
    revocation: {
      enabled: true,
      // Clients have no secret, so revoking another client's token does nothing and is no error.
      allowedPolicy: async (_ctx, { clientId }, token) => token.clientId === clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  }
}
