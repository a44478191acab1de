import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validityReason } from '../../../test/support/geos.ts'
import { archipelago, boxRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { areaKm2 } from '../geometry/area.ts'
import { encodeRings } from '../geometry/codec.ts'
import { INSIDE, locate, OUTSIDE } from '../geometry/contains.ts'
import { ringsFromGeoJson } from '../geometry/geojson-rings.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import { unite } from './unite.ts'

const united = (
  include: readonly Rings[],
  exclude: readonly Rings[] = [],
  detail: 'low' | 'full' = 'full',
  precision = 7,
) =>
  unite({
    include: include.map(encodeRings),
    exclude: exclude.map(encodeRings),
    detail,
    precision,
    format: 'geojson',
    properties: { attribution: '©' },
  })

const featureOf = (...parts: Parameters<typeof united>) => {
  const result = united(...parts)
  assert.ok(result !== null)
  const feature = JSON.parse(Buffer.from(result.bytes).toString())
  return { feature, rings: ringsFromGeoJson(feature.geometry) }
}

const squares = (...boxes: readonly (readonly [number, number, number, number])[]): Rings =>
  ringsOf(boxes.map((box) => [boxRing(...box)]))

test('the Feature describes the whole area and the geometry that is shown', () => {
  const { feature, rings } = featureOf(
    [squares([0, 0, 1, 1]), squares([1, 0, 2, 1])],
    [squares([0, 0, 1, 0.5])],
  )
  const { area_km2: area, ...properties } = feature.properties
  assert.deepEqual(properties, {
    parts: 1,
    vertices: 8,
    bbox: [0, 0, 2, 1],
    detail: 'full',
    precision: 7,
    attribution: '©',
  })
  assert.ok(Math.abs(area / areaKm2(rings) - 1) < 1e-8)
  assert.deepEqual(feature.bbox, [0, 0, 2, 1])
  assert.equal(feature.type, 'Feature')
})

test('excluding everything leaves nothing', () => {
  assert.equal(united([squares([0, 0, 1, 1])], [squares([-1, -1, 2, 2])]), null)
})

test('the border of neighbours leaves no trace at any detail', () => {
  const random = seededRandom(11)
  const border = Array.from({ length: 4_000 }, (_, i) => [5 + 0.01 * random(), i / 400] as const)
  const west = ringsOf([[[[0, 0], ...border, [0, 10]]]])
  const east = ringsOf([[[[10, 10], ...[...border].reverse(), [10, 0]]]])
  for (const detail of ['low', 'full'] as const) {
    const { feature, rings } = featureOf([west, east], [], detail)
    assert.equal(rings.ringEnds.length, 1)
    assert.ok(feature.properties.vertices <= 9)
  }
})

test('a simplified union keeps its area_km2, and stays valid', () => {
  const islands = ringsOf(
    archipelago(seededRandom(3), { lon: 10, lat: 50, islands: 400, spacing: 0.3, doublings: 3 }),
  )
  const full = featureOf([islands, squares([9, 49, 11, 51])])
  const low = featureOf([islands, squares([9, 49, 11, 51])], [], 'low', 4)
  assert.equal(low.feature.properties.area_km2, full.feature.properties.area_km2)
  assert.ok(low.feature.properties.vertices <= 1_100)
  assert.equal(low.feature.properties.vertices, vertexCount(low.rings))
  assert.equal(validityReason(low.rings), 'Valid Geometry')
  assert.deepEqual(low.feature.bbox, full.feature.bbox)
})

test('Fiji’s two sides of the antimeridian stay two parts of one area', () => {
  const fiji = squares([177, -19, 180, -16], [-180, -19, -178, -16])
  const lau = squares([179, -20, 180, -18], [-180, -20, -179, -18])
  const { feature, rings } = featureOf([fiji, lau])
  assert.deepEqual(feature.bbox, [177, -20, -178, -16])
  assert.equal(feature.properties.parts, 2)
  assert.equal(validityReason(rings), 'Valid Geometry')
  const without = featureOf([fiji], [lau]).rings
  assert.deepEqual(
    [178, 179.5, -179.5, -178.5].map((lon) => locate(without, lon * 1e7, -18.5e7)),
    [INSIDE, OUTSIDE, OUTSIDE, INSIDE],
  )
})
