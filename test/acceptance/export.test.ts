/** Exports as callers use them: an address from the operation, and the file at the address. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BASE_URL, KEY, type MadeUpService, startService } from '../registry/made-up-service.ts'
import { FILE_READERS, readSvg } from '../support/file-readers.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

interface ExportBody {
  readonly url: string
  readonly format: string
  readonly detail: string
  readonly bytes: number
  readonly sha256: string
  readonly media_type: string
}

interface FeatureBody {
  readonly type: string
  readonly geometry: { readonly coordinates: readonly (readonly unknown[])[] } | null
  readonly download_url?: string
  readonly properties: Readonly<Record<string, unknown>>
}

const bodyOf = async <T>(response: Response): Promise<T> => (await response.json()) as T

const WITH_KEY = { authorization: `Bearer ${KEY}` }

const resource = (path: string, headers: Record<string, string> = WITH_KEY): Promise<Response> =>
  fetch(`${service.url}/v1/boundaries/${path}`, { headers, redirect: 'manual' })

const rpc = async (input: object, from: MadeUpService = service) => {
  const response = await fetch(`${from.url}/v1/ops/export_boundary`, {
    method: 'POST',
    headers: { ...WITH_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return { status: response.status, body: await bodyOf<ExportBody>(response) }
}

/** The same file on the port that the test listens on. */
const local = (url: string): string => {
  assert.ok(url.startsWith(`${BASE_URL}/files/`), url)
  return url.replace(BASE_URL, service.url)
}

/** Not decoded, unlike the result of fetch. */
const raw = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      get(url, { headers, method }, async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      }).on('error', reject)
    },
  )

describe('export_boundary', () => {
  test('redirects its resource route to the file, and RPC returns its address', async () => {
    const response = await resource('r1.kml?detail=low')
    assert.equal(response.status, 302)
    const { status, body } = await rpc({ id: 'r1', format: 'kml', detail: 'low' })
    assert.equal(status, 200)
    assert.equal(response.headers.get('location'), body.url)
    assert.deepEqual(await response.json(), body)
    const file = Buffer.from(await (await fetch(local(body.url))).arrayBuffer())
    assert.deepEqual(body, {
      url: `${BASE_URL}/files/${createHash('sha256').update(file).digest('hex')}.kml`,
      format: 'kml',
      detail: 'low',
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      media_type: 'application/vnd.google-earth.kml+xml',
      attribution: '© OpenStreetMap contributors, ODbL 1.0',
    })
    assert.equal(FILE_READERS.kml(file.toString()).length, 1)
  })

  test('gives GeoJSON at medium detail by default', async () => {
    const { body } = await rpc({ id: 'r1' })
    assert.deepEqual(
      [body.format, body.detail, body.media_type],
      ['geojson', 'medium', 'application/geo+json'],
    )
    const feature = await bodyOf<FeatureBody>(await fetch(local(body.url)))
    assert.equal(feature.type, 'Feature')
    assert.equal(feature.properties.name, 'Utland')
    assert.equal(feature.properties.attribution, '© OpenStreetMap contributors, ODbL 1.0')
  })

  for (const id of [
    'relation/1',
    'iso:AQ',
    encodeURIComponent('https://www.openstreetmap.org/relation/1'),
    'https://osm.org/relation/1',
  ]) {
    test(`accepts ${id} before the dot`, async () => {
      assert.equal((await resource(`${id}.svg`)).status, 302)
      assert.equal((await resource(id)).status, 200)
    })
  }

  test('needs a key; the file needs none', async () => {
    const response = await resource('r1.svg', {})
    assert.equal(response.status, 401)
    const { body } = await rpc({ id: 'r1', format: 'svg' })
    assert.equal((await fetch(local(body.url))).status, 200)
  })

  test('refuses an unknown format, and an unknown boundary', async () => {
    const refused = await resource('r1.dxf')
    assert.equal(refused.status, 400)
    const { issues } = await bodyOf<{ issues: readonly { path: string }[] }>(refused)
    assert.equal(issues[0].path, 'format')
    assert.equal((await resource('r99.kml')).status, 404)
  })

  test('gives the address of the CDN where one is set', async () => {
    const behindCdn = await startService({ cdnUrl: 'https://cdn.example/metes' })
    const { body } = await rpc({ id: 'r2', format: 'wkt' }, behindCdn)
    assert.match(body.url, /^https:\/\/cdn\.example\/metes\/[0-9a-f]{64}\.wkt$/)
    await behindCdn.close()
  })
})

