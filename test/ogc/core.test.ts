/** Conformance class Core of OGC API – Features, Part 1 (OGC 17-069r4), by its abstract tests, over the bundled atlas. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KINDS } from '../../src/domain/boundary/kind.ts'
import { atlasSuite } from './atlas-suite.ts'
import { allFeatures, type Body, CRS84, linkTo, type OgcLink } from './ogc-client.ts'

const GEOJSON = 'application/geo+json'
const STATES = '/collections/state/items'
const ADDRESSES = ['/conformance', '/api', '/collections', '/collections/state', STATES, `${STATES}/r62422`]

const { get, root, key } = atlasSuite()

const idsOf = (body: Body): readonly string[] => body.features.map(({ id }: Body) => id)

test('/conf/core/root-op, root-success: the landing page links to the API definition, the conformance classes and the data', async () => {
  for (const path of ['', '/']) {
    const { status, type, body } = await get(path)
    assert.equal(status, 200)
    assert.equal(type, 'application/json')
    for (const rel of ['self', 'service-desc', 'service-doc', 'conformance', 'data'])
      assert.equal((await fetch(String(linkTo(body, rel)?.href))).status, 200, rel)
    assert.equal(linkTo(body, 'data')?.href, `${root()}/collections`)
    assert.equal(linkTo(body, 'conformance')?.href, `${root()}/conformance`)
  }
})

test('/conf/core/api-definition-op, api-definition-success: the definition has the media type that its link names', async () => {
  const link = linkTo((await get('')).body, 'service-desc')
  const { status, type, body } = await get(String(link?.href))
  assert.equal(status, 200)
  assert.equal(type, 'application/vnd.oai.openapi+json;version=3.0')
  assert.equal(link?.type, type)
  assert.match(body.openapi, /^3\.0\./)
})

test('/conf/core/conformance-op, conformance-success: the classes are named', async () => {
  const { status, body } = await get('/conformance')
  assert.equal(status, 200)
  assert.ok(body.conformsTo.includes('http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core'))
})

test('/conf/core/http: HEAD has no body, other methods are refused, and unknown places are not found', async () => {
  const headers = { 'x-api-key': key() }
  const head = await fetch(`${root()}${STATES}?limit=1`, { method: 'HEAD', headers })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-type'), GEOJSON)
  assert.equal(await head.text(), '')
  const post = await fetch(`${root()}/collections`, { method: 'POST', headers })
  assert.equal(post.status, 405)
  assert.match(String(post.headers.get('allow')), /GET/)
  assert.equal((await get('/nowhere')).status, 404)
})

test('/conf/core/query-param-unknown: a parameter that is not in the definition is 400, at every resource', async () => {
  for (const path of ['', ...ADDRESSES]) {
    const { status, body } = await get(`${path}?colour=blue`)
    assert.equal(status, 400, path)
    assert.equal(body.issues[0].code, 'unknown_field')
    assert.equal(body.issues[0].path, 'colour')
  }
})

test('/conf/core/query-param-invalid: an invalid value of any parameter is 400', async () => {
  for (const query of [
    'limit=x',
    'bbox=1,2',
    'datetime=today',
    'detail=best',
    'f=html',
    'kind=planet',
    'admin_level=a',
  ])
    assert.equal((await get(`${STATES}?${query}`)).status, 400, query)
  assert.equal((await get('/collections?f=html')).status, 400)
})

test('/conf/core/crs84: positions are longitude and latitude', async () => {
  const { body } = await get('/collections/country/items?iso=NZ')
  const [west, south] = body.features[0].bbox
  assert.ok(west > 100 && south < -30, `${west} ${south}`)
})

test('/conf/core/fc-md-op, fc-md-success, fc-md-items: every kind is a collection, which can be asked for by its id', async () => {
  const { status, body } = await get('/collections')
  assert.equal(status, 200)
  assert.deepEqual(
    body.collections.map(({ id }: Body) => id),
    KINDS,
  )
  for (const collection of body.collections) {
    assert.ok(collection.title.length > 0 && collection.description.length > 0)
    assert.match(collection.attribution, /OpenStreetMap/)
    assert.deepEqual((await get(`/collections/${collection.id}`)).body, collection)
  }
})

test('every address may end with a slash', async () => {
  for (const path of ADDRESSES) {
    const [plain, slashed] = await Promise.all([get(path), get(`${path}/`)])
    assert.equal(slashed.status, 200, path)
    assert.deepEqual({ ...slashed.body, timeStamp: '' }, { ...plain.body, timeStamp: '' }, path)
  }
})

test('/conf/core/fc-md-links: the list of collections links to itself with a type, and to the licence', async () => {
  const { body } = await get('/collections')
  assert.deepEqual(linkTo(body, 'self'), {
    href: `${root()}/collections`,
    rel: 'self',
    type: 'application/json',
  })
  assert.equal(linkTo(body, 'license')?.type, 'text/html')
})

test('/conf/core/fc-md-items-links: each collection links to its items and the licence, every link with rel and type', async () => {
  for (const { id, links } of (await get('/collections')).body.collections) {
    const items = (links as readonly OgcLink[]).filter(({ rel }) => rel === 'items')
    assert.deepEqual(
      items.map(({ href, type }) => [href, type]),
      [[`${root()}/collections/${id}/items`, GEOJSON]],
    )
    assert.ok(links.every(({ rel, type, href }: OgcLink) => rel !== '' && type !== '' && href !== ''))
    assert.ok(links.some(({ rel }: OgcLink) => rel === 'license'))
  }
})

test('/conf/core/fc-md-extent: the extent of a collection includes all its features', async () => {
  const { body } = await get('/collections/borough')
  assert.equal(body.extent.spatial.crs, CRS84)
  const [west, south, east, north] = body.extent.spatial.bbox[0]
  const features = await allFeatures(get, '/collections/borough/items?limit=20&detail=low')
  assert.ok(features.length > 0)
  for (const { bbox } of features)
    assert.ok(bbox[0] >= west && bbox[1] >= south && bbox[2] <= east && bbox[3] <= north, `${bbox}`)
  assert.equal((await get('/collections/ward')).body.extent, undefined, 'nothing has no extent')
})

test('/conf/core/sfc-md-op, sfc-md-success: an unknown collection is 404, with everything below it', async () => {
  for (const path of ['', '/items', '/items/r62422']) {
    const { status, type } = await get(`/collections/planet${path}`)
    assert.equal(status, 404)
    assert.equal(type, 'application/problem+json')
  }
})

test('/conf/core/fc-op, fc-response: the items of a collection are its features, and all of them', async () => {
  const { status, type, body } = await get('/collections/country/items?limit=1000&detail=low')
  assert.equal(status, 200)
  assert.equal(type, GEOJSON)
  assert.equal(body.type, 'FeatureCollection')
  const countries = new Set(idsOf(body))
  assert.equal(countries.size, body.features.length)
  assert.ok(countries.size > 190, `${countries.size} countries`)
  assert.ok(body.features.every(({ properties }: Body) => properties.kind === 'country'))
})

test('/conf/core/fc-limit-definition, fc-limit-response: a page has at most limit features, 100 by default and 1000 at most', async () => {
  for (const [query, count] of [
    ['limit=1', 1],
    ['limit=7', 7],
    ['', 100],
    ['limit=1000', 1_000],
    ['limit=5000', 1_000],
  ] as const) {
    const { body } = await get(`/collections/county/items?detail=low&${query}`)
    assert.equal(body.numberReturned, count, query)
  }
  const { body } = await get('/api')
  const { schema } = body.components.parameters.limit
  assert.deepEqual([schema.minimum, schema.maximum, schema.default], [1, 1_000, 100])
})

test('/conf/core/fc-bbox-definition: four numbers are a box, six are one with heights, which do not matter', async () => {
  const four = await get(`${STATES}?bbox=13,52,14,53&detail=low`)
  const six = await get(`${STATES}?bbox=13,52,-10,14,53,9000&detail=low`)
  assert.deepEqual(idsOf(four.body), idsOf(six.body))
  assert.ok(idsOf(four.body).length > 1)
})

test('/conf/core/fc-bbox-response: only features with land in the box are listed, not those whose bounding box meets it', async () => {
  const names = async (bbox: string): Promise<readonly string[]> =>
    (await get(`${STATES}?bbox=${bbox}&detail=low`)).body.features
      .map(({ properties }: Body) => properties.iso)
      .sort()
  // Brandenburg is around Berlin.
  assert.deepEqual(await names('13.4,52.5,13.41,52.51'), ['DE-BE'])
  assert.deepEqual(await names('12.9,52.35,13.0,52.4'), ['DE-BB'])
  assert.deepEqual(await names('13.4,52.5,13.4,52.5'), ['DE-BE'], 'a point')
  assert.deepEqual(await names('-30,0,-29,1'), [], 'the open sea')
})

test('/conf/core/fc-bbox-response: a box with west > east crosses the antimeridian', async () => {
  const countries = async (bbox: string): Promise<readonly string[]> =>
    (await get(`/collections/country/items?bbox=${bbox}&detail=low`)).body.features
      .map(({ properties }: Body) => properties.country)
      .sort()
  assert.deepEqual(await countries('177,-19,-179,-16'), ['FJ'])
  assert.deepEqual(await countries('-177,-19,176,-16').then((found) => found.includes('FJ')), false)
  assert.deepEqual(await countries('178.5,-18.5,180,-16'), ['FJ'])
})

test('/conf/core/fc-bbox-response: longitudes beyond ±180 are those of another turn, as maps that show the Earth several times ask', async () => {
  const countries = async (bbox: string): Promise<readonly string[]> =>
    idsOf((await get(`/collections/country/items?bbox=${bbox}&detail=low&limit=20`)).body)
  const fiji = await countries('177,-19,-179,-16')
  for (const bbox of ['177,-19,181,-16', '-183,-19,-179,-16', '537,-19,541,-16'])
    assert.deepEqual(await countries(bbox), fiji, bbox)
  const everywhere = await countries('-180,-90,180,90')
  for (const bbox of ['-540,-90,540,90', '-10,-90,350,90', '170,-90,530,90', '-1e9,-90,1e300,90'])
    assert.deepEqual(await countries(bbox), everywhere, bbox)
})

test('/conf/core/fc-time-definition, fc-time-response: features have no time, so every time and interval matches all of them', async () => {
  const all = idsOf((await get(`${STATES}?limit=5&detail=low`)).body)
  for (const datetime of [
    '2018-02-12T23:20:50Z',
    '2018-02-12T23:20:50.52+01:00',
    '2018-02-12T00:00:00Z/2018-03-18T12:31:12Z',
    '2018-02-12T00:00:00Z/..',
    '../2018-03-18T12:31:12Z',
    '/2018-03-18T12:31:12Z',
    '2018-02-12T00:00:00Z/',
  ]) {
    const { body } = await get(`${STATES}?limit=5&detail=low&datetime=${encodeURIComponent(datetime)}`)
    assert.deepEqual(idsOf(body), all, datetime)
  }
})

test('/conf/core/fc-links: a page links to itself, to its collection and to the next page, with types', async () => {
  const path = `${STATES}?limit=2&detail=low`
  const { body } = await get(path)
  assert.deepEqual(linkTo(body, 'self'), { href: `${root()}${path}`, rel: 'self', type: GEOJSON })
  assert.equal(linkTo(body, 'collection')?.href, `${root()}/collections/state`)
  assert.equal(linkTo(body, 'next')?.type, GEOJSON)
  assert.equal(linkTo(body, 'license')?.type, 'text/html')
})

test('/conf/core/fc-links: pages follow each other without gaps and repetitions, whatever their size', async () => {
  const whole = idsOf((await get('/collections/country/items?limit=1000&detail=low')).body)
  const pages = await allFeatures(get, '/collections/country/items?limit=37&detail=low')
  assert.deepEqual(
    pages.map(({ id }) => id),
    whole,
  )
  const inBox = 'bbox=-10,35,30,60&detail=low'
  const few = await allFeatures(get, `/collections/country/items?limit=7&${inBox}`)
  const { body } = await get(`/collections/country/items?limit=1000&${inBox}`)
  assert.deepEqual(
    few.map(({ id }) => id),
    idsOf(body),
  )
})

test('/conf/core/fc-timeStamp: the time is that of the answer, in UTC', async () => {
  const startedMs = Date.now()
  const { body } = await get(`${STATES}?limit=3&bbox=0,0,50,50`)
  assert.match(body.timeStamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.ok(Math.abs(Date.parse(body.timeStamp) - startedMs) < 60_000)
})

test('/conf/core/fc-numberMatched: the number of matches is told when one page has them all, and only then', async () => {
  const whole = (await get(`${STATES}?country=DE&detail=low`)).body
  assert.equal(whole.numberMatched, 16)
  assert.equal(whole.features.length, 16)
  const first = (await get(`${STATES}?country=DE&detail=low&limit=10`)).body
  assert.equal(first.numberMatched, undefined)
  const last = (await get(String(linkTo(first, 'next')?.href))).body
  assert.equal(last.numberReturned, 6)
  assert.equal(last.numberMatched, undefined)
})

test('/conf/core/fc-numberReturned: the number of features in the page, 0 when nothing matches', async () => {
  const { status, body } = await get(`${STATES}?name=Nowhere`)
  assert.equal(status, 200)
  assert.deepEqual([body.numberReturned, body.numberMatched, body.features], [0, 0, []])
  assert.equal(linkTo(body, 'next'), undefined)
})

test('/rec/core/fc-filters: features are found by each of their properties that is a parameter', async () => {
  const { body } = await get(`${STATES}?iso=DE-BE&detail=low`)
  const [berlin] = body.features
  const { parameters } = (await get('/api')).body.paths['/collections/{collectionId}/items'].get
  const names = parameters.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1))
  const properties = ['id', 'name', 'kind', 'admin_level', 'country', 'iso', 'wikidata']
  for (const name of properties) {
    assert.ok(names.includes(name), name)
    const value = encodeURIComponent(String(berlin.properties[name]))
    const found = await allFeatures(get, `${STATES}?limit=1000&detail=low&${name}=${value}`)
    assert.ok(
      found.some(({ id }) => id === berlin.id),
      name,
    )
    assert.ok(
      found.every((each) => each.properties[name] === berlin.properties[name]),
      name,
    )
  }
  const none = await get(`${STATES}?iso=DE-BE&country=FR`)
  assert.equal(none.body.numberReturned, 0)
})

test('/conf/core/f-op, f-success: a feature is the one of the page, and 404 in a collection that it is not in', async () => {
  const [listed] = (await get(`${STATES}?iso=DE-BE`)).body.features
  const { status, type, body } = await get(`${STATES}/${listed.id}`)
  assert.equal(status, 200)
  assert.equal(type, GEOJSON)
  const { links: _, ...feature } = body
  assert.deepEqual(feature, listed)
  for (const path of [`/collections/county/items/${listed.id}`, `${STATES}/r1`, `${STATES}/%27`])
    assert.equal((await get(path)).status, 404, path)
})

test('a code, another form of an id, or an id of another collection is 404 with the id to use', async () => {
  const berlin = /"[^"]+" was not found\. Use the id r62422 in the collection state: Berlin\.$/
  for (const path of [
    `${STATES}/DE-BE`,
    `${STATES}/iso:DE-BE`,
    `${STATES}/Q64`,
    `${STATES}/relation%2F62422`,
    '/collections/country/items/DE-BE',
  ]) {
    const { status, body } = await get(path)
    assert.equal(status, 404)
    assert.match(body.detail, berlin)
  }
  const germany = await get('/collections/country/items/DE')
  assert.match(germany.body.detail, /Use the id r51477 in the collection country: Deutschland\.$/)
  const unknown = await get('/collections/country/items/ZZ')
  assert.equal(unknown.body.detail, 'The feature "ZZ" was not found.')
})

test('/conf/core/f-links: a feature links to itself and its collection, with types', async () => {
  const { body } = await get(`${STATES}/r62422`)
  assert.deepEqual(linkTo(body, 'self'), {
    href: `${root()}${STATES}/r62422`,
    rel: 'self',
    type: GEOJSON,
  })
  assert.deepEqual(linkTo(body, 'collection'), {
    href: `${root()}/collections/state`,
    rel: 'collection',
    type: 'application/json',
  })
})
