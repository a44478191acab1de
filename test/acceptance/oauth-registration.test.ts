/** Clients that register themselves (RFC 7591): where they may redirect, and what they get. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type OAuthWorld, openOAuthWorld, REDIRECT } from '../support/oauth-world.ts'

let world: OAuthWorld
before(async () => {
  world = await openOAuthWorld('SQLite')
})
after(() => world.close())

const postMetadata = (body: string): Promise<Response> =>
  world.ask('/oauth/register', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })

const register = async (metadata: object) => {
  const answer = await postMetadata(JSON.stringify(metadata))
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('registration', () => {
  for (const uri of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    'http://app.example/callback',
    'http://127.0.0.1.app.example/callback',
    'https://app.example/callback#fragment',
    'not an address',
    'https://bank.example@app.example/callback',
    'https://user:password@app.example/callback',
    'https://*.example/callback',
    "https://a';b/callback",
    'https://[2001:db8::1]/callback',
    'app:/callback',
    'ms-settings://x',
    'com.example.app://a%20b/callback',
    '',
  ])
    for (const type of ['native', 'web'])
      test(`refuses to redirect to ${uri || 'nothing'} (${type})`, async () => {
        const { status, body } = await register({ redirect_uris: [uri], application_type: type })
        assert.equal(status, 400)
        assert.match(String(body.error), /^invalid_(redirect_uri|client_metadata)$/)
      })

  for (const uri of [
    'https://claude.example/api/callback',
    'http://localhost:1234/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9/callback',
    'com.example.app:/callback',
    'cursor://anysphere.cursor-mcp/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'vscode-insiders://app/callback',
  ])
    test(`takes ${uri}`, async () => {
      const { status, body } = await register({ redirect_uris: [uri], client_name: 'App' })
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual(body.redirect_uris, [uri])
    })

  test('gives no secret, whatever the client asks for', async () => {
    for (const method of ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']) {
      const { status, body } = await register({
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: method,
      })
      assert.equal(status, 201, method)
      assert.equal(body.token_endpoint_auth_method, 'none')
      assert.equal(body.client_secret, undefined)
    }
  })

  test('refuses a name that could pass for the address of a publisher', async () => {
    const { status, body } = await register({
      redirect_uris: [REDIRECT],
      client_name: 'https://bank.example',
    })
    assert.deepEqual([status, body.error], [400, 'invalid_client_metadata'])
    const device = await world.ask('/oauth/device_authorization', {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'app://bank.example' }),
    })
    assert.equal(device.status, 401)
    assert.equal(((await device.json()) as { error: string }).error, 'invalid_client')
  })

  test('ignores metadata that name addresses to fetch, and keys', async () => {
    const ignored = {
      sector_identifier_uri: 'https://127.0.0.1/redirects.json',
      jwks_uri: 'https://127.0.0.1/keys.json',
      request_uris: ['https://127.0.0.1/request'],
      initiate_login_uri: 'https://127.0.0.1/login',
    }
    const { status, body } = await register({ redirect_uris: [REDIRECT], ...ignored })
    assert.equal(status, 201, JSON.stringify(body))
    for (const name of Object.keys(ignored)) assert.equal(name in body, false, name)
    const keys = await register({ redirect_uris: [REDIRECT], jwks: { keys: [{ kty: 'oct', k: 'x' }] } })
    assert.equal(keys.status, 201)
    assert.equal('jwks' in keys.body, false)
  })

  test('refuses metadata that are no object, too large, or not JSON', async () => {
    for (const body of [
      '[]',
      'null',
      '{',
      `{"redirect_uris":["${REDIRECT}"],"client_name":"${'x'.repeat(9_000)}"}`,
      'x'.repeat(60_000),
    ])
      assert.equal((await postMetadata(body)).status, 400, body.slice(0, 50))
  })
})

test('registrations are limited by network', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 130; count++)
    statuses.push((await register({ redirect_uris: [REDIRECT] })).status)
  assert.equal(statuses.at(-1), 429)
})
