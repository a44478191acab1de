/** Every way in which a request can fail has one shape: RFC 9457 with our members, a request id, and a page behind `type`. */

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ComputeBusy } from '../../src/compute/compute-busy.ts'
import { renderWork } from '../../src/domain/files/render-geometry.ts'
import { OPS } from '../../src/ops/index.ts'
import { diskFiles } from '../../src/storage/files/disk.ts'
import { MAX_BODY_BYTES } from '../../src/transports/http/request-body.ts'
import { systemRandom } from '../../src/util/random.ts'
import { BASE_URL, KEY, type MadeUpService, startService } from '../registry/made-up-service.ts'
import { BROKEN } from '../registry/made-up-world.ts'
import { intercepted } from '../support/compute.ts'
import { toolCall } from '../support/mcp-post.ts'
import { ask, type RawAnswer } from './raw.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const rpc = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  ask(`${service.url}/v1/ops/get_boundary`, { method: 'POST', headers, body })
const get = (path: string, headers: Record<string, string> = {}) => ask(`${service.url}${path}`, { headers })

const FAILURES: Readonly<Record<string, { ask: () => Promise<RawAnswer>; status: number; code: string }>> = {
  'an unknown path': { ask: () => get('/nope'), status: 404, code: 'unknown_route' },
  'an unknown operation': {
    ask: () => ask(`${service.url}/v1/ops/fly`, { method: 'POST', headers: JSON_TYPE, body: '{}' }),
    status: 404,
    code: 'unknown_route',
  },
  'a method that the path does not take': {
    ask: () => ask(`${service.url}/v1/boundaries/search`, { method: 'DELETE' }),
    status: 405,
    code: 'method_not_allowed',
  },
  'GET where only POST is': {
    ask: () => get('/v1/ops/get_boundary'),
    status: 405,
    code: 'method_not_allowed',
  },
  'a body that is not JSON': { ask: () => rpc('{"id":'), status: 400, code: 'invalid_input' },
  'a body that is not UTF-8': {
    ask: () => rpc(Uint8Array.of(0x22, 0xff, 0x22)),
    status: 400,
    code: 'invalid_input',
  },
  'a body that is a list': { ask: () => rpc('[]'), status: 400, code: 'invalid_input' },
  'a body that is null': { ask: () => rpc('null'), status: 400, code: 'invalid_input' },
  'a body that is nested too deep': {
    ask: () => rpc('['.repeat(100_000)),
    status: 400,
    code: 'invalid_input',
  },
  'a form': {
    ask: () => rpc('id=r1', { 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  'a compressed body': {
    ask: () => rpc('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  'a body that says it is too large': {
    ask: () => rpc(`"${'x'.repeat(1_000_000)}"`),
    status: 413,
    code: 'too_large',
  },
  'a body that grows too large': {
    ask: () => rpc(`"${'x'.repeat(1_000_000)}"`, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }),
    status: 413,
    code: 'too_large',
  },
  'an unknown field': { ask: () => get('/v1/boundaries/r1?detial=low'), status: 400, code: 'invalid_input' },
  'a value out of range': {
    ask: () => get('/v1/boundaries/search?q=x&limit=41'),
    status: 400,
    code: 'invalid_input',
  },
  'a path that is not percent-encoded UTF-8': {
    ask: () => get('/v1/boundaries/%ff'),
    status: 400,
    code: 'invalid_input',
  },
  'an id that is none': { ask: () => get('/v1/boundaries/n1'), status: 400, code: 'invalid_input' },
  'no key where one is needed': {
    ask: () => get('/v1/boundaries/reverse?lat=1&lon=1'),
    status: 401,
    code: 'unauthorized',
  },
  'an invalid key': {
    ask: () => get('/v1', { authorization: 'Bearer x' }),
    status: 401,
    code: 'unauthorized',
  },
  'an unknown boundary': { ask: () => get('/v1/boundaries/r999'), status: 404, code: 'not_found' },
  'an unknown file': { ask: () => get(`/files/${'0'.repeat(64)}.kml`), status: 404, code: 'not_found' },
  'an unknown error page': { ask: () => get('/docs/errors/nope'), status: 404, code: 'unknown_route' },
  'a crash': { ask: () => get(`/v1/boundaries/${BROKEN}`), status: 500, code: 'internal_error' },
}

for (const [name, { ask: askIt, status, code }] of Object.entries(FAILURES)) {
  describe(name, () => {
    let answer: RawAnswer
    let body: Readonly<Record<string, unknown>>
    before(async () => {
      answer = await askIt()
      body = JSON.parse(answer.body.toString())
    })

    test(`is ${status} ${code} as problem+json without caching`, () => {
      assert.equal(answer.status, status, answer.body.toString())
      assert.equal(answer.headers['content-type'], 'application/problem+json')
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(body.status, status)
      assert.equal(body.code, code)
    })

    test('has the members of RFC 9457 and the id of the call', () => {
      assert.equal(body.type, `${BASE_URL}/docs/errors/${code}`)
      for (const member of ['title', 'detail', 'instance'])
        assert.equal(typeof body[member], 'string', member)
      assert.match(String(body.detail), /^[A-Z"/][\s\S]*[.?"]$|^\w+ .*[.?]$/)
      assert.equal(body.request_id, answer.headers['x-request-id'])
      assert.ok(String(body.instance).includes(String(body.request_id)))
    })

    test('has an issue for each invalid field, and only for invalid input', () => {
      if (code !== 'invalid_input') return assert.equal(body.issues, undefined)
      const issues = body.issues as readonly Record<string, unknown>[]
      assert.ok(issues.length > 0)
      for (const issue of issues) assert.deepEqual(Object.keys(issue).sort(), ['code', 'message', 'path'])
    })

    test('leads to a page about it', async () => {
      const page = await get(new URL(String(body.type)).pathname)
      assert.equal(page.status, 200)
      assert.ok(page.body.toString().startsWith(`# ${code} (${status})`))
    })
  })
}

test('a crash reveals nothing of its cause to the caller, and everything to the log', async () => {
  const answer = await get(`/v1/boundaries/${BROKEN}`)
  assert.ok(!answer.body.toString().includes('hunter2'))
  const line = service.log.find(
    ({ level, facts }) => level === 'error' && facts.requestId === answer.headers['x-request-id'],
  )
  assert.ok(line !== undefined && line.facts.error instanceof Error)
  assert.match(line.facts.error.message, /hunter2/)
})

test('405 names the allowed methods, in the header and in the sentence', async () => {
  const { headers, body } = await ask(`${service.url}/v1/boundaries/search`, { method: 'DELETE' })
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
  assert.match(body.toString(), /Allowed: GET, HEAD, OPTIONS/)
})

test('401 names the metadata of the resource, which exists', async () => {
  const { headers } = await get('/v1/boundaries/reverse?lat=1&lon=1')
  assert.equal(
    headers['www-authenticate'],
    `Bearer resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`,
  )
  const metadata = await get('/.well-known/oauth-protected-resource')
  assert.equal(JSON.parse(metadata.body.toString()).resource, BASE_URL)
})

test('401 says where a key comes from, on the resource route, the RPC route and /mcp', async () => {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(`${service.url}${path}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify(body),
    })
  const position = { lat: 1, lon: 1 }
  const refused = [
    await get('/v1/boundaries/reverse?lat=1&lon=1'),
    await get('/v1', { 'x-api-key': 'mts_wrong' }),
    await get('/v1/account'),
    await post('/v1/ops/reverse_boundaries', position),
    await post('/mcp', toolCall('reverse_boundaries', position)),
  ]
  for (const { status, body } of refused) {
    assert.equal(status, 401)
    const { detail } = JSON.parse(body.toString())
    assert.ok(detail.endsWith(` Create a key at ${BASE_URL}/account#keys.`), detail)
  }
})

test('a deleted boundary is not found, with the reason', async () => {
  const { status, body } = await get('/v1/boundaries/r404')
  assert.equal(status, 404)
  assert.match(JSON.parse(body.toString()).detail, /deleted/)
})

test('a polygon that cannot be drawn now is a 503 that says when to retry', async () => {
  const busy = await startService({
    compute: intercepted(async ({ work, run }) => {
      if (work === renderWork) throw new ComputeBusy('queue_full', 5)
      return run()
    }),
  })
  const { status, headers, body } = await ask(`${busy.url}/v1/boundaries/r1`)
  await busy.close()
  assert.equal(status, 503)
  assert.equal(headers['retry-after'], '5')
  assert.equal(JSON.parse(body.toString()).retry_after, 5)
})

for (const op of OPS) {
  test(`${op.name} refuses a body too large for its input before reading all of it`, async () => {
    const bytes = (op.bodyBytes ?? MAX_BODY_BYTES) + 1
    const headers = { ...JSON_TYPE, 'x-api-key': KEY }
    const refused = async (path: string, more: Record<string, string>) => {
      const answer = await ask(`${service.url}${path}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: `"${'x'.repeat(bytes - 2)}"`,
      })
      assert.deepEqual([answer.status, JSON.parse(answer.body.toString()).code], [413, 'too_large'])
    }
    await refused(`/v1/ops/${op.name}`, {})
    await refused(`/v1/ops/${op.name}`, { 'transfer-encoding': 'chunked' })
    if (op.route.method === 'POST') await refused(op.route.path.replace(/\{.*?\}/, '1'), {})
  })
}

test('the longest feedback fits, however its characters are escaped', async () => {
  const written = '\\ud83d\\ude00'.repeat(5_000)
  const { status, body } = await ask(`${service.url}/v1/feedback/issues`, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'x-api-key': KEY },
    body: `{"title":"Islands","details":"${written}"}`,
  })
  assert.equal(status, 200, body.toString())
})

test('while the file storage fails, requests for a file get Retry-After', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-failures-'))
  const path = join(directory, 'files')
  const files = diskFiles(path, systemRandom)
  const working = await startService({ files })
  try {
    await rm(path, { recursive: true, force: true })
    await writeFile(path, 'in the way')
    const asked = '/v1/boundaries/r1.kml?detail=low'
    for (const target of [asked, `/files/${'0'.repeat(64)}.kml`]) {
      const { status, headers, body } = await ask(`${working.url}${target}`, {
        headers: { authorization: `Bearer ${KEY}` },
      })
      const problem = JSON.parse(body.toString())
      assert.deepEqual([status, problem.code, headers['retry-after']], [502, 'source_unavailable', '30'])
      assert.doesNotMatch(problem.detail, /metes-failures/, 'where the files are kept is not for callers')
    }
    await rm(path)
    await files.check()
    const back = await ask(`${working.url}${asked}`, { headers: { authorization: `Bearer ${KEY}` } })
    assert.equal(back.status, 302)
  } finally {
    await working.close()
    await rm(directory, { recursive: true })
  }
})
