import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import {
  archipelago,
  boxRing,
  clockwise,
  coastRing,
  nestedEnclaves,
  ringsOf,
  seededRandom,
} from '../../../test/support/shapes.ts'
import { ringsFromGeoJson } from '../geometry/geojson-rings.ts'
import { EMPTY_RINGS, type Rings } from '../geometry/rings.ts'
import { degreesStyle, geometryJson, multiPolygonJson, type NumberStyle, scaledStyle } from './geojson.ts'

const text = (...args: Parameters<typeof geometryJson>): string =>
  Buffer.from(geometryJson(...args)).toString()

test('one polygon is a Polygon with closed rings and no trailing zeros', () => {
  const rings = ringsOf([[boxRing(-0.5, 10, 179.9999999, 11.25), clockwise(boxRing(1, 10.5, 2, 11))]])
  assert.equal(
    text(rings, 7),
    '{"type":"Polygon","coordinates":[[[-0.5,10],[179.9999999,10],[179.9999999,11.25],[-0.5,11.25],[-0.5,10]],' +
      '[[1,11],[2,11],[2,10.5],[1,10.5],[1,11]]]}',
  )
})

test('several polygons are a MultiPolygon', () => {
  assert.equal(
    text(ringsOf([[boxRing(0, 0, 1, 1)], [boxRing(2, 0, 3, 1)]]), 3),
    '{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,1],[0,0]]],[[[2,0],[3,0],[3,1],[2,1],[2,0]]]]}',
  )
})

test('an empty geometry is a MultiPolygon without polygons', () => {
  assert.equal(text(EMPTY_RINGS, 7), '{"type":"MultiPolygon","coordinates":[]}')
})

test('a table has multipolygons only, in numbers of any scale', () => {
  const table = (rings: Rings, style: NumberStyle): string =>
    Buffer.from(multiPolygonJson(rings, style)).toString()
  const square = ringsOf([[boxRing(0, 0, 1, 1)]])
  assert.equal(
    table(square, degreesStyle(3)),
    '{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,1],[0,0]]]]}',
  )
  const metres: Rings = { ...square, coords: Int32Array.of(0, -5, 2_003_750_834, 10, 123_456, 1_000) }
  assert.equal(
    table({ ...metres, ringEnds: Uint32Array.of(3) }, scaledStyle(2)),
    '{"type":"MultiPolygon","coordinates":[[[[0,-0.05],[20037508.34,0.1],[1234.56,10],[0,-0.05]]]]}',
  )
  assert.equal(table(EMPTY_RINGS, scaledStyle(0)), '{"type":"MultiPolygon","coordinates":[]}')
})

test('text with seven decimals reads back bit for bit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 20 }), (seed, islands) => {
      const random = seededRandom(seed)
      const lon = 300 * random() - 150
      const lat = 140 * random() - 70
      const rings = ringsOf([
        ...archipelago(random, { lon, lat, islands, spacing: 0.1, doublings: 2 }),
        ...nestedEnclaves(random, { lon: -lon, lat: -lat, radius: 1, depth: 5, doublings: 2 }),
      ])
      assert.deepEqual(ringsFromGeoJson(JSON.parse(text(rings, 7))), rings)
    }),
    { seed: 16, numRuns: casesOf('GeoJSON that is read back') },
  )
})

test('coordinates on a coarser grid are written with its decimals and read back bit for bit', () => {
  const coast = coastRing(seededRandom(2), { lon: 12, lat: 48, radius: 3, doublings: 6 })
  for (const decimals of [3, 4, 5, 6]) {
    const scale = 10 ** decimals
    const rings = ringsOf([
      [
        coast.map(
          ([lon, lat]) => [Math.round(lon * scale) / scale, Math.round(lat * scale) / scale] as const,
        ),
      ],
    ])
    const written = text(rings, decimals)
    assert.deepEqual(ringsFromGeoJson(JSON.parse(written)), rings)
    assert.ok((written.match(/\.\d+/g) ?? []).every((fraction) => fraction.length <= decimals + 1))
  }
})
