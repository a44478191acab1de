import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import { distanceKm } from './distance.ts'

const about = (actual: number, expected: number): void =>
  assert.ok(
    Math.abs(actual - expected) <= 0.02 * expected + 0.01,
    `${actual} km, expected about ${expected} km`,
  )

test('the distance to a box that contains the point is 0, also across the antimeridian', () => {
  assert.equal(distanceKm([5, 5], [0, 0, 10, 10]), 0)
  assert.equal(distanceKm([179.5, -17], [176.9, -21, -178.2, -12.5]), 0)
  assert.equal(distanceKm([-179.5, -17], [176.9, -21, -178.2, -12.5]), 0)
  assert.equal(distanceKm([12, -89], [-180, -90, 180, -60]), 0)
})

test('the distance is measured the shorter way around the Earth', () => {
  about(distanceKm([-179, 0], [178, -1, 179, 1]), 222)
  about(distanceKm([179, 0], [-179, -1, -178, 1]), 222)
})

test('degrees of longitude are shorter away from the equator', () => {
  about(distanceKm([0, 0], [1, -1, 2, 1]), 111.2)
  about(distanceKm([0, 60], [1, 59, 2, 61]), 55.6)
})

test('turning the Earth changes no distance', () => {
  const longitude = fc.integer({ min: -180, max: 179 })
  const latitude = fc.integer({ min: -80, max: 80 })
  const turned = (lon: number, by: number): number => ((((lon + by + 180) % 360) + 360) % 360) - 180
  fc.assert(
    fc.property(
      longitude,
      latitude,
      longitude,
      latitude,
      fc.integer({ min: 1, max: 90 }),
      longitude,
      (lon, lat, west, south, width, by) => {
        const point: Position = [lon, lat]
        const box: BBox = [west, south, turned(west, width), Math.min(south + 5, 85)]
        const turnedBox: BBox = [turned(box[0], by), box[1], turned(box[2], by), box[3]]
        const before = distanceKm(point, box)
        const after = distanceKm([turned(lon, by), lat], turnedBox)
        assert.ok(Math.abs(before - after) < 1e-6, `${before} km, then ${after} km`)
      },
    ),
    { seed: 3, numRuns: casesOf('distances on a turned Earth') },
  )
})
