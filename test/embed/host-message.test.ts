/** Messages of pages of others to the embedded map: nothing of them is believed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readHostMessage, readPolygons } from '../../src/embed/host-message.ts'

const RING = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
]
const POLYGON = { type: 'Polygon', coordinates: [RING] }

test('a value is a list of ids, some of them cut out', () => {
  assert.deepEqual(readHostMessage({ metes: 'value', ids: ['iso:DE', '-r1', 'iso:DE'] }), {
    metes: 'value',
    ids: { include: ['iso:DE'], exclude: ['r1'] },
  })
})

for (const ids of [
  'iso:DE',
  [1],
  ['<img src=x onerror=alert(1)>'],
  Array.from({ length: 51 }, (_, i) => `r${i}`),
  new Array(2_000_000),
  { length: 1, 0: 'r1' },
  ['r'.repeat(300)],
])
  test(`a value of ${JSON.stringify(ids).slice(0, 40)} is refused with a sentence`, () => {
    const message = readHostMessage({ metes: 'value', ids })
    assert.ok(message?.metes === 'invalid')
    assert.match(message.fault, /must be a list of at most 50 ids/)
  })

test('polygons, and Features of them, are one area; properties are dropped', () => {
  const area = { type: 'MultiPolygon', coordinates: [[RING]] }
  const feature = { type: 'Feature', geometry: POLYGON, properties: { name: '<script>' } }
  for (const geojson of [POLYGON, area, feature, { type: 'FeatureCollection', features: [feature] }])
    assert.deepEqual(readHostMessage({ metes: 'area', area: geojson }), { metes: 'area', area })
  assert.deepEqual(readHostMessage({ metes: 'area', area: null }), { metes: 'area', area: null })
})

const position = (lon: unknown, lat: unknown) => ({
  type: 'Polygon',
  coordinates: [[[lon, lat], ...RING.slice(1)]],
})
const loop: Record<string, unknown> = { type: 'Feature' }
loop.geometry = loop
const WRONG: readonly (readonly [what: string, geojson: unknown])[] = [
  ['nothing', undefined],
  ['a text', JSON.stringify(POLYGON)],
  ['a point', { type: 'Point', coordinates: [0, 0] }],
  ['a polygon without rings', { type: 'Polygon', coordinates: [] }],
  ['a ring of three positions', { type: 'Polygon', coordinates: [RING.slice(1)] }],
  ['a latitude beyond the pole', position(0, 91)],
  ['metres', position(2_600_000, 1_200_000)],
  ['texts for numbers', position('0', '0')],
  ['no number', position(Number.NaN, 0)],
  ['a Feature in a Feature', { type: 'Feature', geometry: { type: 'Feature', geometry: POLYGON } }],
  ['a Feature that is its own geometry', loop],
  ['a Feature without a geometry', { type: 'Feature', geometry: null }],
  ['a collection of geometries', { type: 'GeometryCollection', geometries: [POLYGON] }],
]
for (const [what, geojson] of WRONG)
  test(`${what} is no area`, () => {
    assert.match(String(readPolygons(geojson)), /^The area must be a GeoJSON Polygon/)
  })

test('an area of too many positions is refused before all of it is read', () => {
  const side = Array.from({ length: 100_001 }, () => [0, 0])
  const poisoned = new Proxy(side, {
    get: (target, name) => {
      if (name === 'map') throw new Error('The ring was read.')
      return Reflect.get(target, name)
    },
  })
  const message = readPolygons({ type: 'Polygon', coordinates: [poisoned] })
  assert.match(String(message), /more than 100,000 positions\. Ask for it at a lower detail\./)
})

test('whatever a page sends, reading it throws nothing, and other messages are not ours', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      assert.equal(readHostMessage(data), null)
      readHostMessage({ metes: 'area', area: data })
      readHostMessage({ metes: 'value', ids: data })
    }),
  )
})
