import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import {
  boxRing,
  clockwise,
  coastRing,
  ringsOf,
  seededRandom,
  starRing,
} from '../../../test/support/shapes.ts'
import { areaKm2, planarAreaDegrees } from './area.ts'

const closeTo = (actual: number, expected: number, relative: number, message?: string): void =>
  assert.ok(
    Math.abs(actual - expected) <= relative * Math.abs(expected),
    `${message ?? 'area'}: ${actual} is not ${expected} within ${relative}`,
  )

/** Area between two parallels by Simpson's rule on the ellipsoid's area element, a method that the kernel does not use. */
const zoneKm2 = (south: number, north: number, degreesOfLongitude: number): number => {
  const a = 6378.137
  const f = 1 / 298.257223563
  const e2 = f * (2 - f)
  const element = (latitude: number): number => {
    const phi = (latitude * Math.PI) / 180
    return (a * a * (1 - e2) * Math.cos(phi)) / (1 - e2 * Math.sin(phi) ** 2) ** 2
  }
  const steps = 2000
  const step = (north - south) / steps
  let sum = element(south) + element(north)
  for (let i = 1; i < steps; i++) sum += element(south + i * step) * (i % 2 === 1 ? 4 : 2)
  return (((sum * step) / 3) * degreesOfLongitude * (Math.PI / 180) ** 2) as number
}

test('the whole ellipsoid has the published area of WGS 84', () => {
  closeTo(areaKm2(ringsOf([[boxRing(-180, -90, 180, 90)]])), 510_065_621.724, 1e-11)
})

test('one-degree cells have the area that integration on the ellipsoid gives, at every latitude', () => {
  for (let south = -90; south < 90; south += 5) {
    closeTo(
      areaKm2(ringsOf([[boxRing(7, south, 8, south + 1)]])),
      zoneKm2(south, south + 1, 1),
      1e-9,
      `cell at ${south}`,
    )
  }
})

test('cells at the equator, at 45° and at the pole have their tabulated areas', () => {
  // Geodesic areas of the cells with straight parallels, to four decimals.
  closeTo(areaKm2(ringsOf([[boxRing(0, 0, 1, 1)]])), zoneKm2(0, 1, 1), 1e-9)
  closeTo(areaKm2(ringsOf([[boxRing(0, 0, 1, 1)]])), 12_308.46, 1e-6)
  closeTo(areaKm2(ringsOf([[boxRing(0, 45, 1, 46)]])), 8_686.9, 1e-4)
})

test('a field of ten metres is as accurate as a continent', () => {
  const side = 0.0001
  const rings = ringsOf([[boxRing(179.9, 64.5, 179.9 + side, 64.5 + side)]])
  closeTo(areaKm2(rings), zoneKm2(64.5, 64.5 + side, side), 1e-7)
})

test('a sloping edge is the straight line in longitude and latitude, however long it is', () => {
  const sparse = ringsOf([
    [
      [
        [0, 0],
        [60, 0],
        [60, 70],
      ],
    ],
  ])
  const along = Array.from(
    { length: 70_001 },
    (_, i) => [60 - (60 * i) / 70_000, 70 - (70 * i) / 70_000] as const,
  )
  const dense = ringsOf([[[[0, 0] as const, [60, 0] as const, ...along.slice(0, -1)]]])
  closeTo(areaKm2(sparse), areaKm2(dense), 1e-8)
})

test('a ring that runs along the pole and the antimeridian encloses the polar cap', () => {
  const coast = Array.from({ length: 361 }, (_, i) => [180 - i, -70] as const)
  const cap = ringsOf([[[...coast, [-180, -90], [180, -90]]]])
  closeTo(areaKm2(cap), zoneKm2(-90, -70, 360), 1e-9)
})

test('holes are subtracted in either direction', () => {
  const outer = boxRing(10, 40, 14, 43)
  const hole = boxRing(11, 41, 12, 42)
  const expected = zoneKm2(40, 43, 4) - zoneKm2(41, 42, 1)
  closeTo(areaKm2(ringsOf([[outer, clockwise(hole)]])), expected, 1e-9)
  closeTo(areaKm2(ringsOf([[clockwise(outer), hole]])), expected, 1e-9)
  closeTo(planarAreaDegrees(ringsOf([[outer, hole]])), 11, 1e-12)
})

test('square degrees are exact far away from the origin', () => {
  const side = 0.0000003
  closeTo(planarAreaDegrees(ringsOf([[boxRing(-179.5, 84, -179.5 + side, 84 + side)]])), side * side, 1e-12)
})

test('reversing, rotating, mirroring and shifting a ring along its parallels keep its area', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 3, max: 400 }), (seed, corners) => {
      const random = seededRandom(seed)
      const ring = starRing(random, {
        lon: 100 * random() - 50,
        lat: 100 * random() - 50,
        radius: 5,
        corners,
      })
      const area = areaKm2(ringsOf([[ring]]))
      const start = Math.floor(random() * corners)
      closeTo(areaKm2(ringsOf([[clockwise(ring)]])), area, 1e-9)
      closeTo(areaKm2(ringsOf([[[...ring.slice(start), ...ring.slice(0, start)]]])), area, 1e-9)
      closeTo(areaKm2(ringsOf([[ring.map(([lon, lat]) => [-lon, -lat] as const)]])), area, 1e-9)
      closeTo(areaKm2(ringsOf([[ring.map(([lon, lat]) => [lon + 64, lat] as const)]])), area, 1e-9)
      closeTo(
        planarAreaDegrees(ringsOf([[ring.map(([lon, lat]) => [lat, lon] as const)]])),
        planarAreaDegrees(ringsOf([[ring]])),
        1e-9,
      )
    }),
    { seed: 11, numRuns: casesOf('rings that are reversed, rotated, mirrored and shifted') },
  )
})

test('a coast cut in two along a parallel has the area of its halves', () => {
  const ring = coastRing(seededRandom(3), { lon: 20, lat: 50, radius: 4, doublings: 9 })
  const whole = areaKm2(ringsOf([[ring]]))
  const first = ring.slice(0, ring.length / 2 + 1)
  const second = [...ring.slice(ring.length / 2), ring[0]]
  closeTo(areaKm2(ringsOf([[first], [second]])), whole, 1e-9)
})
