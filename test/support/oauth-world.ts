/** Two servers behind one address, on one database, a person with a browser, and an OAuth client that knows only the address. */
import assert from 'node:assert/strict'
import * as oauth from 'oauth4webapi'
import { newToken, tokenHash } from '../../src/platform/random-tokens.ts'
import { openStorage } from '../../src/storage/sql/open-storage.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemRandom } from '../../src/util/random.ts'
import { Browser, type Shown } from './browser.ts'
import { TEST_SECRET_KEY, wholeDatabase } from './databases.ts'
import { type Installation, install, type RunningServer } from './service.ts'

export const BASE_URL = 'http://metes.test'
export const REDIRECT = 'http://127.0.0.1/callback'

export interface OAuthWorld {
  readonly storage: Storage
  /** For every request of oauth4webapi: they go to the servers in turn. */
  readonly options: {
    readonly [oauth.allowInsecureRequests]: true
    readonly [oauth.customFetch]: typeof fetch
  }
  /** Asks one of the servers. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** A browser at one of the servers in which somebody is signed in. */
  readonly signedIn: (email: string, server?: number) => Promise<Browser>
  /** Another browser with the same cookies, at the other server. */
  readonly moved: (browser: Browser, server: number) => Browser
  /** Kills a server and starts it again. */
  readonly restart: (server: number) => Promise<void>
  readonly close: () => Promise<void>
}

export const openOAuthWorld = async (database: 'SQLite' | 'PostgreSQL'): Promise<OAuthWorld> => {
  const postgres = database === 'PostgreSQL' ? await wholeDatabase() : null
  const metes: Installation = await install()
  const env = {
    METES_BASE_URL: BASE_URL,
    METES_PUBLIC_RATE: '10000',
    METES_SECRET_KEY: TEST_SECRET_KEY,
    ...(postgres !== null && { METES_DATABASE_URL: postgres.url }),
  }
  const servers: RunningServer[] = [await metes.serve(env), await metes.serve(env)]
  const storage = await openStorage({
    databaseUrl: postgres?.url ?? null,
    dataDir: metes.dataDir,
    secretKey: TEST_SECRET_KEY,
  })
  let turn = 0
  const next = (): string => servers[turn++ % servers.length].url
  const rewritten: typeof fetch = (address, init) =>
    fetch(String(address).replace(BASE_URL, next()), { ...init, redirect: 'manual' })
  return {
    storage,
    options: { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: rewritten },
    ask: (path, init) => rewritten(`${BASE_URL}${path}`, init),
    signedIn: async (email, server = 0) => {
      const browser = new Browser(servers[server].url)
      browser.cookies.set('metes_session', await sessionOf(storage, email))
      return browser
    },
    moved: (browser, server) => {
      const other = new Browser(servers[server].url)
      for (const [name, value] of browser.cookies) other.cookies.set(name, value)
      return other
    },
    restart: async (server) => {
      await servers[server].stop('SIGKILL')
      servers[server] = await metes.serve(env)
    },
    close: async () => {
      await storage.close()
      for (const server of servers) await server.stop()
      await metes.remove()
      await postgres?.remove()
    },
  }
}

/** The token of a new session. */
const sessionOf = async (storage: Storage, email: string): Promise<string> => {
  const createdAt = '2026-01-02T03:04:05Z'
  const account = await storage.keys.accountFor({ id: idOf(email), email, plan: 'free', createdAt })
  const token = newToken(systemRandom)
  const nowMs = Date.now()
  const times = { createdAtMs: nowMs, usedAtMs: nowMs, renewedAtMs: nowMs }
  const session = {
    id: newToken(systemRandom),
    accountId: account.id,
    csrfToken: 'c',
    userAgent: null,
    ...times,
  }
  await storage.sessions.add(session, tokenHash(token))
  return token
}

export const idOf = (email: string): string => email.replace(/\W/g, '')

/** A client that found and registered itself by the standards alone, beginning with a refused call. */
export interface Walker {
  readonly issuer: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly resource: string
}

export const discover = async ({ options, ask }: OAuthWorld): Promise<Walker> => {
  const refused = await ask('/v1/account')
  assert.equal(refused.status, 401)
  const address = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
  assert.equal(address, `${BASE_URL}/.well-known/oauth-protected-resource`)
  const found = await oauth.resourceDiscoveryRequest(new URL(BASE_URL), options)
  const resource = await oauth.processResourceDiscoveryResponse(new URL(BASE_URL), found)
  const server = new URL(String(resource.authorization_servers?.[0]))
  const described = await oauth.discoveryRequest(server, { algorithm: 'oauth2', ...options })
  const issuer = await oauth.processDiscoveryResponse(server, described)
  const registered = await oauth.dynamicClientRegistrationRequest(
    issuer,
    { client_name: 'Walker', redirect_uris: [REDIRECT] },
    options,
  )
  const client = await oauth.processDynamicClientRegistrationResponse(registered)
  return { issuer, client, resource: resource.resource }
}

export interface Asked {
  readonly path: string
  readonly verifier: string
  readonly state: string
}

/** A parameter may have several values; `undefined` leaves it out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

export const searchParams = (parameters: Parameters): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
    ),
  )

/** The authorization request of a client; `changes` replaces parameters. */
export const authorizationOf = async (
  { issuer, client, resource }: Walker,
  scope: string,
  changes: Parameters = {},
): Promise<Asked> => {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const wanted = {
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope,
    resource,
    state,
    ...changes,
  }
  const { pathname } = new URL(String(issuer.authorization_endpoint))
  return { path: `${pathname}?${searchParams(wanted)}`, verifier, state }
}

/** Where the consent page is, and where its decision leads: the address of the client. */
export const decide = async (browser: Browser, shown: Shown, decision: 'allow' | 'deny'): Promise<URL> => {
  assert.equal(shown.status, 200, shown.text.slice(0, 500))
  const after = await browser.submit(shown.path, { decision })
  assert.equal(after.status, 303, after.text.slice(0, 500))
  return new URL(String(after.headers.location))
}

export const exchange = async (
  { options }: OAuthWorld,
  { issuer, client }: Walker,
  asked: Asked,
  landed: URL,
): Promise<oauth.TokenEndpointResponse> => {
  const parameters = oauth.validateAuthResponse(issuer, client, landed, asked.state)
  const answer = await oauth.authorizationCodeGrantRequest(
    issuer,
    client,
    oauth.None(),
    parameters,
    REDIRECT,
    asked.verifier,
    options,
  )
  return oauth.processAuthorizationCodeResponse(issuer, client, answer)
}

export const refresh = async (
  { options }: OAuthWorld,
  { issuer, client }: Walker,
  token: string,
): Promise<oauth.TokenEndpointResponse> => {
  const answer = await oauth.refreshTokenGrantRequest(issuer, client, oauth.None(), token, options)
  return oauth.processRefreshTokenResponse(issuer, client, answer)
}

/** Opens an authorization request and decides on it. */
export const decideOn = async (browser: Browser, asked: Asked, decision: 'allow' | 'deny'): Promise<URL> =>
  decide(browser, await browser.open(asked.path), decision)

/** Tokens after a consent. */
export const tokensOf = async (
  world: OAuthWorld,
  walker: Walker,
  browser: Browser,
  scope: string,
): Promise<{ readonly access: string; readonly refresh: string; readonly scope: string | undefined }> => {
  const asked = await authorizationOf(walker, scope)
  const landed = await decideOn(browser, asked, 'allow')
  const { access_token, refresh_token, scope: given } = await exchange(world, walker, asked, landed)
  return { access: access_token, refresh: String(refresh_token), scope: given }
}
