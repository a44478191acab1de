/** MCP over HTTP: messages and calls count against the rate limits of REST. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callTool, codeOf, LIST_TOOLS, postMcp, repliesOf, toolCall } from '../support/mcp-post.ts'
import { type Installation, install } from '../support/service.ts'

let metes: Installation
before(async () => {
  metes = await install()
})
after(() => metes.remove())

/** A server of its own for each test, because limits count for a minute. */
const withServer = async (callsPerMinute: number, use: (url: string) => Promise<void>): Promise<void> => {
  const server = await metes.serve({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: String(callsPerMinute) })
  try {
    await use(server.url)
  } finally {
    await server.stop()
  }
}

test('messages and calls count against the rate limit of REST', async () =>
  withServer(3, async (url) => {
    const first = await postMcp(url, LIST_TOOLS)
    assert.equal(first.headers.get('ratelimit-policy'), '"public";q=3;w=60')
    await first.text()
    for (const name of ['search_boundaries', 'nothing_of_ours'])
      await callTool(url, name, { q: 'Luxembourg' })
    for (const message of [LIST_TOOLS, toolCall('search_boundaries', { q: 'Luxembourg' })]) {
      const refused = await postMcp(url, message)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal(await codeOf(refused), 'rate_limited')
    }
    const rest = await fetch(`${url}/v1/boundaries/search?q=Luxembourg`)
    assert.equal(rest.status, 429)
  }))

test('each call of a batch counts, and the message as the first of them', async () =>
  withServer(3, async (url) => {
    const calls = [1, 2, 3, 4].map((id) => toolCall('search_boundaries', { q: 'Luxembourg' }, id))
    const batch = await postMcp(url, calls, { 'mcp-protocol-version': '2025-03-26' })
    const replies = await repliesOf(batch)
    const refused = replies.filter(({ result }) => result?.isError === true)
    assert.equal(replies.length, 4)
    assert.equal(refused.length, 1)
    const { content } = refused[0].result as { content: readonly { text: string }[] }
    assert.match(content[0].text, /^rate_limited: .*\nNext: wait \d+ seconds, then repeat the call\./)
  }))

const REFUSED: readonly (readonly [string, number, (url: string) => Promise<Response>])[] = [
  ['that needs a key', 401, (url) => postMcp(url, toolCall('get_account', {}))],
  ['that accepts no answer', 406, (url) => postMcp(url, LIST_TOOLS, { accept: 'text/html' })],
  ['of an unknown version', 400, (url) => postMcp(url, LIST_TOOLS, { 'mcp-protocol-version': '1999-01-01' })],
  ['that is a long batch', 400, (url) => postMcp(url, Array(101).fill(LIST_TOOLS))],
  ['that is no JSON', 400, (url) => postMcp(url, '{')],
  ['that asks for nothing', 202, (url) => postMcp(url, { jsonrpc: '2.0', method: 'notifications/x' })],
]
for (const [what, status, post] of REFUSED)
  test(`a message ${what} counts too`, async () =>
    withServer(1, async (url) => {
      assert.equal((await post(url)).status, status)
      assert.equal((await post(url)).status, 429)
    }))

test('a page of another site cannot use up the calls of its visitors', async () =>
  withServer(1, async (url) => {
    for (let count = 0; count < 3; count++)
      assert.equal((await postMcp(url, LIST_TOOLS, { origin: 'https://evil.example' })).status, 403)
    assert.equal((await postMcp(url, LIST_TOOLS)).status, 200)
  }))

test('a message with a wrong credential counts, as on REST', async () =>
  withServer(1_000, async (url) => {
    const statuses: number[] = []
    for (let count = 0; count < 21; count++)
      statuses.push((await postMcp(url, '{', { authorization: 'Bearer mts_wrong' })).status)
    assert.deepEqual(statuses, [...Array(20).fill(401), 429])
  }))
