/** MCP over HTTP: who may send messages, and which messages are answered. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callTool, codeOf, LIST_TOOLS, postMcp, repliesOf, toolCall } from '../support/mcp-post.ts'
import { suiteService } from '../support/suite-service.ts'

const service = suiteService({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '1000' })

describe('who may ask', () => {
  test('pages of other sites get 403, which they cannot read, for calls and preflights', async () => {
    const preflight = (origin: string) =>
      fetch(`${service.server.url}/mcp`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      for (const refused of [
        await postMcp(service.server.url, LIST_TOOLS, { origin }),
        await preflight(origin),
      ]) {
        assert.equal(refused.status, 403, origin)
        assert.equal(refused.headers.get('access-control-allow-origin'), null)
        assert.equal(await codeOf(refused), 'foreign_origin')
      }
    }
    for (const origin of [service.server.url, 'http://localhost:6274']) {
      const allowed = await preflight(origin)
      assert.equal(allowed.status, 204, origin)
      assert.equal(allowed.headers.get('access-control-allow-origin'), origin)
      assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /Mcp-Protocol-Version/)
    }
  })

  test('pages of this machine can read every answer, programs need no Origin', async () => {
    for (const origin of [service.server.url, 'http://localhost:6274']) {
      const answer = await postMcp(service.server.url, LIST_TOOLS, { origin })
      assert.equal(answer.status, 200, origin)
      assert.equal(answer.headers.get('access-control-allow-origin'), origin)
      const refused = await postMcp(service.server.url, toolCall('get_account', {}), { origin })
      assert.equal(refused.status, 401)
      assert.equal(refused.headers.get('access-control-allow-origin'), origin)
    }
    const program = await postMcp(service.server.url, LIST_TOOLS)
    assert.equal(program.status, 200)
    assert.equal(program.headers.get('access-control-allow-origin'), null)
  })

  test('an invalid key is 401 with its reason for every message', async () => {
    for (const message of [LIST_TOOLS, toolCall('search_boundaries', { q: 'Luxembourg' })]) {
      const refused = await postMcp(service.server.url, message, { authorization: 'Bearer mts_wrong' })
      assert.equal(refused.status, 401)
      assert.match(
        refused.headers.get('www-authenticate') ?? '',
        /^Bearer resource_metadata="http[^"]+\/\.well-known\/oauth-protected-resource\/mcp", error="invalid_token"/,
      )
      assert.equal(await codeOf(refused), 'unauthorized')
    }
  })

  test('a tool that needs a key is 401 without one, so that the client can start to sign in', async () => {
    for (const message of [
      toolCall('get_account', {}),
      toolCall('get_boundary', { id: 'iso:LU', detail: 'high' }),
      [LIST_TOOLS, toolCall('reverse_boundaries', { lat: 49.6, lon: 6.1 }, 2)],
    ]) {
      const refused = await postMcp(service.server.url, message)
      assert.equal(refused.status, 401)
      assert.match(
        refused.headers.get('www-authenticate') ?? '',
        /^Bearer resource_metadata="http[^"]+\/mcp"$/,
      )
    }
  })

  test('other tools need none', async () => {
    const found = await callTool(service.server.url, 'search_boundaries', { q: 'Luxembourg', limit: 1 })
    assert.match(found.content[0].text ?? '', /^1 boundary: Lëtzebuerg \(country, r2171347\)/)
    const boundary = await callTool(service.server.url, 'get_boundary', { id: 'iso:LU' })
    assert.notEqual(boundary.isError, true)
  })
})

describe('what may be asked', () => {
  for (const [name, init, status, code] of [
    ['no JSON', { body: '{' }, 400, 'invalid_input'],
    ['nothing', { body: '' }, 400, 'invalid_input'],
    ['a deep body', { body: '['.repeat(100) }, 400, 'invalid_input'],
    ['a form', { body: 'a=b', type: 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['a large body', { body: `"${'x'.repeat(3 * 1024 * 1024)}"` }, 413, 'too_large'],
  ] as const) {
    test(`${name} is ${status}`, async () => {
      const type = 'type' in init ? init.type : 'application/json'
      const response = await postMcp(service.server.url, init.body, { 'content-type': type })
      assert.equal(response.status, status)
      assert.equal(response.headers.get('content-type'), 'application/problem+json')
      assert.equal(await codeOf(response), code)
    })
  }

  test('there is no stream to listen to, and no session to delete', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${service.server.url}/mcp`, {
        method,
        headers: { accept: 'text/event-stream' },
      })
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    }
  })

  test('a message that is no request is refused by the protocol', async () => {
    const response = await postMcp(service.server.url, { hello: 'world' })
    assert.equal(response.status, 400)
    const [{ error }] = await repliesOf(response)
    assert.equal(error?.code, -32600)
  })
})

describe('the older versions', () => {
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    test(`${version} is spoken, with a session for cancellations`, async () => {
      const response = await postMcp(service.server.url, {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      })
      assert.match(response.headers.get('mcp-session-id') ?? '', /^\w{20,}$/)
      const [{ result }] = await repliesOf(response)
      assert.equal(result?.protocolVersion, version)
    })
  }

  test('a batch gets an answer for each request', async () => {
    const batch = [
      LIST_TOOLS,
      toolCall('get_boundary', { id: 'iso:LI' }, 'b'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ]
    const replies = await repliesOf(
      await postMcp(service.server.url, batch, { 'mcp-protocol-version': '2025-03-26' }),
    )
    assert.deepEqual(new Set(replies.map(({ id }) => id)), new Set([1, 'b']))
  })
})
