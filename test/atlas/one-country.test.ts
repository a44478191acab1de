/** How the build of the atlas assigns land in two countries' polygons. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { landOfCountries, type SharedLand } from '../../scripts/atlas/one-country.ts'
import { INSIDE, locate, toUnits } from '../../src/domain/geometry/contains.ts'
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'

const NOTHING_SHARED: SharedLand = { staysWithBoth: () => false, ownerBetween: () => null }

/** Degrees: from the lower left corner, as wide as high. */
const square = (west: number, south: number, side: number): GeoJsonArea => {
  const [east, north] = [west + side, south + side]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  }
}

const ownersOf = (
  shapes: Readonly<Record<string, readonly GeoJsonArea[]>>,
  [lon, lat]: readonly [number, number],
  shared: SharedLand = NOTHING_SHARED,
): readonly string[] =>
  [...landOfCountries(new Map(Object.entries(shapes)), shared)]
    .filter(([, land]) => locate(land, toUnits(lon), toUnits(lat)) === INSIDE)
    .map(([country]) => country)

test('a country within another is cut out of it', () => {
  const shapes = { ZA: [square(0, 0, 10)], LS: [square(4, 4, 1)] }
  assert.deepEqual(ownersOf(shapes, [4.5, 4.5]), ['LS'])
  assert.deepEqual(ownersOf(shapes, [2, 2]), ['ZA'])
})

test('an enclave within an enclave belongs to the outer country again', () => {
  const shapes = { AE: [square(0, 0, 10), square(4.4, 4.4, 0.2)], OM: [square(4, 4, 1)] }
  assert.deepEqual(ownersOf(shapes, [4.5, 4.5]), ['AE'])
  assert.deepEqual(ownersOf(shapes, [4.1, 4.1]), ['OM'])
})

test('shared land belongs to the country that the data name, whichever is larger', () => {
  const shapes = { AF: [square(0, 0, 10)], TM: [square(9, 0, 10)] }
  for (const owner of ['AF', 'TM'])
    assert.deepEqual(ownersOf(shapes, [9.5, 5], { ...NOTHING_SHARED, ownerBetween: () => owner }), [owner])
})

test('unexplained shared land fails the build, with both countries', () => {
  const shapes = { AF: [square(0, 0, 10)], TM: [square(9, 0, 10)] }
  assert.throws(() => ownersOf(shapes, [9.5, 5]), /AF and TM: [\d.]+ km²/)
})

test('disputed land stays with both', () => {
  const shapes = { MA: [square(0, 0, 10)], EH: [square(0, 0, 4)] }
  assert.deepEqual(ownersOf(shapes, [2, 2], { ...NOTHING_SHARED, staysWithBoth: () => true }), ['EH', 'MA'])
})

test('a sliver goes to the smaller country', () => {
  const shapes = { CZ: [square(0, 0, 0.05)], DE: [square(0.0499, 0, 5)] }
  assert.deepEqual(ownersOf(shapes, [0.04995, 0.025]), ['CZ'])
})
