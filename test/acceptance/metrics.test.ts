/** The metrics of a real server: what a collector gets, whatever callers send. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PROBLEM_CODES } from '../../src/op/problem/problem.ts'
import { OPS } from '../../src/ops/index.ts'
import { serveLocally } from '../support/local-server.ts'
import { postMcp, toolCall } from '../support/mcp-post.ts'
import { readSamples, type Sample, sumOf } from '../support/metrics-text.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

describe('the metrics of a server', () => {
  let metes: Installation
  let server: RunningServer
  let metricsUrl: string
  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_METRICS_PORT: '0', METES_PUBLIC_RATE: '1000' })
    metricsUrl = await server.logged(/"url":"(http:[^"]+\/metrics)"/)
  })
  after(async () => {
    assert.equal(await server.stop(), 0)
    await metes.remove()
  })

  const samples = async (): Promise<readonly Sample[]> => readSamples(await (await fetch(metricsUrl)).text())
  const calls = async (labels: Readonly<Record<string, string>>): Promise<number> =>
    sumOf(await samples(), 'metes_calls_total', labels)
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const response = await fetch(`${server.url}${path}`, { headers })
    await response.arrayBuffer()
    return response.status
  }
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }

  test('are in the text format 0.0.4, at one address that only reads', async () => {
    const answer = await fetch(metricsUrl)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.ok(readSamples(await answer.text()).length > 100)
    assert.equal((await fetch(new URL('/v1', metricsUrl))).status, 404)
    assert.equal((await fetch(metricsUrl, { method: 'POST' })).status, 405)
    assert.equal(await get('/metrics'), 404)
  })

  test('count each call once, by operation, transport and outcome', async () => {
    const key = await metes.createKey()
    const own = { authorization: `Bearer ${key}` }
    assert.equal(await get('/v1/boundaries/iso:LI'), 200)
    assert.equal(await get('/v1/boundaries/iso:LI'), 200)
    assert.equal(await get('/v1/boundaries/iso:LI-99'), 404)
    assert.equal(await post('/v1/ops/get_boundary', { id: 'iso:LI' }), 200)
    const page = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    assert.equal(await post('/embed/ops/get_boundary', { id: 'iso:LI' }, page), 200)
    assert.equal((await postMcp(server.url, toolCall('get_boundary', { id: 'iso:LI' }))).status, 200)
    const { code } = await metes.run(['get-boundary', 'iso:LI', '--server', server.url, '--json'])
    assert.equal(code, 0)
    assert.equal(await get('/ogc/collections/country/items?limit=1', own), 200)
    assert.equal(await get('/tiles/country/4/8/5.mvt'), 200)

    const ofGet = (transport: string, outcome = 'ok') =>
      calls({ operation: 'get_boundary', transport, outcome })
    assert.equal(await ofGet('rest'), 2)
    assert.equal(await ofGet('rest', 'not_found'), 1)
    for (const transport of ['rpc', 'http', 'mcp', 'cli']) assert.equal(await ofGet(transport), 1, transport)
    assert.equal(await calls({ operation: 'list_features', transport: 'ogc', outcome: 'ok' }), 1)
    assert.equal(await calls({ operation: 'get_tile', transport: 'tiles', outcome: 'ok' }), 1)
    const timed = sumOf(await samples(), 'metes_call_duration_seconds_count', {
      operation: 'get_boundary',
      transport: 'rest',
    })
    assert.equal(timed, 3)
  })

  test('count what was spent, queued and cached', async () => {
    const key = await metes.createKey({}, 'units@example.org')
    const before = await samples()
    const spent = { operation: 'union_boundaries' }
    const headers = { authorization: `Bearer ${key}` }
    const input = { include: ['iso:LI', 'iso:CH'] }
    assert.equal(await post('/v1/boundaries/union', input, headers), 200)
    assert.equal(await post('/v1/boundaries/union', input, { ...headers, prefer: 'respond-async' }), 202)
    const since = async (name: string, labels: Readonly<Record<string, string>>): Promise<number> =>
      sumOf(await samples(), name, labels) - sumOf(before, name, labels)
    while ((await since('metes_jobs_total', { ...spent, outcome: 'ok' })) < 1)
      assert.equal(await since('metes_jobs_total', { ...spent, outcome: 'internal_error' }), 0)
    assert.ok((await since('metes_units_total', spent)) > 0)
    assert.equal(await since('metes_calls_total', { ...spent, outcome: 'accepted' }), 1)
    assert.equal(sumOf(await samples(), 'metes_jobs', { state: 'queued' }), 0)
    assert.ok(sumOf(await samples(), 'metes_cache_requests_total', { cache: 'answers', result: 'hit' }) > 0)
    assert.ok(sumOf(await samples(), 'metes_cache_bytes', { cache: 'answers' }) > 0)
    assert.ok(sumOf(await samples(), 'metes_storage_calls_total', { store: 'units', outcome: 'ok' }) > 0)
  })

  test('hold nothing of what callers send: no path, key, address, or name of a place', async () => {
    const key = await metes.createKey({}, 'hostile@example.org')
    const hostile = [
      'Vaduz',
      'Zürich"} 1\nmetes_calls_total{operation="forged"} 9',
      '../../etc/passwd',
      '192.0.2.77',
      'ann@example.org',
      key,
      '<script>',
    ]
    for (const text of hostile) {
      const coded = encodeURIComponent(text)
      const headers = { 'user-agent': `metes-cli/${coded}`, 'x-forwarded-for': '192.0.2.77' }
      await get(`/v1/boundaries/${coded}`, { ...headers, authorization: `Bearer ${key}` })
      await get(`/v1/boundaries?q=${coded}`, headers)
      await get(`/v1/${coded}`, headers)
      await get(`/tiles/${coded}/1/1/1.mvt`, headers)
      await get(`/files/${coded}`, headers)
      await get(`/ogc/collections/${coded}/items`, headers)
      await get(`/ogc/feeds/${coded}/collections/country/items`, headers)
      await post(`/v1/ops/${coded}`, { q: text }, headers)
      await post('/v1/ops/search_boundaries', { q: text }, headers)
      await post('/v1/areas', { text }, { ...headers, authorization: `Bearer ${key}` })
      await postMcp(server.url, toolCall(text, { q: text }))
      await postMcp(server.url, toolCall('search_boundaries', { q: text }))
    }
    const text = await (await fetch(metricsUrl)).text()
    for (const each of [...hostile, 'forged', 'Switzerland', '127.0.0.1', metes.dataDir, 'example.org'])
      assert.equal(text.includes(each), false, each)
    const found = readSamples(text)
    for (const { name, labels } of found.filter(({ name }) => /^metes_call/.test(name))) {
      const { operation, transport, outcome = 'ok', le: _, ...others } = labels
      assert.ok(OPERATIONS.has(operation), `${name} ${operation}`)
      assert.ok(TRANSPORTS.has(transport), `${name} ${transport}`)
      assert.ok(OUTCOMES.has(outcome), `${name} ${outcome}`)
      assert.deepEqual(others, {})
    }
    for (const { name, labels } of found)
      for (const [label, value] of Object.entries(labels)) {
        assert.ok(LABELS.has(label), `${name} ${label}`)
        assert.match(value, /^[\w .:+-]{1,64}$/, `${name} ${label}`)
      }
  })
})

const OPERATIONS = new Set([
  ...OPS.map(({ name }) => name),
  ...['list_features', 'get_feature', 'get_tile', 'describe_tiles', 'get_file'],
])
const TRANSPORTS = new Set(['rest', 'http', 'rpc', 'mcp', 'cli', 'ogc', 'tiles'])
const OUTCOMES = new Set<string>([...PROBLEM_CODES, 'ok', 'accepted'])
/** All that any metric has; a new one must be as harmless. */
const LABELS = new Set([
  ...['operation', 'transport', 'outcome', 'le', 'lane', 'state', 'reason', 'cache', 'result', 'store'],
  ...['chore', 'extract', 'upstream', 'version', 'major', 'minor', 'patch', 'kind', 'space', 'type'],
])

