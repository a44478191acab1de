/** Traces of a real server, with an SDK that is loaded as an operator loads one. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { serveLocally } from '../support/local-server.ts'
import type { RecordedSpan } from '../support/recording-sdk.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const SDK = new URL('../support/recording-sdk.ts', import.meta.url).href
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const TRACEPARENT = { traceparent: `00-${TRACE}-${CALLER}-01` }

describe('the traces of a server', () => {
  let metes: Installation
  let server: RunningServer
  let mapServer: Awaited<ReturnType<typeof serveLocally>>
  let file: string
  before(async () => {
    metes = await install()
    mapServer = await serveLocally((_request, response) => response.writeHead(400).end())
    file = join(metes.dataDir, 'spans.jsonl')
    server = await metes.serve({
      NODE_OPTIONS: `--import ${SDK}`,
      TEST_SPANS: file,
      METES_OVERPASS_URL: `${mapServer.url}/api/interpreter`,
      METES_LOG_LEVEL: 'debug',
    })
  })
  after(async () => {
    await server.stop()
    await mapServer.close()
    await metes.remove()
  })

  const allSpans = async (): Promise<readonly RecordedSpan[]> =>
    (await readFile(file, 'utf8'))
      .split('\n')
      // The last line may be half written.
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  /** Waits until such a span is there: answers do not wait for it. */
  const spanThat = async (matches: (span: RecordedSpan) => boolean): Promise<RecordedSpan> => {
    for (;;) {
      const found = (await allSpans()).find(matches)
      if (found !== undefined) return found
    }
  }
  /** Waits until the span of the server, the last to end, is there. */
  const spansOf = async (traceId: string): Promise<readonly RecordedSpan[]> => {
    for (;;) {
      const spans = (await allSpans()).filter((span) => span.traceId === traceId)
      if (spans.some(({ parentId }) => parentId === CALLER)) return spans
    }
  }
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${server.url}${path}`, { headers })
    return { status: response.status, body: await response.text(), headers: response.headers }
  }

  test('continue that of the caller, from the request to the stores and threads', async () => {
    assert.equal((await get('/v1/boundaries/iso:CH', TRACEPARENT)).status, 200)
    const spans = await spansOf(TRACE)
    const named = (name: string): RecordedSpan => {
      const found = spans.find((span) => span.name === name)
      assert.ok(found, `${name} of ${spans.map((span) => span.name).join(', ')}`)
      return found
    }
    const root = named('GET /v1/boundaries/{+id}')
    assert.equal(root.parentId, CALLER)
    assert.equal(root.attributes['http.response.status_code'], 200)
    const call = named('get_boundary')
    assert.equal(call.parentId, root.spanId)
    for (const step of ['identify', 'plan', 'catalog.find', 'compute'])
      assert.equal(named(step).parentId, call.spanId, step)
    assert.equal(named('storage.boundaries.find').parentId, named('catalog.find').spanId)
    assert.match(String(call.attributes['metes.request_id']), /^req_/)
    assert.ok(spans.every(({ isError }) => !isError))
  })

  test('are named in the log and in problems, with the request', async () => {
    const { body, headers } = await get('/v1/boundaries/search?q=x&limit=99')
    const { trace_id: traceId, request_id: requestId } = JSON.parse(body)
    assert.match(traceId, /^[\da-f]{32}$/)
    assert.equal(requestId, headers.get('x-request-id'))
    const line = JSON.parse(await server.logged(new RegExp(`^(.*"requestId":"${requestId}".*)\\n`, 'm')))
    assert.equal(line.trace_id, traceId)
    const call = await spanThat((span) => span.name === 'search_boundaries' && span.traceId === traceId)
    assert.equal(call.attributes['error.type'], 'invalid_input')
    assert.equal(call.isError, false, 'a fault of the caller')
  })

  test('show what is asked of other servers', async () => {
    const { body } = await get('/v1/boundaries/r999999999')
    const { trace_id: traceId } = JSON.parse(body)
    const asked = await spanThat((span) => span.name === 'upstream.overpass.ask' && span.traceId === traceId)
    assert.ok(asked.isError)
  })

  test('hold nothing of what callers send, but request ids', async () => {
    const key = await metes.createKey()
    const texts = ['Vaduz', 'ann@example.org', key]
    for (const text of texts) {
      const coded = encodeURIComponent(text)
      await get(`/v1/boundaries/${coded}`, { authorization: `Bearer ${key}` })
      await get(`/v1/boundaries?q=${coded}`)
      await get(`/ogc/feeds/${coded}/collections/country/items`)
      await get(`/${coded}`)
    }
    const recorded = await readFile(file, 'utf8')
    for (const text of [...texts, mapServer.url, metes.dataDir])
      assert.equal(recorded.includes(text), false, text)
  })

  test('have no roots but requests and jobs: chores that look into a queue make none', async () => {
    const roots = (await allSpans()).filter(({ parentId }) => parentId === null)
    assert.ok(roots.length > 0)
    for (const { name } of roots) assert.match(name, /^(?:GET|POST) ?/)
  })

  test('are sent before the server ends', async () => {
    assert.equal(await server.stop(), 0)
    assert.equal((await allSpans()).at(-1)?.name, 'flushed')
  })
})

test('without an SDK no problem and no line of the log names a trace', async () => {
  const metes = await install()
  const server = await metes.serve({ METES_LOG_LEVEL: 'debug' })
  try {
    const response = await fetch(`${server.url}/v1/boundaries/iso:CH-99`, { headers: TRACEPARENT })
    assert.equal('trace_id' in ((await response.json()) as object), false)
    await server.logged(/("msg":"call")/)
    assert.doesNotMatch(server.log(), /trace_id/)
  } finally {
    await server.stop()
    await metes.remove()
  }
})
