/** MCP over HTTP: callers, limits and refusals as on REST, with the protocol's own versions, progress and cancellation. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { MAX_INLINE_BYTES } from '../../src/transports/mcp/call-tool.ts'
import { connectClient, noClients } from '../support/mcp-clients.ts'
import { callTool, postMcp, repliesOf } from '../support/mcp-post.ts'
import { type Installation, install } from '../support/service.ts'

let metes: Installation
let service: { readonly url: string; readonly key: string; readonly stop: () => Promise<unknown> }
before(async () => {
  metes = await install()
  const key = await metes.createKey()
  const { url, stop } = await metes.serve({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '1000' })
  service = { url, key, stop }
})
after(async () => {
  await service.stop()
  await metes.remove()
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const call = (name: string, input: object, id: unknown = 1, meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input, _meta: meta },
})
const withKey = () => ({ authorization: `Bearer ${service.key}` })
const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: string }).code

describe('who may ask', () => {
  test('pages of other sites get 403, which they cannot read, for calls and preflights', async () => {
    const preflight = (origin: string) =>
      fetch(`${service.url}/mcp`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      for (const refused of [await postMcp(service.url, LIST, { origin }), await preflight(origin)]) {
        assert.equal(refused.status, 403, origin)
        assert.equal(refused.headers.get('access-control-allow-origin'), null)
        assert.equal(await codeOf(refused), 'foreign_origin')
      }
    }
    for (const origin of [service.url, 'http://localhost:6274']) {
      const allowed = await preflight(origin)
      assert.equal(allowed.status, 204, origin)
      assert.equal(allowed.headers.get('access-control-allow-origin'), origin)
      assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /Mcp-Protocol-Version/)
    }
  })

  test('pages of this machine can read every answer, programs need no Origin', async () => {
    for (const origin of [service.url, 'http://localhost:6274']) {
      const answer = await postMcp(service.url, LIST, { origin })
      assert.equal(answer.status, 200, origin)
      assert.equal(answer.headers.get('access-control-allow-origin'), origin)
      const refused = await postMcp(service.url, call('get_account', {}), { origin })
      assert.equal(refused.status, 401)
      assert.equal(refused.headers.get('access-control-allow-origin'), origin)
    }
    const program = await postMcp(service.url, LIST)
    assert.equal(program.status, 200)
    assert.equal(program.headers.get('access-control-allow-origin'), null)
  })

  test('an invalid key is 401 with its reason for every message', async () => {
    for (const message of [LIST, call('search_boundaries', { q: 'Luxembourg' })]) {
      const refused = await postMcp(service.url, message, { authorization: 'Bearer mts_wrong' })
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
      call('get_account', {}),
      call('get_boundary', { id: 'iso:LU', detail: 'high' }),
      [LIST, call('reverse_boundaries', { lat: 49.6, lon: 6.1 }, 2)],
    ]) {
      const refused = await postMcp(service.url, message)
      assert.equal(refused.status, 401)
      assert.match(
        refused.headers.get('www-authenticate') ?? '',
        /^Bearer resource_metadata="http[^"]+\/mcp"$/,
      )
    }
  })

  test('other tools need none', async () => {
    const found = await callTool(service.url, 'search_boundaries', { q: 'Luxembourg', limit: 1 })
    assert.match(found.content[0].text ?? '', /^1 boundary: Lëtzebuerg \(country, r2171347\)/)
    const boundary = await callTool(service.url, 'get_boundary', { id: 'iso:LU' })
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
      const response = await postMcp(service.url, init.body, { 'content-type': type })
      assert.equal(response.status, status)
      assert.equal(response.headers.get('content-type'), 'application/problem+json')
      assert.equal(await codeOf(response), code)
    })
  }

  test('there is no stream to listen to, and no session to delete', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${service.url}/mcp`, { method, headers: { accept: 'text/event-stream' } })
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    }
  })

  test('a message that is no request is refused by the protocol', async () => {
    const response = await postMcp(service.url, { hello: 'world' })
    assert.equal(response.status, 400)
    const [{ error }] = await repliesOf(response)
    assert.equal(error?.code, -32600)
  })
})

describe('the older versions', () => {
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    test(`${version} is spoken, with a session for cancellations`, async () => {
      const response = await postMcp(service.url, {
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
      LIST,
      call('get_boundary', { id: 'iso:LI' }, 'b'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ]
    const replies = await repliesOf(
      await postMcp(service.url, batch, { 'mcp-protocol-version': '2025-03-26' }),
    )
    assert.deepEqual(new Set(replies.map(({ id }) => id)), new Set([1, 'b']))
  })
})

describe('answers', () => {
  test('problems are results that say what to do next', async () => {
    for (const [name, input, text] of [
      ['get_boundary', { id: 'r999999999' }, /^not_found: .*\nNext: find the id with search_boundaries/],
      ['get_boundary', { id: 'iso:LU', detial: 'low' }, /^invalid_input: .*Did you mean detail\?/],
      ['get_boundary', { id: 5 }, /^invalid_input: id must be a text/],
      ['get_account', { x: 1 }, /^invalid_input: .*There are no fields/],
      ['get_boundry', {}, /^unknown_tool: .*Did you mean get_boundary\?\nNext: /],
      ['show_map', {}, /^invalid_input: Pass either boundaries or download_url/],
      ['show_map', { boundaries: ['iso:QQ'] }, /^not_found: /],
      [
        'create_area',
        { text: 'Washington County' },
        /^unmappable_area: .*\n- "Washington County": .*Candidates: .*\(county, /s,
      ],
    ] as const) {
      const refused = await callTool(service.url, name, input, withKey())
      assert.equal(refused.isError, true)
      assert.match(refused.content[0].text ?? '', text)
      assert.equal(refused.structuredContent, undefined)
    }
  })

  test('a large polygon is in a file, also that of Russia', async () => {
    for (const [name, input] of [
      ['get_boundary', { id: 'iso:RU' }],
      ['union_boundaries', { include: ['iso:RU'] }],
      ['create_area', { text: 'Russia' }],
    ] as const) {
      const answer = await callTool(service.url, name, input, withKey())
      const { geometry, download_url: url } = answer.structuredContent ?? {}
      assert.equal(geometry, null, name)
      assert.ok(JSON.stringify(answer).length < MAX_INLINE_BYTES, name)
      assert.deepEqual(
        answer.content.map(({ type, uri }) => [type, uri]),
        [
          ['text', undefined],
          ['resource_link', url],
        ],
      )
      const file = (await (await fetch(String(url))).json()) as { geometry: { coordinates: unknown[] } }
      assert.ok(file.geometry.coordinates.length > 0)
      const map = await callTool(service.url, 'show_map', { download_url: url }, withKey())
      assert.equal((map._meta?.['metes/features'] as unknown[] | undefined)?.length, 1)
    }
  })

  test('show_map reads no address but those of our files', async () => {
    for (const url of ['http://127.0.0.1:1/files/x', `${service.url}/docs`, 'file:///etc/passwd']) {
      const refused = await callTool(service.url, 'show_map', { download_url: url })
      assert.equal(refused.isError, true)
      assert.match(refused.content[0].text ?? '', /is not in the file storage/)
    }
  })

  test('lists come in pages', async () => {
    const names: string[] = []
    let cursor: unknown
    do {
      const page = await callTool(service.url, 'list_children', {
        id: 'iso:US',
        ...(cursor ? { cursor } : {}),
      })
      const { children, next_cursor } = page.structuredContent as {
        children: { id: string }[]
        next_cursor: unknown
      }
      assert.ok(children.length <= 40)
      names.push(...children.map(({ id }) => id))
      cursor = next_cursor
    } while (cursor !== null)
    assert.ok(names.length > 40)
    assert.equal(new Set(names).size, names.length)
    const strange = await callTool(service.url, 'list_children', { id: 'iso:US', cursor: 'r1' })
    assert.match(strange.content[0].text ?? '', /^invalid_input: cursor must be the next_cursor/)
  })

  test('a resource that does not exist is an error of the protocol', async () => {
    for (const uri of [
      'metes://boundary/r999999999',
      'metes://boundary/',
      'metes://boundary/%',
      'file:///etc/passwd',
    ]) {
      const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }
      const [{ error }] = await repliesOf(await postMcp(service.url, message))
      assert.equal(error?.code, -32602, uri)
    }
  })
})

const LARGE = ['DE', 'FR', 'IT', 'ES', 'SE', 'NO', 'FI', 'GB', 'RU', 'CN', 'US', 'CA'].map(
  (code) => `iso:${code}`,
)

const unitsUsed = async (): Promise<number> => {
  const { structuredContent } = await callTool(service.url, 'get_account', {}, withKey())
  return (structuredContent as { units: { used: number } }).units.used
}

const countJobs = (): number => {
  const units = new DatabaseSync(join(metes.dataDir, 'units.db'), { readOnly: true })
  const { jobs } = units.prepare('select count(*) as jobs from job').get() as { jobs: number }
  units.close()
  return jobs
}

const refunded = async (units: number): Promise<void> => {
  while ((await unitsUsed()) !== units) await new Promise(setImmediate)
}

/** Resolves once the stream names a step. */
const step = async (reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<void> => {
  for (let seen = ''; !seen.includes(text); ) {
    const { done, value } = await reader.read()
    assert.equal(done, false, seen)
    seen += new TextDecoder().decode(value)
  }
}

describe('long calls', { timeout: 60_000 }, () => {
  test('run as jobs, report their steps and cost what they cost on REST', async () => {
    const before = await unitsUsed()
    const jobsBefore = countJobs()
    const message = call('union_boundaries', { include: ['iso:BE', 'iso:NL'], detail: 'high' }, 7, {
      progressToken: 'p',
    })
    const replies = await repliesOf(await postMcp(service.url, message, withKey()))
    const steps = replies.slice(0, -1) as { method?: string; params?: Record<string, unknown> }[]
    for (const { method, params } of steps) {
      assert.equal(method, 'notifications/progress')
      assert.equal(params?.progressToken, 'p')
    }
    assert.equal(replies.at(-1)?.id, 7)
    assert.equal(await unitsUsed(), before + 2)
    assert.equal(countJobs(), jobsBefore + 1)
  })

  test('report and stop in the protocol of 2026', { skip: noClients }, async () => {
    const before = await unitsUsed()
    const client = await connectClient('modern', { url: `${service.url}/mcp`, headers: withKey() })
    const cancelled = new AbortController()
    const steps: string[] = []
    const calling = client.callTool(
      { name: 'union_boundaries', arguments: { include: LARGE, detail: 'medium' } },
      {
        signal: cancelled.signal,
        onprogress: ({ message }) => {
          steps.push(message)
          if (message.startsWith('Uniting')) cancelled.abort()
        },
      },
    )
    await assert.rejects(calling)
    assert.equal(steps.at(-1), 'Uniting 12 boundaries')
    await refunded(before)
    await client.close()
  })

  test('stop when the client disconnects, and are refunded', async () => {
    const before = await unitsUsed()
    const message = call('union_boundaries', { include: LARGE, detail: 'high' }, 1, { progressToken: 'p' })
    const gone = new AbortController()
    const response = await postMcp(service.url, message, withKey(), gone.signal)
    await step(response.body!.getReader(), 'Uniting 12 boundaries')
    assert.equal(await unitsUsed(), before + LARGE.length)
    gone.abort()
    await refunded(before)
  })

  test('stop when a client of an older version cancels them in its session', async () => {
    const before = await unitsUsed()
    const headers = { ...withKey(), 'mcp-session-id': 'a-session-of-this-test' }
    const message = call('union_boundaries', { include: LARGE, detail: 'full' }, 'long', {
      progressToken: 'p',
    })
    const response = await postMcp(service.url, message, headers)
    const reader = response.body!.getReader()
    await step(reader, 'Uniting 12 boundaries')
    const cancel = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'long', reason: 'no longer wanted' },
    }
    const { 'mcp-session-id': session } = headers
    for (const others of [
      { ...headers, 'mcp-session-id': 'another-session-of-it' },
      { 'mcp-session-id': session },
      { authorization: `Bearer ${await metes.createKey({}, 'eve@example.org')}`, 'mcp-session-id': session },
    ]) {
      const other = await postMcp(service.url, cancel, others)
      assert.equal(other.status, 202)
    }
    assert.equal(await unitsUsed(), before + LARGE.length)
    const accepted = await postMcp(service.url, cancel, headers)
    assert.equal(accepted.status, 202)
    await refunded(before)
    await reader.cancel()
  })
})

