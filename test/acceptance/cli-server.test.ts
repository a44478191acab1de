/** Operations called on a server: the request, and the message for every kind of failure. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json as jsonOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { serveLocally } from '../support/local-server.ts'
import { run } from './cli-harness.ts'

interface Received {
  readonly url: string | undefined
  readonly method: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

/** Runs `use` with a server on a free port that gives the scripted answers. */
const withServer = async (
  answer: (response: ServerResponse) => void,
  use: (url: string, received: Received[]) => Promise<void>,
): Promise<void> => {
  const received: Received[] = []
  const server = await serveLocally(async (request, response) => {
    const { url, method, headers } = request
    received.push({ url, method, headers, body: await jsonOf(request) })
    answer(response)
  })
  try {
    await use(server.url, received)
  } finally {
    await server.close()
  }
}

const json =
  (status: number, value: unknown, type = 'application/json') =>
  (response: ServerResponse) => {
    response
      .writeHead(status, { 'content-type': type, 'x-request-id': 'req_header' })
      .end(JSON.stringify(value))
  }

const neverLocal = {
  host: { openService: () => Promise.reject(new Error('the data on this machine was opened')) },
}

test('with --server the call goes to the RPC route, with the key and the languages, and nothing is opened locally', async () => {
  await withServer(json(200, { candidates: [] }), async (url, received) => {
    const { code, stdout } = await run(
      ['search-places', 'Zürich', '--limit', '3', '--language', 'de,en', '--server', url],
      { ...neverLocal, env: { METES_API_KEY: 'mts_secret' } },
    )
    assert.equal(code, 0)
    assert.equal(stdout, '{"candidates":[]}\n')
    assert.equal(received[0].method, 'POST')
    assert.equal(received[0].url, '/v1/ops/search_places')
    assert.equal(received[0].headers.authorization, 'Bearer mts_secret')
    assert.equal(received[0].headers['accept-language'], 'de, en')
    assert.deepEqual(received[0].body, { q: 'Zürich', limit: 3 })
  })
})

test('METES_SERVER and --server before the command name the server as well', async () => {
  await withServer(json(200, {}), async (url, received) => {
    await run(['search-places', 'x'], { ...neverLocal, env: { METES_SERVER: url } })
    await run(['--server', `${url}/`, 'search-places', 'y'], neverLocal)
    assert.deepEqual(
      received.map(({ body }) => body),
      [{ q: 'x' }, { q: 'y' }],
    )
    assert.equal(received[0].headers.authorization, undefined)
  })
})

test('a server under a path is called under that path', async () => {
  await withServer(json(200, {}), async (url, received) => {
    await run(['search-places', 'x', '--server', `${url}/metes`], neverLocal)
    assert.equal(received[0].url, '/metes/v1/ops/search_places')
  })
})

test("a server's problem is printed with its title, detail and request id, and exits with 1", async () => {
  const problem = {
    title: 'Not found',
    detail: 'No boundary "r1" is known here.',
    code: 'not_found',
    request_id: 'req_9',
  }
  await withServer(json(404, problem, 'application/problem+json'), async (url) => {
    const { code, stdout, stderr } = await run(['search-places', 'x', '--server', url])
    assert.equal(code, 1)
    assert.equal(stdout, '')
    assert.equal(
      stderr,
      'Error: Not found (not_found)\n  No boundary "r1" is known here.\n  Request id: req_9\n',
    )
  })
})

test('a missing key is reported with the place to put it', async () => {
  const problem = { title: 'A valid API key is required', code: 'unauthorized' }
  await withServer(json(401, problem, 'application/problem+json'), async (url) => {
    const { stderr } = await run(['reverse-places', '1', '2', '--server', url])
    assert.match(stderr, /METES_API_KEY/)
    assert.match(stderr, /Request id: req_header/)
  })
})

test('an unreachable server is reported with the fix', async () => {
  let closed = ''
  await withServer(json(200, {}), async (url) => {
    closed = url
  })
  const { code, stderr } = await run(['search-places', 'x', '--server', closed])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^Error: No answer from http:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED .*Start one with "npx metes serve"/,
  )
})

test('a redirect is not followed with the key: its address is shown', async () => {
  await withServer(
    (response) => response.writeHead(301, { location: 'https://metes.example/' }).end(),
    async (url) => {
      const { code, stderr } = await run(['search-places', 'x', '--server', url])
      assert.equal(code, 1)
      assert.match(stderr, /redirects to https:\/\/metes\.example\/\. Use that address/)
    },
  )
})

test('another program than Metes at that address is recognised', async () => {
  await withServer(
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
    async (url) => {
      const { code, stderr } = await run(['search-places', 'x', '--server', url])
      assert.equal(code, 1)
      assert.match(stderr, /answered 502 Bad Gateway without a JSON body/)
    },
  )
})

test('an interrupt ends the wait for a server', async () => {
  const interrupt = new AbortController()
  await withServer(
    () => interrupt.abort('SIGINT'),
    async (url) => {
      const { code, stderr } = await run(['search-places', 'x', '--server', url], {
        signal: interrupt.signal,
      })
      assert.deepEqual([code, stderr], [130, ''])
    },
  )
})

test('a key that leaves this machine unencrypted brings one warning; no key, https and this machine none', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => Response.json({ candidates: [] }))
  const warnings = async (server: string, env: Readonly<Record<string, string>>): Promise<number> => {
    const { code, stderr } = await run(['search-places', 'x', '--server', server], { ...neverLocal, env })
    assert.equal(code, 0)
    return stderr.split('Warning: your key is sent to').length - 1
  }
  const env = { METES_API_KEY: 'mts_key' }
  assert.equal(await warnings('http://metes.example:8080', env), 1)
  assert.equal(await warnings('http://metes.example:8080', {}), 0)
  assert.equal(await warnings('https://metes.example', env), 0)
  for (const own of ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'])
    assert.equal(await warnings(own, env), 0, own)
})
