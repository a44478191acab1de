/**
 * A client that knows only the address of the service signs a person in: an unmodified https://github.com/panva/oauth4webapi, against two
 * servers that take its requests in turn.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { tokenHash } from '../../src/platform/random-tokens.ts'
import { TEST_DATABASES } from '../support/databases.ts'
import {
  authorizationOf,
  BASE_URL,
  decide,
  decideOn,
  discover,
  exchange,
  idOf,
  type OAuthWorld,
  openOAuthWorld,
  type Parameters,
  REDIRECT,
  refresh,
  searchParams,
  tokensOf,
  type Walker,
} from '../support/oauth-world.ts'

/** Balances of servers that share a database agree by then. */
const BALANCES_AGREE_MS = 6_000

for (const { name, skip } of TEST_DATABASES) {
  describe(`OAuth: ${name}`, { skip }, () => {
    let world: OAuthWorld
    let walker: Walker
    before(async () => {
      world = await openOAuthWorld(name as 'SQLite' | 'PostgreSQL')
      walker = await discover(world)
    })
    after(() => world.close())

    const call = async (token: string, path = '/v1/account', method = 'GET') => {
      const answer = await world.ask(path, { method, headers: { Authorization: `Bearer ${token}` } })
      const challenge = answer.headers.get('www-authenticate') ?? ''
      return { status: answer.status, challenge, body: (await answer.json()) as Record<string, unknown> }
    }
    /** An operation of the API, or a message to the endpoint for agents. */
    const at = async (token: string, path: string) => {
      if (path !== '/mcp') return call(token, path)
      const answer = await world.ask(path, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
      await answer.arrayBuffer()
      return { status: answer.status, challenge: answer.headers.get('www-authenticate') ?? '' }
    }
    const post = async (fields: Parameters) => {
      const body = searchParams({ client_id: walker.client.client_id, ...fields })
      return (await (await world.ask('/oauth/token', { method: 'POST', body })).json()) as Record<
        string,
        unknown
      >
    }
    const refusal = async (token: string): Promise<string> => {
      const error = await refresh(world, walker, token).catch((caught: unknown) => caught)
      assert.ok(error instanceof oauth.ResponseBodyError, String(error))
      return error.error
    }

    test('metadata name what the client needs, and nothing that does not work', () => {
      const { issuer } = walker
      assert.deepEqual(issuer.code_challenge_methods_supported, ['S256'])
      assert.deepEqual(issuer.response_types_supported, ['code'])
      assert.deepEqual(issuer.scopes_supported, ['boundaries', 'areas', 'feedback', 'account'])
      assert.equal(issuer.client_id_metadata_document_supported, true)
      assert.equal(issuer.jwks_uri, undefined)
      assert.equal(walker.client.client_secret, undefined)
    })

    test('authorize → token → call → refresh: a code, each token and each rotation works at the other server', async () => {
      const browser = await world.signedIn('ann@example.org')
      const asked = await authorizationOf(walker, 'boundaries account')
      const shown = await browser.open(asked.path)
      assert.match(shown.text, /<q><bdi>Walker<\/bdi><\/q> <span class="quiet">This name is not verified/)
      assert.match(shown.text, /ann@example\.org/)
      const other = world.moved(browser, 1)
      const landed = await decide(other, await other.open(shown.path), 'allow')
      const first = await exchange(world, walker, asked, landed)
      assert.deepEqual([first.token_type, first.scope], ['bearer', 'boundaries account'])
      for (let server = 0; server < 2; server++)
        assert.equal((await call(first.access_token)).body.email, 'ann@example.org')
      const second = await refresh(world, walker, String(first.refresh_token))
      assert.notEqual(second.refresh_token, first.refresh_token)
      assert.equal((await call(second.access_token)).status, 200)
      // A code works once; a second use ends what it gave (RFC 6749 §4.1.2).
      await assert.rejects(exchange(world, walker, asked, landed), { error: 'invalid_grant' })
      assert.equal(await refusal(String(second.refresh_token)), 'invalid_grant')
    })

    test('a refresh token that is used again ends all tokens of the app', async () => {
      const { refresh: used } = await tokensOf(
        world,
        walker,
        await world.signedIn('reuse@example.org'),
        'account',
      )
      const { access_token: access, refresh_token: next } = await refresh(world, walker, used)
      assert.equal(await refusal(used), 'invalid_grant')
      assert.equal(await refusal(String(next)), 'invalid_grant')
      assert.equal((await call(access)).status, 401)
      assert.deepEqual(await world.storage.oauth.listGrants(idOf('reuse@example.org'), 0), [])
    })

    test('a refresh for a wrong resource is refused and uses nothing up', async () => {
      const browser = await world.signedIn('resource@example.org')
      const { refresh: token } = await tokensOf(world, walker, browser, 'account')
      for (const wrong of [
        'https://other.example',
        `${BASE_URL}/mcp`,
        [BASE_URL, 'https://other.example'],
        [BASE_URL, `${BASE_URL}/mcp`],
        [`${BASE_URL}/mcp`, BASE_URL],
      ]) {
        const answer = await post({ grant_type: 'refresh_token', refresh_token: token, resource: wrong })
        assert.equal(answer.error, 'invalid_target', String(wrong))
      }
      assert.equal((await call((await refresh(world, walker, token)).access_token)).status, 200)
    })

    for (const [asked, works] of [
      [undefined, ['/v1/account', '/mcp']],
      [BASE_URL, ['/v1/account']],
      [`${BASE_URL}/`, ['/v1/account']],
      [`${BASE_URL}/mcp`, ['/mcp']],
    ] as const)
      test(`a token requested for ${asked ?? 'no resource'} works at ${works.join(' and ')} only, also after a refresh`, async () => {
        const browser = await world.signedIn('audience@example.org')
        const request = await authorizationOf(walker, 'account', { resource: asked })
        const first = await exchange(world, walker, request, await decideOn(browser, request, 'allow'))
        const second = await refresh(world, walker, String(first.refresh_token))
        for (const { access_token: token } of [first, second])
          for (const path of ['/v1/account', '/mcp']) {
            const { status, challenge } = await at(token, path)
            if (works.some((one) => one === path)) assert.equal(status, 200, path)
            else {
              assert.equal(status, 401, path)
              const metadata = path === '/mcp' ? '/mcp' : ''
              assert.ok(
                challenge.startsWith(
                  `Bearer resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource${metadata}", error="invalid_token", error_description="The access token is for another resource`,
                ),
                challenge,
              )
            }
          }
      })

    /** Authorizes and exchanges the code, with these parameters each. */
    const tokensFor = async (email: string, authorized: Parameters, exchanged: Parameters = {}) => {
      const request = await authorizationOf(walker, 'account', authorized)
      const landed = await decideOn(await world.signedIn(email), request, 'allow')
      return post({
        grant_type: 'authorization_code',
        code: String(landed.searchParams.get('code')),
        redirect_uri: REDIRECT,
        code_verifier: request.verifier,
        ...exchanged,
      })
    }
    const refreshed = (token: unknown, changes: Parameters = {}) =>
      post({ grant_type: 'refresh_token', refresh_token: String(token), ...changes })
    /** Of the API and the endpoint for agents. */
    const statuses = async (token: unknown) => [
      (await at(String(token), '/v1/account')).status,
      (await at(String(token), '/mcp')).status,
    ]

    test('a token requested for two resources works at both, and each refresh may name one or both', async () => {
      const two = [BASE_URL, `${BASE_URL}/mcp`]
      for (const resource of [two, undefined]) {
        const both = await tokensFor('two@example.org', { resource })
        assert.deepEqual(await statuses(both.access_token), [200, 200])
        const one = await refreshed(both.refresh_token, { resource: `${BASE_URL}/mcp` })
        assert.deepEqual(await statuses(one.access_token), [401, 200])
        const again = await refreshed(one.refresh_token, { resource: two })
        assert.deepEqual(await statuses(again.access_token), [200, 200])
      }
      // The example of RFC 8707 §2.2: the code for one, a refresh for the other.
      const first = await tokensFor('two@example.org', { resource: two }, { resource: `${BASE_URL}/mcp` })
      assert.deepEqual(await statuses(first.access_token), [401, 200])
      const other = await refreshed(first.refresh_token, { resource: BASE_URL })
      assert.deepEqual(await statuses(other.access_token), [200, 401])
    })

    test('a code for one resource is not exchanged for two', async () => {
      const agent = `${BASE_URL}/mcp`
      const { error } = await tokensFor(
        'code@example.org',
        { resource: agent },
        { resource: [agent, BASE_URL] },
      )
      assert.equal(error, 'invalid_target')
    })

    test('a token for all resources can be narrowed to one at the exchange and at a refresh, never widened', async () => {
      const begin = (exchanged: Parameters) =>
        tokensFor('narrow@example.org', { resource: undefined }, exchanged)
      const both = await begin({})
      const agent = await refreshed(both.refresh_token, { resource: `${BASE_URL}/mcp` })
      assert.deepEqual(await statuses(agent.access_token), [401, 200])
      const again = await refreshed(agent.refresh_token, { resource: BASE_URL })
      assert.deepEqual(await statuses(again.access_token), [200, 401])

      const narrowed = await begin({ resource: `${BASE_URL}/mcp` })
      assert.deepEqual(await statuses(narrowed.access_token), [401, 200])
      for (const wider of [BASE_URL, `${BASE_URL}/*`, [`${BASE_URL}/mcp`, BASE_URL]])
        assert.equal((await refreshed(narrowed.refresh_token, { resource: wider })).error, 'invalid_target')
      const kept = await refreshed(narrowed.refresh_token)
      assert.deepEqual(await statuses(kept.access_token), [401, 200])
    })

    test('a device gets a token for the resource that it requested', async () => {
      const browser = await world.signedIn('device@example.org')
      const begun = (await (
        await world.ask('/oauth/device_authorization', {
          method: 'POST',
          body: new URLSearchParams({ client_id: 'a laptop', scope: 'account', resource: `${BASE_URL}/mcp` }),
        })
      ).json()) as { device_code: string; user_code: string }
      await browser.open(`/device?code=${begun.user_code}`)
      await browser.submit('/device', { decision: 'approve', code: begun.user_code })
      const tokens = await post({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: begun.device_code,
        client_id: 'a laptop',
      })
      assert.equal((await at(String(tokens.access_token), '/mcp')).status, 200, JSON.stringify(tokens))
      assert.equal((await at(String(tokens.access_token), '/v1/account')).status, 401)
    })

    test('of many concurrent uses of a refresh token at most one succeeds', async () => {
      const { refresh: used } = await tokensOf(
        world,
        walker,
        await world.signedIn('race@example.org'),
        'account',
      )
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => refresh(world, walker, used)))
      assert.ok(results.filter(({ status }) => status === 'fulfilled').length <= 1)
      for (const result of results)
        if (result.status === 'rejected') assert.equal(result.reason.error, 'invalid_grant', result.reason)
    })

    test('a server may be killed between the consent and the token', async () => {
      const browser = await world.signedIn('killed@example.org', 1)
      const asked = await authorizationOf(walker, 'account')
      const shown = await browser.open(asked.path)
      await world.restart(1)
      const again = world.moved(browser, 1)
      const landed = await decide(again, await again.open(shown.path), 'allow')
      await world.restart(1)
      const { access_token } = await exchange(world, walker, asked, landed)
      assert.equal((await call(access_token)).status, 200)
    })

    for (const revoked of ['access', 'refresh'] as const)
      test(`revoking the ${revoked} token ends the access of the app`, async () => {
        const email = `revoke-${revoked}@example.org`
        const tokens = await tokensOf(world, walker, await world.signedIn(email), 'account')
        const { issuer, client } = walker
        const answer = await oauth.revocationRequest(
          issuer,
          client,
          oauth.None(),
          tokens[revoked],
          world.options,
        )
        await oauth.processRevocationResponse(answer)
        const refused = await call(tokens.access)
        assert.equal(refused.status, 401)
        assert.match(
          refused.challenge,
          /error="invalid_token", error_description="The credential is malformed, unknown or revoked\."/,
        )
        assert.equal(await refusal(tokens.refresh), 'invalid_grant')
        assert.deepEqual(await world.storage.oauth.listGrants(idOf(email), 0), [])
      })

    test('the account page lists apps and revokes them', async () => {
      const browser = await world.signedIn('page@example.org')
      const { access } = await tokensOf(world, walker, browser, 'areas feedback')
      const page = await browser.open('/account')
      assert.match(page.text, /<bdi>Walker<\/bdi>.*areas, feedback · allowed .* · never used/s)
      const path = String(/href="(\/account\/apps\/[0-9a-z]+\/revoke)"/.exec(page.text)?.[1])
      // Nobody else sees it or revokes it.
      const stranger = await world.signedIn('stranger@example.org')
      assert.equal((await stranger.open(path)).status, 404)
      assert.ok(!(await browser.open(path)).text.includes('Keys that it created'))
      assert.match((await browser.submit(path)).text, /App revoked\./)
      assert.equal((await call(access, '/v1/feedback')).status, 401)
      const actions = await auditedActions(world, idOf('page@example.org'))
      assert.deepEqual(actions, ['app_allowed', 'app_revoked'])
    })

    test('revoking an app that could create keys warns that the keys stay', async () => {
      const browser = await world.signedIn('keys@example.org')
      const asked = await authorizationOf(walker, 'account')
      const shown = await browser.open(asked.path)
      assert.match(shown.text, /keys, which can do everything and stay valid when you revoke the app/)
      await decide(browser, shown, 'allow')
      const page = await browser.open('/account')
      const path = String(/href="(\/account\/apps\/[0-9a-z]+\/revoke)"/.exec(page.text)?.[1])
      assert.match((await browser.open(path)).text, /Keys that it created stay valid\./)
    })

    test('an app may call the operations of its scopes only, and is told which scope it lacks', async () => {
      const { access, scope } = await tokensOf(
        world,
        walker,
        await world.signedIn('scope@example.org'),
        'boundaries',
      )
      assert.equal(scope, 'boundaries')
      assert.equal((await call(access, '/v1/boundaries/iso:LU?detail=high')).status, 200)
      assert.equal((await call(access, '/v1')).status, 200)
      for (const [path, needed] of [
        ['/v1/account', 'account'],
        ['/v1/feedback', 'feedback'],
      ]) {
        const refused = await call(access, path)
        assert.equal(refused.status, 403, path)
        assert.deepEqual([refused.body.code, refused.body.scopes], ['insufficient_scope', [needed]])
        assert.match(refused.challenge, new RegExp(`error="insufficient_scope", scope="${needed}"`))
      }
    })

    test('calls with a token and with a key are counted together', async () => {
      const email = 'units@example.org'
      const { access } = await tokensOf(world, walker, await world.signedIn(email), 'boundaries account')
      const created = await call(access, '/v1/keys', 'POST')
      assert.equal(created.status, 200, JSON.stringify(created.body))
      const key = String(created.body.api_key)
      for (const credential of [access, key])
        assert.equal((await call(credential, '/v1/boundaries/iso:LU?detail=high')).status, 200)
      const usedWith = async (credential: string): Promise<number> =>
        ((await call(credential)).body as { units: { used: number } }).units.used
      // Each server knows at once what it has spent, and soon what the other has.
      const deadlineMs = performance.now() + BALANCES_AGREE_MS
      const balances = async () => [await usedWith(key), await usedWith(access)]
      while ((await balances()).some((used) => used < 2)) assert.ok(performance.now() < deadlineMs)
      assert.deepEqual(await balances(), [2, 2])
    })

    test('a denial goes back to the client as access_denied', async () => {
      const browser = await world.signedIn('deny@example.org')
      const asked = await authorizationOf(walker, 'account')
      const landed = await decideOn(browser, asked, 'deny')
      assert.throws(() => oauth.validateAuthResponse(walker.issuer, walker.client, landed, asked.state), {
        error: 'access_denied',
      })
    })

    test('an expired token is refused with its reason', async () => {
      const { storage } = world
      const { access } = await tokensOf(world, walker, await world.signedIn('late@example.org'), 'account')
      const record = await storage.oauth.findRecord('AccessToken', tokenHash(access))
      await storage.oauth.putRecord({ ...record!, expiresAtMs: 1 })
      const refused = await call(access)
      assert.equal(refused.status, 401)
      assert.match(
        refused.challenge,
        /error="invalid_token", error_description="The access token has expired\./,
      )
    })

    test('no secret is stored', async () => {
      const { access, refresh: renewal } = await tokensOf(
        world,
        walker,
        await world.signedIn('hash@example.org'),
        'account',
      )
      for (const secret of [access, renewal]) {
        const kind = secret === access ? 'AccessToken' : 'RefreshToken'
        const record = await world.storage.oauth.findRecord(kind, tokenHash(secret))
        assert.ok(record !== null && !JSON.stringify(record).includes(secret))
      }
    })
  })
}

/** Without uses, which are written later. */
const auditedActions = async ({ storage }: OAuthWorld, accountId: string) => {
  const events = await storage.audit.list({ accountId, keyPrefix: null, since: null, limit: 100 })
  return events
    .map(({ action }) => action)
    .filter((action) => action !== 'app_used')
    .sort()
}
