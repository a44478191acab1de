/** What callers of OGC API – Features may get wrong, and hostile ones try: each is refused with a sentence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursorAfter } from '../../src/transports/ogc/page-cursor.ts'
import { atlasSuite } from './atlas-suite.ts'
import { CRS84 } from './ogc-client.ts'

const { get } = atlasSuite()

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  limit: ['0', '-1', '1.5', 'ten', '', '1e400', 'NaN', '0x10'],
  bbox: [
    '',
    '1,2,3',
    '1,2,3,4,5',
    '1,2,3,4,5,6,7',
    '1,2,3,x',
    'NaN,2,3,4',
    '1,2,Infinity,4',
    '1,2,,4',
    '1,4,2,3',
    '0,-91,1,0',
    '0,0,1,91',
    '0,0,9,1,1,8',
    '1e999,2,3,4',
  ],
  crs: ['', 'EPSG:3857', 'CRS84', 'http://www.opengis.net/def/crs/EPSG/0/4258', '__proto__'],
  'bbox-crs': ['', 'EPSG:4326', 'http://www.opengis.net/def/crs/EPSG/0/25832', 'constructor'],
  datetime: [
    '',
    '2018',
    '2018-02-12',
    '2018-02-30T00:00:00Z',
    '2018-13-01T00:00:00Z',
    '2018-02-12T24:00:00Z',
    '2018-02-12T23:20:50',
    '..',
    '../..',
    '/',
    '2018-02-12T00:00:00Z/2017-02-12T00:00:00Z',
    '2018-02-12T00:00:00Z/2018-02-13T00:00:00Z/..',
    'now',
  ],
  cursor: ['', 'x', '%00', '!!', 'cjE=', cursorAfter('x1' as never), cursorAfter("r1' or 1=1" as never)],
  detail: ['', 'LOW', 'extreme'],
  f: ['html', 'JSON', ''],
  kind: ['planet', ''],
  admin_level: ['x', '1.5', '13', '1'],
}

for (const [name, values] of Object.entries(REFUSED))
  test(`${name} is refused when it is ${values.map((value) => JSON.stringify(value)).join(', ')}`, async () => {
    for (const value of values) {
      const written = value.includes('%') ? value : encodeURIComponent(value)
      const { status, type, body } = await get(`/collections/state/items?${name}=${written}`)
      assert.equal(status, 400, value)
      assert.equal(type, 'application/problem+json')
      assert.equal(body.code, 'invalid_input')
      assert.ok(body.issues[0].path.startsWith(name), JSON.stringify(body.issues))
    }
  })

test('a box is refused in every reference system with a sentence about it, also where its axes were confused', async () => {
  const epsg = 'http://www.opengis.net/def/crs/EPSG/0/'
  for (const [bbox, system, says] of [
    ['650000,5200000,700000,5300000', '', /bbox-crs names the reference system of a box in metres/],
    ['113,-43,153,-10', `${epsg}4326`, /In EPSG:4326 the latitude comes first/],
    ['10,0,9,1', `${epsg}4326`, /southern latitude/],
    ['0,10,1,9', `${epsg}3857`, /southern latitude/],
    ['1,2,3', `${epsg}3857`, /four numbers/],
  ] as const) {
    const { status, body } = await get(
      `/collections/state/items?bbox=${bbox}${system === '' ? '' : `&bbox-crs=${system}`}`,
    )
    assert.equal(status, 400, bbox)
    assert.match(body.detail, says)
  }
})

test('a parameter that is given twice is refused where it has one value', async () => {
  for (const name of [
    'limit=1&limit=2',
    'country=DE&country=FR',
    'detail=low&detail=low',
    `crs=${CRS84}&crs=${CRS84}`,
  ])
    assert.equal((await get(`/collections/state/items?${name}`)).status, 400, name)
})

test('parameters of the address cannot be given in the query, nor those of other standards', async () => {
  for (const name of ['root', 'collection', 'search', 'query', 'filter', 'offset', '__proto__'])
    assert.equal((await get(`/collections/state/items?${name}=x`)).status, 400, name)
})

test('texts are compared as texts, not as patterns or queries', async () => {
  for (const name of ['%25', '_', "'; drop table boundary; --", 'Berlin%00', '*']) {
    const { status, body } = await get(
      `/collections/state/items?name=${name.includes('%') ? name : encodeURIComponent(name)}`,
    )
    assert.equal(status, 200, name)
    assert.equal(body.numberReturned, 0, name)
  }
})

test('links repeat the query as text', async () => {
  const { body } = await get('/collections/state/items?name=%22%7D%2C%3Cscript%3E&limit=1')
  assert.match(body.links[0].href, /\?name=%22%7D%2C%3Cscript%3E&limit=1$/)
})

test('a cursor of an id that is gone goes on behind it', async () => {
  const all = (await get('/collections/country/items?limit=1000&detail=low')).body.features
  const { body } = await get(
    `/collections/country/items?limit=1000&detail=low&cursor=${cursorAfter('r3' as never)}`,
  )
  assert.deepEqual(
    body.features.map(({ id }: { id: string }) => id),
    all.map(({ id }: { id: string }) => id).filter((id: string) => id > 'r3'),
  )
})
