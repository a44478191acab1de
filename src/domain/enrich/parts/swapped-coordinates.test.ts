/** Swapped coordinates are refused, and files that are right or merely have wrong rows are not. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { LocatedBoundary, Locator } from '../locator.ts'
import { PointsFault } from '../points-reader.ts'
import { orientationOf, refuseSwapped } from './swapped-coordinates.ts'

type Point = readonly [lon: number, lat: number]
type Box = readonly [west: number, south: number, east: number, north: number]

/** About where the continents are. */
const LAND: readonly Box[] = [
  [-125, 25, -70, 60],
  [-80, -40, -40, 10],
  [-15, 5, 35, 35],
  [10, -35, 40, 5],
  [-10, 37, 60, 70],
  [60, 10, 140, 70],
  [115, -38, 150, -12],
]

const isLand = ([lon, lat]: Point): boolean =>
  LAND.some(([west, south, east, north]) => lon >= west && lon <= east && lat >= south && lat <= north)

const world: Locator = {
  answers: [[], [{ id: 'r1', kind: 'country', name: 'Land', names: {} } as LocatedBoundary]],
  locate: async (lons, lats) => Int32Array.from(lons, (lon, row) => Number(isLand([lon, lats[row]]))),
}

const isRefused = async (points: readonly Point[]): Promise<boolean> => {
  const lons = Float64Array.from(points, ([lon]) => lon)
  const lats = Float64Array.from(points, ([, lat]) => lat)
  const orientation = await orientationOf(world, { lons, lats })
  try {
    refuseSwapped(orientation, { format: 'geojsonl' })
    return false
  } catch (error) {
    assert.ok(error instanceof PointsFault)
    return true
  }
}

const exchanged = (points: readonly Point[]): readonly Point[] => points.map(([lon, lat]) => [lat, lon])

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const pointIn = ([west, south, east, north]: Box) => fc.tuple(degrees(west, east), degrees(south, north))
const anywhere = fc.tuple(degrees(-180, 180), degrees(-90, 90))
const onLand = fc.oneof(...LAND.map(pointIn))
const atSea = anywhere.filter((point) => !isLand(point))
/** At sea in either order, as most of the Atlantic is. */
const farAtSea = fc
  .tuple(degrees(-60, -16), degrees(-60, -16))
  .filter(([lon, lat]) => !isLand([lon, lat]) && !isLand([lat, lon]))
const atPole = fc.tuple(
  degrees(-180, 180),
  fc.oneof(degrees(-90, -89), degrees(89, 90), fc.constantFrom(-90, 90)),
)
/** Rows with an impossible latitude, which exchanging may put anywhere. */
const withJunk = (point: fc.Arbitrary<Point>) =>
  fc
    .tuple(point, fc.oneof(degrees(91, 180), degrees(-180, -91), fc.constantFrom(91, 99, 999, -9999)))
    .map(([[lon], lat]): Point => [lon, lat])

const many = (point: fc.Arbitrary<Point>, minLength = 40) =>
  fc.array(point, { minLength, maxLength: minLength + 60 })
/** Files in which one row in ten has an impossible latitude. */
const junkyFiles = (point: fc.Arbitrary<Point>) =>
  fc
    .integer({ min: 1, max: 8 })
    .chain((tens) =>
      fc
        .tuple(
          fc.array(point, { minLength: 9 * tens, maxLength: 9 * tens }),
          fc.array(withJunk(point), { minLength: tens, maxLength: tens }),
        )
        .map(([right, junk]) => [...right, ...junk]),
    )

const always = (files: fc.Arbitrary<readonly Point[]>, expected: boolean) =>
  fc.assert(fc.asyncProperty(files, async (points) => (await isRefused(points)) === expected))

describe('are refused', () => {
  test('points on land whose longitude and latitude are swapped', () =>
    always(many(onLand.filter(([lon, lat]) => !isLand([lat, lon]))).map(exchanged), true))

  test('swapped points, of which a tenth or more have a latitude beyond ±90', () =>
    always(
      fc
        .tuple(
          many(pointIn([92, 12, 138, 68]), 10),
          fc.array(pointIn([-50, -40, -41, -16]), { minLength: 10, maxLength: 90 }),
        )
        .map(([east, west]) => exchanged([...east, ...west])),
      true,
    ))

  test('swapped points, 40 % of them beyond ±90 and few of the others on land in either order', async () => {
    const east = Array.from({ length: 40 }, (_, row): Point => [100 + row, 50])
    const sea = Array.from({ length: 60 }, (_, row): Point => [-50, -50 - row / 10])
    assert.equal(await isRefused(exchanged([...east, ...sea])), true)
    assert.equal(await isRefused([...east, ...sea]), false)
  })
})

describe('are not refused', () => {
  test('points on land', () => always(many(onLand, 1), false))

  test('points on land, one row in ten with an impossible latitude', () => always(junkyFiles(onLand), false))

  test('points at sea, one row in ten with an impossible latitude', () => always(junkyFiles(farAtSea), false))

  test('points around the world at sea', () => always(many(atSea, 60), false))

  test('points at the poles, some with an impossible latitude', () =>
    always(fc.oneof(many(atPole), junkyFiles(atPole)), false))

  test('two rows, whatever they are', () =>
    always(fc.array(fc.oneof(anywhere, withJunk(anywhere)), { maxLength: 2 }), false))

  test('few rows at sea, two of them with an impossible latitude', () =>
    always(
      fc
        .tuple(many(farAtSea, 3), fc.array(withJunk(farAtSea), { maxLength: 2 }))
        .map(([right, junk]) => [...right, ...junk]),
      false,
    ))
})
