/** Guarantees of every successful answer over HTTP: tags, codings, ids, caching, limits, cross-origin calls. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { KEY, type MadeUpService, startService } from '../registry/made-up-service.ts'
import { ask } from './raw.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(`${service.url}${path}`, { headers, method })

const LAND = '/v1/boundaries/r1'

describe('tags', () => {
  test('an answer that the client already has is not sent again', async () => {
    const first = await get(LAND)
    const etag = String(first.headers.etag)
    assert.match(etag, /^"[\w-]{22}"$/)
    const second = await get(LAND, { 'if-none-match': etag })
    assert.deepEqual([second.status, second.body.length, second.headers.etag], [304, 0, etag])
    assert.ok(second.headers['x-request-id'])
    assert.equal(second.headers['cache-control'], first.headers['cache-control'])
  })

  test('the tag of another coding, a weak tag, a list and a star all match', async () => {
    const { headers } = await get(LAND, { 'accept-encoding': 'br' })
    const plain = String((await get(LAND)).headers.etag)
    assert.equal(headers.etag, plain.replace(/"$/, '-br"'))
    for (const held of [String(headers.etag), `W/${plain}`, `"other", ${plain}`, '*']) {
      assert.equal((await get(LAND, { 'if-none-match': held })).status, 304, held)
    }
    assert.equal((await get(LAND, { 'if-none-match': '"other"' })).status, 200)
  })

  test('lists have tags too, and different answers different ones', async () => {
    const one = await get('/v1/boundaries/search?q=Utland')
    const other = await get('/v1/boundaries/search?q=Fyrir')
    assert.notEqual(one.headers.etag, other.headers.etag)
    assert.equal(
      (await get('/v1/boundaries/search?q=Utland', { 'if-none-match': String(one.headers.etag) })).status,
      304,
    )
  })
})

describe('codings', () => {
  test('an answer is the same with gzip, brotli or no compression', async () => {
    const plain = await get(LAND)
    const gzip = await get(LAND, { 'accept-encoding': 'gzip' })
    const brotli = await get(LAND, { 'accept-encoding': 'gzip, deflate, br' })
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.deepEqual(gunzipSync(gzip.body), plain.body)
    assert.deepEqual(brotliDecompressSync(brotli.body), plain.body)
    assert.ok(brotli.body.length < plain.body.length / 2)
    for (const { headers, body } of [plain, gzip, brotli]) {
      assert.equal(Number(headers['content-length']), body.length)
      assert.match(String(headers.vary), /Accept-Encoding/)
    }
  })

  test('an answer that fits into a packet is not compressed', async () => {
    assert.equal(
      (await get('/healthz', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
      undefined,
    )
  })
})

describe('HEAD', () => {
  test('has the headers of GET and no body', async () => {
    const [head, full] = [await get(LAND, {}, 'HEAD'), await get(LAND)]
    assert.equal(head.body.length, 0)
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'vary']) {
      assert.equal(head.headers[name], full.headers[name], name)
    }
  })
})

describe('request ids', () => {
  test('a valid id is kept, any other is replaced by a new one', async () => {
    assert.equal(
      (await get('/v1', { 'x-request-id': 'job-42.part_7' })).headers['x-request-id'],
      'job-42.part_7',
    )
    const made = new Set<string>()
    for (const sent of ['short', 'with space and more', 'x'.repeat(200), '<script>alert(1)</script>']) {
      const { headers } = await get('/v1', { 'x-request-id': sent })
      assert.match(String(headers['x-request-id']), /^req_[0-9a-hjkmnp-tv-z]{12}[0-9a-v]{6,}$/)
      made.add(String(headers['x-request-id']))
    }
    assert.equal(made.size, 4)
  })
})

describe('caching', () => {
  test('public answers may be shared, answers to a key are private, and both vary by language and key', async () => {
    const open = await get(LAND)
    const keyed = await get(LAND, { authorization: `Bearer ${KEY}` })
    assert.equal(open.headers['cache-control'], 'public, max-age=300')
    assert.equal(keyed.headers['cache-control'], 'private, max-age=300')
    assert.equal(open.headers.vary, 'Accept-Encoding, Accept-Language, Authorization, X-API-Key')
    assert.notEqual(open.headers.etag, keyed.headers.etag)
  })

  test('an answer to RPC is not cached', async () => {
    const { headers } = await ask(`${service.url}/v1/ops/list_ops`, { method: 'POST' })
    assert.equal(headers['cache-control'], 'no-store')
  })
})

describe('languages', () => {
  const nameFor = async (language: string): Promise<string> =>
    JSON.parse((await get(LAND, { 'accept-language': language })).body.toString()).properties.name

  test('names come in the preferred language, else in the local one', async () => {
    assert.equal(await nameFor('de-AT, en;q=0.5'), 'Außenland')
    assert.equal(await nameFor('fr, en;q=0.5'), 'Outland')
    assert.equal(await nameFor('fr'), 'Utland')
    assert.equal(await nameFor('en;q=0, *'), 'Utland')
  })

  test('parents are named in it, too', async () => {
    const { body } = await get('/v1/boundaries/w3?include=parents', { 'accept-language': 'en' })
    assert.deepEqual(
      JSON.parse(body.toString()).properties.parents.map((parent: { name: string }) => parent.name),
      ['Outland', 'Fore'],
    )
  })
})

describe('limits', () => {
  test('an address without a key sees its remaining calls, and is refused when none are left', async () => {
    const limited = await startService({ publicCallsPerMinute: 2 })
    const call = (headers: Record<string, string> = {}) => ask(`${limited.url}/v1`, { headers })
    const answers = [await call(), await call(), await call()]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 429],
    )
    assert.deepEqual(
      answers.map(({ headers }) => headers['ratelimit-policy']),
      Array(3).fill('"public";q=2;w=60'),
    )
    assert.match(String(answers[0].headers.ratelimit), /^"public";r=1;t=\d+$/)
    assert.match(String(answers[2].headers.ratelimit), /^"public";r=0;t=\d+$/)
    const body = JSON.parse(answers[2].body.toString())
    assert.equal(answers[2].headers['retry-after'], String(body.retry_after))
    assert.ok(body.retry_after >= 1 && body.retry_after <= 60)
    assert.equal((await call({ 'x-api-key': KEY })).status, 200)
    assert.equal((await ask(`${limited.url}/healthz`)).status, 200)
    await limited.close()
  })

  test('a visitor who is refused reads what a key changes, where it changes anything', async () => {
    for (const [planCallsPerMinute, advice] of [
      [60, ' A key raises the limit to 60.'],
      [null, ' A key removes the limit.'],
      [1, ''],
    ] as const) {
      const limited = await startService({ publicCallsPerMinute: 1, planCallsPerMinute })
      await ask(`${limited.url}/v1`)
      const { status, body } = await ask(`${limited.url}/v1`)
      await limited.close()
      assert.equal(status, 429)
      const { detail, retry_after: seconds } = JSON.parse(body.toString())
      const who = advice === '' ? '' : ' without a key'
      assert.equal(
        detail,
        `At most 1 call in 60 seconds is allowed${who}; try again in ${seconds} second${seconds === 1 ? '' : 's'}.${advice}`,
      )
    }
  })

  test('behind a proxy the address that the proxy saw counts, not what the caller wrote before it', async () => {
    const limited = await startService({ publicCallsPerMinute: 1, trustedProxies: 1 })
    const from = async (forwarded: string) =>
      (await ask(`${limited.url}/v1`, { headers: { 'x-forwarded-for': forwarded } })).status
    assert.equal(await from('192.0.2.1'), 200)
    assert.equal(await from('203.0.113.9, 192.0.2.1'), 429)
    assert.equal(await from('192.0.2.2'), 200)
    assert.equal(await from('[2001:db8::1]:5000'), 200)
    assert.equal(await from('2001:db8::ffff'), 429)
    await limited.close()
  })

  test('without a proxy the header changes nothing', async () => {
    const limited = await startService({ publicCallsPerMinute: 1, trustedProxies: 0 })
    const from = async (forwarded: string) =>
      (await ask(`${limited.url}/v1`, { headers: { 'x-forwarded-for': forwarded } })).status
    assert.deepEqual([await from('192.0.2.1'), await from('192.0.2.2')], [200, 429])
    await limited.close()
  })
})

describe('calls from other pages', () => {
  test('are allowed, and may read what they need', async () => {
    const { headers } = await get(LAND, { origin: 'https://example.org' })
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-expose-headers'], '*')
  })

  test('learn in advance what they may send', async () => {
    const { status, headers, body } = await get(
      '/v1/ops/get_boundary',
      { origin: 'https://example.org' },
      'OPTIONS',
    )
    assert.equal(status, 204)
    assert.equal(body.length, 0)
    assert.equal(headers['access-control-allow-methods'], 'POST, OPTIONS')
    assert.match(String(headers['access-control-allow-headers']), /Authorization, X-API-Key, Content-Type/)
  })
})

describe('a polygon too large for one answer', () => {
  test('is omitted, and the answer names the file with all of it', async () => {
    const small = await startService({ maxInlineBytes: 2_000 })
    const { status, body } = await ask(`${small.url}${LAND}`)
    const feature = JSON.parse(body.toString())
    assert.equal(status, 200)
    assert.equal(feature.geometry, null)
    const file = await ask(`${small.url}${new URL(feature.download_url).pathname}`)
    assert.equal(JSON.parse(file.body.toString()).geometry.type, 'Polygon')
    await small.close()
  })
})