test('messages and calls count against the rate limit of REST', async () => {
  const limited = await metes.serve({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '3' })
  try {
    const first = await postMcp(limited.url, LIST)
    assert.equal(first.headers.get('ratelimit-policy'), '"public";q=3;w=60')
    await first.text()
    for (const name of ['search_boundaries', 'nothing_of_ours'])
      await callTool(limited.url, name, { q: 'Luxembourg' })
    for (const message of [LIST, call('search_boundaries', { q: 'Luxembourg' })]) {
      const refused = await postMcp(limited.url, message)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal(await codeOf(refused), 'rate_limited')
    }
    const rest = await fetch(`${limited.url}/v1/boundaries/search?q=Luxembourg`)
    assert.equal(rest.status, 429)
  } finally {
    await limited.stop()
  }
})

test('each call of a batch counts, and the message as the first of them', async () => {
  const limited = await metes.serve({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '3' })
  try {
    const calls = [1, 2, 3, 4].map((id) => call('search_boundaries', { q: 'Luxembourg' }, id))
    const batch = await postMcp(limited.url, calls, { 'mcp-protocol-version': '2025-03-26' })
    const replies = await repliesOf(batch)
    const refused = replies.filter(({ result }) => result?.isError === true)
    assert.equal(replies.length, 4)
    assert.equal(refused.length, 1)
    const { content } = refused[0].result as { content: readonly { text: string }[] }
    assert.match(content[0].text, /^rate_limited: .*\nNext: wait \d+ seconds, then repeat the call\./)
  } finally {
    await limited.stop()
  }
})

