import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ringsFromGeoJson } from './geojson-rings.ts'

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
]

test('positions are read onto the grid, without elevation and without the closing one', () => {
  const rings = ringsFromGeoJson({
    type: 'Polygon',
    coordinates: [square.map((position) => [...position, 12])],
  })
  assert.deepEqual([...rings.coords], [0, 0, 1e7, 0, 1e7, 1e7, 0, 1e7])
  assert.deepEqual([...rings.ringEnds], [4])
  assert.deepEqual([...rings.polygonEnds], [1])
})

test('a MultiPolygon keeps its polygons and their holes', () => {
  const { ringEnds, polygonEnds } = ringsFromGeoJson({
    type: 'MultiPolygon',
    coordinates: [[square, square], [square]],
  })
  assert.deepEqual([...ringEnds], [4, 8, 12])
  assert.deepEqual([...polygonEnds], [2, 3])
})

test('input that is not a polygon is refused with a sentence that names the place', () => {
  const refusals: readonly (readonly [{ type: string; coordinates: unknown }, RegExp])[] = [
    [
      { type: 'Point', coordinates: [0, 0] },
      /A GeoJSON Polygon or MultiPolygon is needed here, not "Point"\./,
    ],
    [{ type: 'Polygon', coordinates: 7 }, /In GeoJSON, the rings must be an array\./],
    [
      { type: 'MultiPolygon', coordinates: [[square], [[]]] },
      /ring 0 of polygon 1 has 0 positions; a closed ring needs at least 4\./,
    ],
    [{ type: 'Polygon', coordinates: [square.slice(0, 2)] }, /ring 0 has 2 positions/],
    [
      { type: 'Polygon', coordinates: [[[0, 91], ...square]] },
      /Position 0 of ring 0 is not \[lon, lat\] in degrees/,
    ],
    [{ type: 'Polygon', coordinates: [[...square, ['1', 2]]] }, /Position 5 of ring 0 is not \[lon, lat\]/],
    [{ type: 'Polygon', coordinates: [[[Number.NaN, 2], ...square]] }, /Position 0 of ring 0/],
  ]
  for (const [geometry, message] of refusals) assert.throws(() => ringsFromGeoJson(geometry), message)
})