describe('the metrics of several processes', () => {
  test('are summed, and what a process has counted stays when another one replaces it', async () => {
    const metes = await install()
    const server = await metes.serve({ METES_METRICS_PORT: '0' }, ['--processes', '2'])
    try {
      const url = await server.logged(/"url":"(http:[^"]+\/metrics)"/)
      const samples = async () => readSamples(await (await fetch(url)).text())
      const calls = async () => sumOf(await samples(), 'metes_calls_total', { operation: 'get_boundary' })
      // Each connection goes to the next process.
      const call = async (): Promise<void> => {
        const headers = { connection: 'close' }
        const response = await fetch(`${server.url}/v1/boundaries/iso:LI`, { headers })
        assert.equal(response.status, 200)
        await response.arrayBuffer()
      }
      for (let count = 0; count < 10; count++) await call()
      while ((await calls()) < 10);
      assert.equal(await calls(), 10)
      assert.equal(sumOf(await samples(), 'metes_processes'), 2)
      assert.equal((await metes.run(['reload'])).code, 0)
      assert.equal(await calls(), 10)
      assert.equal(sumOf(await samples(), 'metes_processes'), 2)
      assert.equal(sumOf(await samples(), 'metes_process_crashes_total'), 0)
      await call()
      while ((await calls()) < 11);
      assert.equal(await calls(), 11)
    } finally {
      assert.equal(await server.stop(), 0)
      await metes.remove()
    }
  })
})

describe('a server without a port for metrics', () => {
  test('has none, on any address', async () => {
    const metes = await install()
    const server = await metes.serve()
    try {
      assert.equal((await fetch(`${server.url}/metrics`)).status, 404)
      assert.doesNotMatch(server.log(), /metrics/)
    } finally {
      await server.stop()
      await metes.remove()
    }
  })
})

describe('a port for metrics that is taken', () => {
  test('ends the start with a sentence that says what to do', async () => {
    const other = await serveLocally(() => {})
    const metes = await install()
    try {
      const { code, stderr } = await metes.run(['serve'], {
        PORT: '0',
        METES_METRICS_PORT: new URL(other.url).port,
      })
      assert.equal(code, 1)
      assert.match(stderr, /Port \d+ on 127\.0\.0\.1 is in use by another process.*METES_METRICS_PORT/)
    } finally {
      await metes.remove()
      await other.close()
    }
  })

  test('is refused in the settings if it is the port of the service', async () => {
    const metes = await install()
    try {
      const { code, stderr } = await metes.run(['serve'], { PORT: '8099', METES_METRICS_PORT: '8099' })
      assert.equal(code, 1)
      assert.match(stderr, /METES_METRICS_PORT must differ from PORT/)
    } finally {
      await metes.remove()
    }
  })
})
