/** Islands that the polygons of countries lack, and the countries that the build assigns them to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withIslands } from '../../scripts/atlas/islands.ts'
import type { Unit } from '../../scripts/atlas/natural-earth.ts'
import type { Place } from '../../scripts/atlas/place.ts'
import type { Dataset } from '../../src/domain/boundary/boundary.ts'
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import { ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { type Position, polygonCount } from '../../src/domain/geometry/rings.ts'
import { atlasCountry } from '../support/atlas-country.ts'
import { areaOf, covers } from '../support/geos.ts'

/** In degrees; 0.01 of them are 1.1 km. */
type Square = readonly [west: number, south: number, side: number]

const MAINLAND_A: Square = [0, 0, 2]
const MAINLAND_B: Square = [4, 0, 2]
/** As another data set draws them. */
const UNIT_A: Square = [0.002, 0.002, 2]
const UNIT_B: Square = [4.002, 0.002, 2]

const area = ([west, south, side]: Square): GeoJsonArea => {
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

const shape = (square: Square) => ringsFromGeoJson(area(square))

const country = (code: string, land: Square): Place =>
  atlasCountry({ name: code, country: code, iso: code, relation: null, geometry: shape(land) })

const unit = (code: string, square: Square): Unit => ({
  layer: 'subdivisions',
  country: code,
  iso: null,
  oldCode: null,
  isMiscoded: false,
  wikidata: null,
  name: code,
  names: {},
  otherNames: [],
  type: '',
  geounit: '',
  parts: [area(square)],
})

/** The codes of the countries that contain the island completely, and the data sets of each. */
const ownersOf = (
  island: Square,
  {
    coastlines = [],
    units = [],
    waters = () => null,
  }: {
    coastlines?: readonly Square[]
    units?: readonly [string, Square][]
    waters?: (point: Position) => string | null
  },
): Readonly<Record<string, readonly Dataset[]>> => {
  const countries = withIslands(
    new Map([
      ['AA', country('AA', MAINLAND_A)],
      ['BB', country('BB', MAINLAND_B)],
    ]),
    new Map(
      [['AA', UNIT_A] as const, ['BB', UNIT_B] as const, ...units].map(([code, square]) => [
        unit(code, square),
        shape(square),
      ]),
    ),
    [MAINLAND_A, MAINLAND_B, ...coastlines].map(area),
    waters,
    new Map(),
  )
  const [west, south, side] = island
  const middle = [west + side / 2, south + side / 2].map((degrees) => Math.round(degrees * 1e7))
  for (const { geometry } of countries.values()) assert.ok(polygonCount(geometry) <= 2)
  return Object.fromEntries(
    [...countries]
      .filter(([, { geometry }]) => covers(geometry, middle[0], middle[1]))
      .map(([code, { geometry, datasets }]) => {
        assert.ok(Math.abs(areaOf(geometry) - 4 - side * side) < 1e-9, code)
        return [code, datasets]
      }),
  )
}

test('an island of the finer coastlines belongs to the country of the unit within 3 km', () => {
  const island: Square = [2.01, 1, 0.02]
  assert.deepEqual(ownersOf(island, { coastlines: [island] }), { AA: ['openstreetmap'] })
})

test('an island farther from every unit belongs to the country of its waters, or to none', () => {
  const island: Square = [2.04, 1, 0.02]
  assert.deepEqual(ownersOf(island, { coastlines: [island], waters: () => 'BB' }), {
    BB: ['openstreetmap'],
  })
  assert.deepEqual(ownersOf(island, { coastlines: [island] }), {})
})

test('a rock in the waters of a country stays out', () => {
  const rock: Square = [2.04, 1, 0.001]
  assert.deepEqual(ownersOf(rock, { coastlines: [rock], waters: () => 'BB' }), {})
})

test('an island of a territory is part of its country as well', () => {
  const island: Square = [8, 8, 0.02]
  const lands = new Map([
    ['AA', country('AA', MAINLAND_A)],
    ['BB', country('BB', MAINLAND_B)],
  ])
  const coastlines = [area(island)]
  const grown = withIslands(lands, new Map(), coastlines, () => 'BB', new Map([['AA', ['BB']]]))
  for (const code of ['AA', 'BB']) assert.ok(covers(grown.get(code)!.geometry, 80_100_000, 80_100_000), code)
})

test('an island with a unit of the finer drawing on it belongs to that unit’s country', () => {
  const island: Square = [3, 1, 0.05]
  const owners = ownersOf(island, { coastlines: [island], units: [['BB', [3.01, 1.01, 0.02]]] })
  assert.deepEqual(owners, { BB: ['openstreetmap'] })
})

test('an island near units of two countries is assigned to neither', () => {
  const island: Square = [3, 1, 0.02]
  const owners = ownersOf(island, {
    coastlines: [island],
    units: [
      ['AA', [2.98, 1, 0.01]],
      ['BB', [3.03, 1, 0.01]],
    ],
  })
  assert.deepEqual(owners, {})
})

test('land wider than a degree is not a forgotten island', () => {
  const land: Square = [2.01, 4, 1.1]
  assert.deepEqual(ownersOf(land, { coastlines: [land], units: [] }), {})
  const near: Square = [1, 2.01, 1.1]
  assert.deepEqual(ownersOf(near, { coastlines: [near] }), {})
})

test('a coastline that meets a country’s polygon adds nothing to it', () => {
  const cape: Square = [1.99, 1, 0.03]
  assert.deepEqual(ownersOf([2.01, 1.01, 0.005], { coastlines: [cape] }), {})
})

test('a unit far from all land is added to its country as drawn, with credit to Natural Earth', () => {
  const atoll: Square = [8, 8, 0.02]
  assert.deepEqual(ownersOf(atoll, { units: [['BB', atoll]] }), { BB: ['openstreetmap', 'natural_earth'] })
})

test('a unit on an island of the finer coastlines is not added twice', () => {
  const island: Square = [8, 8, 0.04]
  const owners = ownersOf(island, { coastlines: [island], units: [['BB', [8.01, 8.01, 0.02]]] })
  assert.deepEqual(owners, { BB: ['openstreetmap'] })
})

test('a unit that reaches into a country’s polygon adds nothing to it', () => {
  assert.deepEqual(ownersOf([2.05, 1.05, 0.02], { units: [['AA', [1.9, 1, 0.2]]] }), {})
})
