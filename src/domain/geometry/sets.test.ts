/** Points and sets of areas agree: a point in a union, cut or whole, is in one of its parts, anywhere on Earth. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { cutAtAntimeridian } from '../../../test/support/cut-at-antimeridian.ts'
import { areaOf, validityReason } from '../../../test/support/geos.ts'
import { missingRelation, recordedWays } from '../../../test/support/recorded-relations.ts'
import { nestedEnclaves, ringsOf, seededRandom, starRing } from '../../../test/support/shapes.ts'
import { areaKm2 } from './area.ts'
import { assemble } from './assemble.ts'
import { bboxOf } from './bbox.ts'
import { unionMinus } from './boolean.ts'
import { BORDER, INSIDE, OUTSIDE } from './contains.ts'
import { buildGrid, locateMany } from './contains-grid.ts'
import { locateManyOnce } from './contains-once.ts'
import { ringPart, ringsFromParts } from './parts.ts'
import { polygonStart, type Rings, ringStart } from './rings.ts'

const SEEDED = { seed: 20260111, numRuns: casesOf('sets of areas') }

/** Stars and lands with lakes, up to 10° across, around the middle of the map. */
const areas: fc.Arbitrary<Rings> = fc
  .record({
    seed: fc.nat(),
    lon: fc.double({ min: -4, max: 4, noNaN: true }),
    lat: fc.double({ min: -60, max: 60, noNaN: true }),
    corners: fc.integer({ min: 3, max: 60 }),
    enclaves: fc.boolean(),
  })
  .map(({ seed, lon, lat, corners, enclaves }) =>
    ringsOf(
      enclaves
        ? nestedEnclaves(seededRandom(seed), { lon, lat, radius: 5, depth: 4, doublings: 3 })
        : [[starRing(seededRandom(seed), { lon, lat, radius: 5, corners })]],
    ),
  )

/** Pairs that overlap more often than not. */
const pairs = fc.tuple(areas, areas).map(([a, b]) => [a, moved(b, 0, latitudeOf(a) - latitudeOf(b))] as const)

const latitudeOf = (rings: Rings): number => rings.coords[1]

const moved = (rings: Rings, lonUnits: number, latUnits: number): Rings => ({
  ...rings,
  coords: rings.coords.map((value, i) => value + (i % 2 === 0 ? lonUnits : latUnits)),
})

/** Moves an area as if the Earth had been rotated under its meridians. */
const turned = (rings: Rings, degrees: number): Rings => cutAtAntimeridian(moved(rings, degrees * 1e7, 0))

/** Returns points with seven decimals in and around the areas, some of them their own corners. */
const pointsAround = (random: () => number, ...areas: readonly Rings[]): Float64Array => {
  const points: number[] = []
  for (const rings of areas) {
    const [west, south, east, north] = bboxOf(rings)
    for (let i = 0; i < 150; i++) {
      points.push(rounded(west + (east - west) * random()), rounded(south + (north - south) * random()))
      const corner = 2 * Math.floor((random() * rings.coords.length) / 2)
      if (i % 10 === 0) points.push(rings.coords[corner] / 1e7, rings.coords[corner + 1] / 1e7)
    }
  }
  return Float64Array.from(points)
}

const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

test('a point is in a union when it is in one of its areas, and in a difference when in one without the other', () => {
  fc.assert(
    fc.property(pairs, fc.nat(), ([a, b], seed) => {
      const points = pointsAround(seededRandom(seed), a, b)
      const inA = locateManyOnce(a, points)
      const inB = locateManyOnce(b, points)
      const inUnion = locateMany(buildGrid(unionMinus([a, b], [])), points)
      const inDifference = locateMany(buildGrid(unionMinus([a], [b])), points)
      for (let point = 0; point < inA.length; point++) {
        // Crossings of borders are rounded to the grid, so a point on a border may end up beside it.
        if (inA[point] === BORDER || inB[point] === BORDER) continue
        assert.equal(inUnion[point] !== OUTSIDE, inA[point] === INSIDE || inB[point] === INSIDE)
        assert.equal(inDifference[point] !== OUTSIDE, inA[point] === INSIDE && inB[point] === OUTSIDE)
      }
    }),
    SEEDED,
  )
})

test('turned across the antimeridian, areas hold the same points, and their union has the same area', () => {
  fc.assert(
    fc.property(pairs, fc.integer({ min: 165, max: 195 }), fc.nat(), ([a, b], degrees, seed) => {
      const points = pointsAround(seededRandom(seed), a, b)
      const turnedPoints = points.map((value, i) => (i % 2 === 1 ? value : rounded(onMap(value + degrees))))
      const here = unionMinus([a, b], [])
      const there = unionMinus([turned(a, degrees), turned(b, degrees)], [])
      assert.equal(validityReason(there), 'Valid Geometry')
      // The cut is rounded to the grid.
      assert.ok(Math.abs(areaKm2(there) / areaKm2(here) - 1) < 1e-6)
      for (const locateAll of [locateManyOnce, byGrid]) {
        const inHere = locateAll(here, points)
        const inThere = locateAll(there, turnedPoints)
        assert.deepEqual([...inThere].map(isIn), [...inHere].map(isIn))
      }
    }),
    SEEDED,
  )
})

const onMap = (lon: number): number => (lon > 180 ? lon - 360 : lon)

const byGrid = (rings: Rings, points: Float64Array): Uint8Array => locateMany(buildGrid(rings), points)

const isIn = (location: number): boolean => location !== OUTSIDE

const BAARLE = 'osm2geojson-py-issue35.json'

test('Baarle: Belgian enclaves in Dutch land, with Dutch ones in them, fit together exactly', {
  skip: missingRelation(BAARLE),
}, () => {
  const nassau = assemble(recordedWays(BAARLE)).rings
  const around = ringsFromParts([[ringPart(nassau, polygonStart(nassau, mainland(nassau)))]])
  const hertog = unionMinus([around], [nassau])
  assert.ok(hertog.polygonEnds.length >= 21)
  assert.equal(validityReason(hertog), 'Valid Geometry')
  const together = unionMinus([nassau, hertog], [])
  assert.equal(together.ringEnds.length, together.polygonEnds.length)
  assert.ok(Math.abs(areaOf(together) - areaOf(nassau) - areaOf(hertog)) < 1e-12)

  const points = pointsAround(seededRandom(35), nassau, hertog, hertog, hertog)
  const dutch = locateManyOnce(nassau, points)
  const belgian = locateManyOnce(hertog, points)
  const both = locateManyOnce(together, points)
  for (let point = 0; point < dutch.length; point++) {
    assert.ok(belgian[point] !== BORDER || dutch[point] === BORDER)
    assert.equal(isIn(both[point]), isIn(dutch[point]) || isIn(belgian[point]))
    assert.ok(dutch[point] !== INSIDE || belgian[point] === OUTSIDE)
  }
  assert.deepEqual(areaOf(unionMinus([together], [hertog])), areaOf(nassau))
})

/** Returns the polygon with the most positions. */
const mainland = (rings: Rings): number => {
  const sizes = Array.from(rings.polygonEnds, (_, polygon) => {
    const exterior = polygonStart(rings, polygon)
    return rings.ringEnds[exterior] - ringStart(rings, exterior)
  })
  return sizes.indexOf(Math.max(...sizes))
}
