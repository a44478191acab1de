import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import {
  archipelago,
  boxRing,
  clockwise,
  coastRing,
  combRing,
  nestedEnclaves,
  ringsOf,
  seededRandom,
  starRing,
} from '../../../test/support/shapes.ts'
import { BORDER, INSIDE, locate, toUnits } from './contains.ts'
import { pointOnSurface } from './point-inside.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'

const assertInside = (rings: Rings): void => {
  const [lon, lat] = pointOnSurface(rings)
  assert.equal(locate(rings, toUnits(lon), toUnits(lat)), INSIDE, `${lon}, ${lat} is not inside`)
}

const ofUnits = (...coords: number[]): Rings => ({
  coords: Int32Array.from(coords),
  ringEnds: Uint32Array.of(coords.length / 2),
  polygonEnds: Uint32Array.of(1),
})

test('the point of a box is its middle', () => {
  assert.deepEqual(pointOnSurface(ringsOf([[boxRing(10, 40, 12, 41)]])), [11, 40.5])
})

test('the point of a ring around a lake is on the land, in the middle of its width', () => {
  const rings = ringsOf([[boxRing(0, 0, 10, 10), clockwise(boxRing(3, 3, 9, 9))]])
  assertInside(rings)
  assert.deepEqual(pointOnSurface(rings), [1.5, 5])
})

test('the point of land on both sides of the antimeridian is on the larger part', () => {
  const [lon, lat] = pointOnSurface(
    ringsOf([[boxRing(177, -19, 180, -16)], [boxRing(-180, -19, -179.5, -16)]]),
  )
  assert.deepEqual([lon, lat], [178.5, -17.5])
})

test('the larger part is the one that is larger on the ground, not on the map', () => {
  const [, lat] = pointOnSurface(ringsOf([[boxRing(0, 80, 5, 82)], [boxRing(0, 0, 3, 2)]]))
  assert.ok(lat < 3)
})

test('slivers without a grid position inside still have a point inside', () => {
  assertInside(ofUnits(0, 0, 1, 0, 0, 1))
  assertInside(ofUnits(0, 0, 1000, 1, 1, 1))
  assertInside(ofUnits(100000001, 5, 100000003, 5, 100000002, 6))
})

test('the point of a needle thinner than any number is a corner', () => {
  const needle = ofUnits(-1_800_000_000, -900_000_000, 1_800_000_000, 899_999_999, 1_799_999_998, 899_999_998)
  const [lon, lat] = pointOnSurface(needle)
  const where = locate(needle, toUnits(lon), toUnits(lat))
  assert.ok(where === INSIDE || where === BORDER)
})

test('a geometry without polygons is refused with a sentence', () => {
  assert.throws(() => pointOnSurface(EMPTY_RINGS), /A geometry without polygons has no point inside\./)
})

test('stars, coasts, combs, enclaves and archipelagos contain their point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 3, max: 60 }), (seed, size) => {
      const random = seededRandom(seed)
      const at = { lon: 340 * random() - 170, lat: 160 * random() - 80 }
      assertInside(ringsOf([[starRing(random, { ...at, radius: 0.001 + 3 * random(), corners: size })]]))
      assertInside(ringsOf([[coastRing(random, { ...at, radius: 1, doublings: 5 })]]))
      assertInside(ringsOf([[combRing({ ...at, teeth: size, gap: 0.00001, length: 1 })]]))
      assertInside(ringsOf(nestedEnclaves(random, { ...at, radius: 1, depth: 4, doublings: 3 })))
      assertInside(ringsOf(archipelago(random, { ...at, islands: size, spacing: 0.1, doublings: 1 })))
    }),
    { seed: 17, numRuns: casesOf('points inside shapes') },
  )
})

test('tiny triangles of a few units contain their point', () => {
  const unit = fc.integer({ min: 0, max: 6 })
  fc.assert(
    fc.property(fc.array(unit, { minLength: 6, maxLength: 6 }), ([ax, ay, bx, by, cx, cy]) => {
      fc.pre((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) !== 0)
      assertInside(ofUnits(ax, ay, bx, by, cx, cy))
    }),
    { seed: 18, numRuns: casesOf('tiny triangles') },
  )
})