describe('get_boundary of a polygon that is too large for one answer', () => {
  test('names the file with the polygon', async () => {
    const small = await startService({ maxInlineBytes: 5_000 })
    const response = await fetch(`${small.url}/v1/boundaries/r1?detail=full`, { headers: WITH_KEY })
    const answer = await bodyOf<FeatureBody>(response)
    assert.equal(answer.geometry, null)
    assert.match(answer.download_url ?? '', new RegExp(`^${BASE_URL}/files/[0-9a-f]{64}\\.geojson$`))
    const feature = await bodyOf<FeatureBody>(await fetch(answer.download_url!.replace(BASE_URL, small.url)))
    assert.equal(feature.geometry?.coordinates[0].length, answer.properties.vertices)
    assert.equal(feature.properties.detail, 'full')
    await small.close()
  })
})

describe('an exported file', () => {
  let url: string
  let plain: Buffer
  before(async () => {
    url = local((await rpc({ id: 'r1', format: 'geojson', detail: 'full' })).body.url)
    plain = (await raw(url)).body
  })

  test('may be cached for ever and is saved under its name', async () => {
    const { status, headers, body } = await raw(url)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-type'], 'application/geo+json')
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="Utland-full.geojson"; filename*=UTF-8''Utland-full.geojson`,
    )
    assert.equal(headers['content-length'], String(body.length))
    assert.equal(headers['accept-ranges'], 'bytes')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.ok(headers['x-request-id'])
  })

  test('is sent compressed to clients that accept it', async () => {
    const brotli = await raw(url, { 'accept-encoding': 'gzip, br' })
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.deepEqual(brotliDecompressSync(brotli.body), plain)
    const gzip = await raw(url, { 'accept-encoding': 'gzip' })
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.deepEqual(gunzipSync(gzip.body), plain)
    assert.notEqual(gzip.headers.etag, brotli.headers.etag)
    assert.equal(gzip.headers.vary, 'Accept-Encoding')
  })

  test('supports ranges', async () => {
    const { status, headers, body } = await raw(url, { range: 'bytes=10-19', 'accept-encoding': 'br' })
    assert.equal(status, 206)
    assert.equal(headers['content-range'], `bytes 10-19/${plain.length}`)
    assert.deepEqual(body, plain.subarray(10, 20))
    assert.equal((await raw(url, { range: `bytes=${plain.length}-` })).status, 416)
  })

  test('is not sent again to a client that has it, nor for HEAD', async () => {
    const { headers } = await raw(url)
    const unchanged = await raw(url, { 'if-none-match': String(headers.etag) })
    assert.deepEqual([unchanged.status, unchanged.body.length], [304, 0])
    const head = await raw(url, {}, 'HEAD')
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.body.length],
      [200, String(plain.length), 0],
    )
  })

  test('that is a drawing can be viewed, but runs nothing', async () => {
    const drawing = await raw(local((await rpc({ id: 'r1', format: 'svg' })).body.url))
    assert.equal(drawing.headers['content-type'], 'image/svg+xml')
    assert.match(String(drawing.headers['content-security-policy']), /default-src 'none'.*sandbox/)
    assert.equal(readSvg(drawing.body.toString()).paths.length, 1)
  })

  test('is the only thing in the storage with an address', async () => {
    const hash = /[0-9a-f]{64}/.exec(url)![0]
    for (const key of [
      `${hash}.geojson.br`,
      `${hash}.note`,
      `${'0'.repeat(64)}.geojson`,
      hash,
      `${hash}.geojson/`,
      '..%2f..%2fetc%2fpasswd',
      '%00',
    ]) {
      const { status, headers } = await raw(`${service.url}/files/${key}`)
      assert.equal(status, 404, key)
      assert.equal(headers['content-type'], 'application/problem+json')
    }
  })

  test('that a client stops reading does no harm', async () => {
    await new Promise<void>((resolve) => {
      const request = get(url, (response) => {
        response.destroy()
        resolve()
      })
      request.on('error', () => resolve())
    })
    assert.equal((await raw(url)).status, 200)
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    )
  })
})