const REFUSED: readonly (readonly [string, number, (url: string) => Promise<Response>])[] = [
  ['that needs a key', 401, (url) => postMcp(url, call('get_account', {}))],
  ['that accepts no answer', 406, (url) => postMcp(url, LIST, { accept: 'text/html' })],
  ['of an unknown version', 400, (url) => postMcp(url, LIST, { 'mcp-protocol-version': '1999-01-01' })],
  ['that is a long batch', 400, (url) => postMcp(url, Array(101).fill(LIST))],
  ['that is no JSON', 400, (url) => postMcp(url, '{')],
  ['that asks for nothing', 202, (url) => postMcp(url, { jsonrpc: '2.0', method: 'notifications/x' })],
]
for (const [what, status, post] of REFUSED)
  test(`a message ${what} counts too`, async () => {
    const limited = await metes.serve({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '1' })
    try {
      assert.equal((await post(limited.url)).status, status)
      assert.equal((await post(limited.url)).status, 429)
    } finally {
      await limited.stop()
    }
  })

test('a page of another site cannot use up the calls of its visitors', async () => {
  const limited = await metes.serve({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '1' })
  try {
    for (let count = 0; count < 3; count++)
      assert.equal((await postMcp(limited.url, LIST, { origin: 'https://evil.example' })).status, 403)
    assert.equal((await postMcp(limited.url, LIST)).status, 200)
  } finally {
    await limited.stop()
  }
})

test('a message with a wrong credential counts, as on REST', async () => {
  const limited = await metes.serve({ METES_SOURCES: 'atlas' })
  try {
    const statuses: number[] = []
    for (let count = 0; count < 21; count++)
      statuses.push((await postMcp(limited.url, '{', { authorization: 'Bearer mts_wrong' })).status)
    assert.deepEqual(statuses, [...Array(20).fill(401), 429])
  } finally {
    await limited.stop()
  }
})
