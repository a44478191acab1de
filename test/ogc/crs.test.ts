/** Conformance class "Coordinate Reference Systems by Reference" of OGC API – Features, Part 2 (OGC 18-058r1), by its abstract tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atlasSuite } from './atlas-suite.ts'
import { type Body, CRS84, linkTo } from './ogc-client.ts'

const { get } = atlasSuite()

const EPSG4326 = 'http://www.opengis.net/def/crs/EPSG/0/4326'
const EPSG3857 = 'http://www.opengis.net/def/crs/EPSG/0/3857'
const SYSTEMS = [CRS84, EPSG4326, EPSG3857]
const UNSUPPORTED = ['http://www.opengis.net/def/crs/EPSG/0/25832', 'EPSG:3857', '#/crs', '']

type Pair = readonly [number, number]

/** EPSG's own formulas, written apart from the service's. */
const metresOf = ([lon, lat]: Pair): Pair => [
  (lon / 180) * 20_037_508.342789244,
  (6_378_137 * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))) as number,
]
const IN_SYSTEM: Readonly<Record<string, (position: Pair) => Pair>> = {
  [CRS84]: (position) => position,
  [EPSG4326]: ([lon, lat]) => [lat, lon],
  [EPSG3857]: metresOf,
}

/** Collections with features, and one of them. */
const STATES = '/collections/state/items'
const BERLIN = `${STATES}/r62422`

const collections = async (): Promise<readonly Body[]> => [
  ...(await get('/collections')).body.collections,
  (await get('/collections/state')).body,
]

test('/conf/crs/crs-uri: reference systems are http URIs of OGC’s register', async () => {
  for (const { crs, storageCrs } of await collections())
    for (const uri of [...crs, storageCrs])
      assert.match(uri, /^http:\/\/www\.opengis\.net\/def\/crs\/(?:OGC|EPSG)\/[\d.]+\/\w+$/)
})

test('/conf/crs/default-crs: every collection is offered in CRS84, in EPSG:4326 and in EPSG:3857', async () => {
  for (const { crs } of await collections()) assert.deepEqual(crs, SYSTEMS)
})

test('/conf/crs/storageCrs: features are stored in a system of the list', async () => {
  for (const { crs, storageCrs } of await collections()) {
    assert.equal(storageCrs, CRS84)
    assert.ok(crs.includes(storageCrs))
  }
})

test('/conf/crs/crs-parameter: pages and features come in each system, which a field of the answer names', async () => {
  for (const { id } of (await get('/collections')).body.collections)
    for (const crs of SYSTEMS) {
      const query = `crs=${encodeURIComponent(crs)}&detail=low`
      const page = await get(`/collections/${id}/items?limit=2&${query}`)
      const [feature] = page.body.features
      const answers = [
        page,
        ...(feature === undefined ? [] : [await get(`/collections/${id}/items/${feature.id}?${query}`)]),
      ]
      for (const { status, type, headers } of answers) {
        assert.deepEqual([status, type], [200, 'application/geo+json'])
        assert.equal(headers.get('content-crs'), `<${crs}>`)
      }
    }
})

test('/conf/crs/crs-parameter-default: without the parameter the system is CRS84, and the answer says so', async () => {
  for (const path of [`${STATES}?iso=DE-BE`, `${BERLIN}?`]) {
    const [plain, named] = [await get(path), await get(`${path}&crs=${CRS84}`)]
    assert.equal(plain.headers.get('content-crs'), `<${CRS84}>`)
    const geometryOf = ({ body }: Body) => (body.features ?? [body])[0].geometry
    assert.deepEqual(geometryOf(plain), geometryOf(named))
  }
})

test('/conf/crs/crs-parameter-invalid: every other system is 400', async () => {
  for (const crs of UNSUPPORTED)
    for (const path of [STATES, BERLIN]) {
      const { status, body } = await get(`${path}?crs=${encodeURIComponent(crs)}`)
      assert.deepEqual([status, body.issues[0].path], [400, 'crs'], crs)
    }
})

