import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { locate } from './contains.ts'
import { RayIndex } from './ray-index.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'

/** Stars, one polygon each, small enough that random points often hit corners and edges. */
const starRings = fc
  .array(
    fc.record({
      lon: fc.integer({ min: -40, max: 40 }),
      lat: fc.integer({ min: -40, max: 40 }),
      size: fc.integer({ min: 3, max: 90 }),
    }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((stars): Rings => {
    const coords: number[] = []
    const ends: number[] = []
    for (const { lon, lat, size } of stars) {
      for (let corner = 0; corner < size; corner++) {
        const angle = (2 * Math.PI * corner) / size
        const radius = corner % 2 === 0 ? 30 : 12
        coords.push(Math.round(lon + radius * Math.cos(angle)), Math.round(lat + radius * Math.sin(angle)))
      }
      ends.push(coords.length / 2)
    }
    return {
      coords: Int32Array.from(coords),
      ringEnds: Uint32Array.from(ends),
      polygonEnds: Uint32Array.from(ends, (_, index) => index + 1),
    }
  })

test('the index gives the same answer as the plain test for every point', () => {
  fc.assert(
    fc.property(
      starRings,
      fc.integer({ min: -75, max: 75 }),
      fc.integer({ min: -75, max: 75 }),
      (rings, lon, lat) => {
        const index = new RayIndex(rings)
        for (const [dx, dy] of [
          [0, 0],
          [0.5, 0],
          [0, 0.5],
        ]) {
          assert.equal(index.locate(lon + dx, lat + dy), locate(rings, lon + dx, lat + dy))
        }
      },
    ),
    { seed: 11, numRuns: casesOf('points in the index of rays') },
  )
})

test('an empty geometry contains no point', () => {
  assert.equal(new RayIndex(EMPTY_RINGS).locate(0, 0), 0)
})

test('a polygon that ends at 180° contains the border point written as −180°', () => {
  const seam = 1_800_000_000
  const square: Rings = {
    coords: Int32Array.of(seam - 100, 0, seam, 0, seam, 100, seam - 100, 100),
    ringEnds: Uint32Array.of(4),
    polygonEnds: Uint32Array.of(1),
  }
  assert.notEqual(new RayIndex(square).locate(-seam, 50), 0)
})

test('an index stays small however tall the edges are', () => {
  const corners = 20_000
  const coords = Int32Array.from({ length: 2 * corners }, (_, i) =>
    i % 2 === 0 ? i * 1000 : (i % 4) * 400_000_000,
  )
  const zigzag = { coords, ringEnds: Uint32Array.of(corners), polygonEnds: Uint32Array.of(1) }
  const index = new RayIndex(zigzag)
  assert(index.byteLength < 1.2 * coords.byteLength)
  assert.equal(index.locate(2001, 700_000_000), locate(zigzag, 2001, 700_000_000))
})
