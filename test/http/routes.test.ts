/** Input in paths, queries and bodies, in all accepted forms. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { FORMATS, type Format, SINGLE_FORMATS } from '../../src/domain/formats/index.ts'
import { OPS } from '../../src/ops/index.ts'
import { casesOf } from '../cases.ts'
import { KEY, type MadeUpService, startService } from '../registry/made-up-service.ts'
import { ask } from './raw.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

const get = async (path: string) => {
  const { status, body } = await ask(service.url, { path })
  return { status, body: JSON.parse(body.toString()) }
}

describe('a boundary id in a path', () => {
  const forms = [
    'r1',
    'R1',
    '-1',
    'relation/1',
    'relation%2F1',
    'iso:AQ',
    'iso%3AAQ',
    'wikidata:Q1',
    'Q1',
    '3600000001',
    'https%3A%2F%2Fwww.openstreetmap.org%2Frelation%2F1',
    'https://www.openstreetmap.org/relation/1',
    'https://www.openstreetmap.org/relation/1/history',
    'http://osm.org/relation/1%23map=5/1/2',
  ]
  for (const form of forms) {
    test(`${form} is the boundary, and has its children below it`, async () => {
      assert.equal((await get(`/v1/boundaries/${form}`)).body.id, 'r1')
      const children = await get(`/v1/boundaries/${form}/children`)
      assert.deepEqual(
        children.body.children.map(({ id }: { id: string }) => id),
        ['r2'],
      )
    })
  }

  test('may stand in an absolute target, as proxies send it', async () => {
    assert.equal((await get('http://anything.example/v1/boundaries/w3?detail=low')).body.id, 'w3')
  })

  test('is followed only by known routes', async () => {
    assert.equal((await get('/v1/boundaries/r1/nope')).status, 404)
    assert.equal((await get('/v1/boundaries/r1/')).status, 404)
    assert.equal((await get('/v1/boundaries//')).status, 404)
  })
})

describe('an id with dots', () => {
  const ids = fc.constantFrom(
    'r1',
    'relation/1',
    'wikidata:Q1',
    'iso:AQ',
    'https://www.openstreetmap.org/relation/1',
    'http://osm.org/relation/1',
    'www.openstreetmap.org/relation/1',
  )
  const tails = fc.constantFrom(
    '',
    '#map=16/43.7/7.4',
    '?query=a.b',
    '/history',
    '#map=5/1/2.50',
    '?file=x.y#z.1',
  )
  const suffixes = fc.constantFrom('', ...SINGLE_FORMATS, 'xyz', 'html', '4', 'GeoJSON', 'kmlx')
  const spellings = fc.constantFrom(
    encodeURIComponent,
    // As browsers send an address; one without a scheme must be encoded.
    (id: string) =>
      /^(?:http|r)/.test(id)
        ? encodeURI(id).replaceAll('#', '%23').replaceAll('?', '%3F')
        : encodeURIComponent(id),
    (id: string) => encodeURIComponent(id).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  )

  test('is a boundary, or its file if a known format follows the last dot', async () => {
    await fc.assert(
      fc.asyncProperty(ids, tails, suffixes, spellings, async (id, tail, suffix, spelled) => {
        // Only addresses can have more after the number.
        const whole = id.includes('.') ? `${id}${tail}` : id
        // Without its scheme an address with slashes is several segments.
        const text = suffix === '' ? whole : `${whole}.${suffix}`
        const path = `/v1/boundaries/${spelled(text)}`
        const { status, headers, body } = await ask(service.url, { path, headers: { 'x-api-key': KEY } })
        const answer = body.length === 0 ? {} : JSON.parse(body.toString())
        if (Object.hasOwn(FORMATS, suffix)) {
          assert.equal(status, 302, path)
          assert.ok(String(headers.location).endsWith(FORMATS[suffix as Format].extension), path)
        } else if (!('problem' in parseBoundaryReference(text))) {
          assert.deepEqual([status, answer.id], [200, 'r1'], path)
        } else {
          assert.deepEqual([status, answer.issues?.[0]?.path], [400, 'format'], `${path} ${body}`)
        }
      }),
      { seed: 16, numRuns: casesOf('addresses of boundaries and files') },
    )
  })
})

describe('a list in a query', () => {
  for (const query of [
    'include=parents&include=children',
    'include=parents,children',
    'include=["parents","children"]',
    'include=%5B%22parents%22%2C%22children%22%5D',
    'include=parents, children',
  ]) {
    test(`${query} names both`, async () => {
      const { body } = await get(`/v1/boundaries/r2?${query.replaceAll(' ', '%20').replaceAll('"', '%22')}`)
      assert.equal(body.properties.children.length, 1)
      assert.equal(body.properties.parents[0].wikidata, 'Q1')
    })
  }

  test('that is absent or empty is empty', async () => {
    for (const query of ['', '?include=', '?include=[]']) {
      assert.equal((await get(`/v1/boundaries/r2${query}`)).body.properties.children, undefined)
    }
  })
})

describe('a value that its field cannot parse', () => {
  const rows: readonly (readonly [target: string, path: string, message: RegExp])[] = [
    ['/v1/boundaries/search', 'q', /^q is required/],
    ['/v1/boundaries/search?q=', 'q', /1 to 200 characters, but is ""/],
    [`/v1/boundaries/search?q=${'x'.repeat(201)}`, 'q', /1 to 200 characters, but is "x{50,60}…/],
    ['/v1/boundaries/search?q=a&limit=ten', 'limit', /an integer from 1 to 40, but is "ten"/],
    ['/v1/boundaries/search?q=a&limit=0', 'limit', /from 1 to 40, but is 0/],
    ['/v1/boundaries/search?q=a&limit=1.5', 'limit', /an integer from 1 to 40, but is 1\.5/],
    ['/v1/boundaries/search?q=a&limit=0x10', 'limit', /an integer/],
    ['/v1/boundaries/search?q=a&limit=%2010', 'limit', /an integer/],
    ['/v1/boundaries/search?q=a&limit=', 'limit', /an integer from 1 to 40, but is ""/],
    ['/v1/boundaries/search?q=a&limit=1&limit=2', 'limit', /an integer from 1 to 40, but is \[1,2\]/],
    ['/v1/boundaries/search?q=a&kind=town', 'kind', /one of country, state, .*, but is "town"/],
    ['/v1/boundaries/search?q=a&country=deu', 'country', /two letters/],
    ['/v1/boundaries/search?q=a&near=1', 'near', /"lat,lon"/],
    ['/v1/boundaries/search?q=a&near=6.13,249.61', 'near', /"lat,lon"/],
    ['/v1/boundaries/search?q=a&near=149.61,6.13', 'near', /did you mean "6\.13,149\.61"/],
    ['/v1/boundaries/search?q=a&admin_level=13', 'admin_level', /from 1 to 12, but is 13/],
    ['/v1/boundaries/r1?precision=2', 'precision', /from 3 to 7, but is 2/],
    ['/v1/boundaries/r1?include=cousins', 'include.0', /one of parents, children, but is "cousins"/],
    ['/v1/boundaries/r1?Detail=low', 'Detail', /Did you mean detail\?/],
    ['/v1/boundaries/r1/children?admin_level=2', 'admin_level', /from 3 to 12/],
    ['/v1/boundaries/node/5', 'id', /Node 5 has no area/],
    ['/v1?x=1', 'x', /The fields are limit, cursor/],
  ]
  for (const [target, path, message] of rows) {
    test(`${target.slice(0, 60)} is refused with an issue of ${path}`, async () => {
      const { status, body } = await get(target)
      assert.equal(status, 400)
      assert.equal(body.issues.length, 1, JSON.stringify(body.issues))
      assert.equal(body.issues[0].path, path)
      assert.match(body.issues[0].message, message)
    })
  }

  test('is reported field by field, all at once', async () => {
    const { body } = await get('/v1/boundaries/search?q=&limit=99&near=x&lmit=1')
    assert.deepEqual(body.issues.map(({ path }: { path: string }) => path).sort(), [
      'limit',
      'lmit',
      'near',
      'q',
    ])
  })
})

describe('a body', () => {
  const rpc = async (op: string, body: string, path = `/v1/ops/${op}`) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-api-key': KEY }
    const answer = await ask(service.url, { method: 'POST', path, headers, body })
    return { status: answer.status, body: JSON.parse(answer.body.toString()) }
  }

  test('may be absent where nothing is required', async () => {
    assert.equal((await ask(`${service.url}/v1/ops/list_ops`, { method: 'POST' })).status, 200)
  })

  test('does not convert texts to numbers', async () => {
    const { body } = await rpc('search_boundaries', '{"q":"a","limit":"3"}')
    assert.match(body.issues[0].message, /an integer from 1 to 40, but is "3"/)
  })

  test('cannot change what objects are', async () => {
    const { status, body } = await rpc(
      'search_boundaries',
      '{"q":"a","__proto__":{"limit":1},"constructor":1}',
    )
    assert.equal(status, 400)
    assert.deepEqual(body.issues.map(({ path }: { path: string }) => path).sort(), [
      '__proto__',
      'constructor',
    ])
  })

  test('rejects fields in the query', async () => {
    const { status, body } = await rpc('', '{"id":"r1"}', '/v1/ops/get_boundary?detail=low')
    assert.equal(status, 400)
    assert.match(body.issues[0].message, /detail is in the query/)
  })

  test('names a field in the path once', async () => {
    const { status, body } = await rpc('', '{"id":"r2","points":[[0,0]]}', '/v1/boundaries/r1/contains')
    assert.equal(status, 400)
    assert.match(body.issues[0].message, /id is part of the path/)
  })

  test('may be nested 32 levels deep, and is refused for more before it is parsed', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const refused = /nested more than 32 levels deep/
    for (const body of [
      nested(33),
      nested(500_000),
      `{"id":${nested(32)}}`,
      `{"id":"r1","points":[${nested(500_000)}]}`,
    ]) {
      const { status, body: answer } = await rpc('contains_points', body)
      assert.equal(status, 400)
      assert.match(answer.issues[0].message, refused)
    }
    const { body } = await rpc('contains_points', `{"id":"r1","points":${nested(31)}}`)
    assert.doesNotMatch(body.issues[0].message, refused)
  })

  test('with a thousand errors gets a few of them', async () => {
    const points = Array.from({ length: 1000 }, () => [500, 500])
    const { body } = await rpc('contains_points', JSON.stringify({ id: 'r1', points }))
    assert.equal(body.issues.length, 20)
  })
})

describe('a JSON body that is not an object', () => {
  const posts = OPS.flatMap(({ name, route }) => [
    `/v1/ops/${name}`,
    ...(route.method === 'POST' ? [route.path.replace(/\{\w+\}/g, '1')] : []),
  ])
  for (const body of ['null', '[]', '[1]', '1', '"text"', 'true']) {
    test(`${body} is refused with a sentence by every operation`, async () => {
      for (const path of posts) {
        const response = await fetch(`${service.url}${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-API-Key': KEY },
          body,
        })
        const { code, issues } = (await response.json()) as {
          readonly code: string
          readonly issues: readonly { readonly path: string; readonly message: string }[]
        }
        assert.deepEqual([response.status, code], [400, 'invalid_input'], path)
        assert.match(issues[0].message, /^The input must be a JSON object\b.*, but is .+\.$/s, path)
      }
    })
  }
})