test('/conf/crs/crs-parameter-transform: positions and boxes are those of CRS84 in the other system', async () => {
  for (const detail of ['low', 'full'])
    for (const query of ['iso=DE-BE', 'iso=US-AK', 'country=NZ']) {
      const address = `${STATES}?${query}&detail=${detail}`
      const plain = (await get(address)).body.features
      for (const crs of [EPSG4326, EPSG3857]) {
        const moved = (await get(`${address}&crs=${crs}`)).body.features
        // Half a unit of the last decimal that a page at this detail has, in degrees, on a scale of at most 3.
        const tolerance = crs === EPSG3857 ? (detail === 'low' ? 0.6 : 0.006) : 1e-12
        for (const [i, feature] of plain.entries()) {
          const expected = feature.geometry.coordinates.flat(2).flatMap(IN_SYSTEM[crs])
          const actual = moved[i].geometry.coordinates.flat(3)
          assert.equal(actual.length, expected.length)
          assert.ok(actual.every((value: number, at: number) => Math.abs(value - expected[at]) <= tolerance))
          const [west, south, east, north] = feature.bbox
          const corners = [...IN_SYSTEM[crs]([west, south]), ...IN_SYSTEM[crs]([east, north])]
          assert.ok(moved[i].bbox.every((side: number, at: number) => Math.abs(side - corners[at]) <= 0.006))
        }
      }
    }
})

test('/conf/crs/bbox-crs-parameter: a box in another system lists the same features', async () => {
  for (const [west, south, east, north] of [
    [13.4, 52.5, 13.41, 52.51],
    [5, 45, 16, 49],
    [170, -50, -170, -10],
  ] as const) {
    const idsIn = async (query: string): Promise<readonly string[]> =>
      (await get(`${STATES}?limit=1000&detail=low&${query}`)).body.features.map(({ id }: Body) => id)
    const plain = await idsIn(`bbox=${west},${south},${east},${north}`)
    assert.ok(plain.length > 0)
    for (const crs of SYSTEMS) {
      const box = [...IN_SYSTEM[crs]([west, south]), ...IN_SYSTEM[crs]([east, north])]
      assert.deepEqual(await idsIn(`bbox=${box}&bbox-crs=${crs}`), plain, `${box} in ${crs}`)
      assert.deepEqual(await idsIn(`bbox=${box[0]},${box[1]},0,${box[2]},${box[3]},9&bbox-crs=${crs}`), plain)
    }
  }
})

test('/conf/crs/bbox-crs-parameter-default: without the parameter a box is in CRS84, whatever the system of the answer', async () => {
  const isoIn = async (query: string) =>
    (await get(`${STATES}?bbox=13.4,52.5,13.41,52.51&detail=low&${query}`)).body.features.map(
      ({ properties }: Body) => properties.iso,
    )
  for (const crs of SYSTEMS) assert.deepEqual(await isoIn(`crs=${crs}`), ['DE-BE'])
})

test('/conf/crs/bbox-crs-parameter-invalid: every other system of a box is 400', async () => {
  for (const crs of UNSUPPORTED) {
    const { status } = await get(`${STATES}?bbox=1,2,3,4&bbox-crs=${encodeURIComponent(crs)}`)
    assert.equal(status, 400, crs)
  }
})

test('a box of Web Mercator that shows the Earth twice is that of another turn', async () => {
  const turn = 2 * 20_037_508.342789244
  const [minX, minY, maxX, maxY] = [...metresOf([13.4, 52.5]), ...metresOf([13.41, 52.51])]
  const { body } = await get(
    `${STATES}?bbox=${minX + turn},${minY},${maxX + turn},${maxY}&bbox-crs=${EPSG3857}&detail=low`,
  )
  assert.deepEqual(
    body.features.map(({ properties }: Body) => properties.iso),
    ['DE-BE'],
  )
})

test('in Web Mercator Antarctica ends at the rim of the square', async () => {
  const { body } = await get(`/collections/country/items?iso=AQ&detail=low&crs=${EPSG3857}`)
  const [{ bbox, geometry, properties }] = body.features
  const positions = geometry.coordinates.flat(2) as readonly Pair[]
  assert.equal(properties.vertices, positions.length)
  const lowest = Math.min(...positions.map(([, y]) => y))
  assert.ok(lowest >= -20_037_509 && lowest <= -20_037_507, `${lowest}`)
  assert.equal(bbox[1], -20_037_508.34)
})

test('the next page is in the same system', async () => {
  const first = await get(`${STATES}?limit=2&detail=low&crs=${EPSG3857}`)
  const next = await get(String(linkTo(first.body, 'next')?.href))
  assert.equal(next.headers.get('content-crs'), `<${EPSG3857}>`)
  assert.ok(Math.abs(next.body.features[0].bbox[0]) > 180)
})

test('an answer that the program has is 304, and not that of another system', async () => {
  const { headers } = await get(`${BERLIN}?crs=${EPSG3857}`)
  const held = { 'if-none-match': String(headers.get('etag')) }
  assert.equal((await get(`${BERLIN}?crs=${EPSG3857}`, held)).status, 304)
  assert.equal((await get(`${BERLIN}?crs=${EPSG4326}`, held)).status, 200)
})
