import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { tangledPolygons, touchingSquares } from '../../../test/support/arbitrary-rings.ts'
import { areaOf, overlayAreas, unionMinusByGeos, validityReason } from '../../../test/support/geos.ts'
import { boxRing, clockwise, nestedEnclaves, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { perimeter } from '../../../test/support/slab-area.ts'
import { findFault } from '../../../test/support/validity.ts'
import { unionMinus } from './boolean.ts'
import { repair } from './repair.ts'
import { polygonStart, type Rings, ringStart } from './rings.ts'

const SEEDED = { seed: 20260105, numRuns: casesOf('unions and differences') }

const areas = tangledPolygons({ corners: 8, spacings: [10_000, 80_000_000] }).map((rings) => repair(rings))

const assertValid = (rings: Rings): void => {
  assert.equal(validityReason(rings), 'Valid Geometry')
  assert.equal(findFault(rings), null)
}

/** Crossings are rounded to the grid, which moves borders by less than a unit. */
const assertNear = (actual: number, expected: number, ...inputs: readonly Rings[]): void => {
  const length = inputs.reduce((sum, rings) => sum + perimeter(rings), 0)
  const tolerance = 2 * length + 1e-9 * Math.abs(expected)
  assert.ok(Math.abs(actual - expected) <= tolerance, `area ${actual}, expected ${expected} ± ${tolerance}`)
}

test('union and difference are valid and have the areas that GEOS finds', () => {
  fc.assert(
    fc.property(areas, areas, (a, b) => {
      const expected = overlayAreas(a, b, 1)
      const union = unionMinus([a, b], [])
      const difference = unionMinus([a], [b])
      assertValid(union)
      assertValid(difference)
      assertNear(areaOf(union, 1), expected.union, a, b)
      assertNear(areaOf(difference, 1), expected.difference, a, b)
    }),
    SEEDED,
  )
})

test('the area of a union is the sum of the areas without what they share', () => {
  fc.assert(
    fc.property(areas, areas, (a, b) => {
      const shared = areaOf(a, 1) - areaOf(unionMinus([a], [b]), 1)
      assertNear(areaOf(unionMinus([a, b], []), 1), areaOf(a, 1) + areaOf(b, 1) - shared, a, b)
    }),
    SEEDED,
  )
})

test('a union minus one of its parts lies within the other', () => {
  fc.assert(
    fc.property(areas, areas, (a, b) => {
      const rest = unionMinus([unionMinus([a, b], [])], [b])
      if (rest.polygonEnds.length === 0) return
      const within = a.polygonEnds.length === 0 ? 0 : overlayAreas(rest, a, 1).intersection
      assertNear(within, areaOf(rest, 1), a, b, rest)
    }),
    SEEDED,
  )
})

test('order, repeats and excluding something far away change nothing', () => {
  fc.assert(
    fc.property(areas, areas, areas, (a, b, c) => {
      const expected = areaOf(unionMinus([a, b], [c]), 1)
      assertNear(areaOf(unionMinus([b, a, b, a], [c, c]), 1), expected, a, b, c)
    }),
    SEEDED,
  )
  const [here, elsewhere] = [ringsOf([[boxRing(6, 49, 7, 50)]]), ringsOf([[boxRing(-60, 3, -50, 4)]])]
  assert.deepEqual(unionMinus([here], [elsewhere]), here)
})

test('neighbours with shared borders leave no border inside', () => {
  fc.assert(
    fc.property(touchingSquares(6, 20_000_000), (squares) => {
      const valid = partsOf(squares).map((part) => repair(part))
      const union = unionMinus(valid, [])
      assertValid(union)
      assert.equal(areaOf(union, 1), valid.length * 20_000_000 ** 2)
      const [first, ...others] = valid
      assert.equal(areaOf(unionMinus(valid, [first]), 1), others.length * 20_000_000 ** 2)
    }),
    SEEDED,
  )
})

const partsOf = (rings: Rings): Rings[] =>
  Array.from(rings.polygonEnds, (end, polygon) => {
    const start = ringStart(rings, polygonStart(rings, polygon))
    const stop = rings.ringEnds[end - 1]
    return {
      coords: rings.coords.slice(2 * start, 2 * stop),
      ringEnds: Uint32Array.of(stop - start),
      polygonEnds: Uint32Array.of(1),
    }
  })

test('borders that differ in the last digit give a valid union', () => {
  const west = ringsOf([
    [
      [
        [6, 49],
        [7, 49],
        [7.0000001, 49.5],
        [7, 50],
        [6, 50],
      ],
    ],
  ])
  const east = ringsOf([
    [
      [
        [7, 49],
        [8, 49],
        [8, 50],
        [7, 50],
        [6.9999999, 49.3],
      ],
    ],
  ])
  const union = unionMinus([west, east], [])
  assertValid(union)
  assert.ok(Math.abs(areaOf(union) - 2) < 1e-6)
})

test('excluding everything leaves nothing', () => {
  const country = ringsOf([[boxRing(6, 49, 7, 50)]])
  const more = ringsOf([[boxRing(5, 48, 8, 51)]])
  assert.equal(unionMinus([country], [country]).polygonEnds.length, 0)
  assert.equal(unionMinus([country], [more]).polygonEnds.length, 0)
  assert.equal(unionMinus([], [country]).polygonEnds.length, 0)
})

test('an enclave fills the hole of its country, and leaves it when excluded', () => {
  const country = ringsOf([[boxRing(10, 40, 14, 44), clockwise(boxRing(11, 41, 12, 42))]])
  const enclave = ringsOf([[boxRing(11, 41, 12, 42)]])
  const together = unionMinus([country, enclave], [])
  assert.equal(together.ringEnds.length, 1)
  assert.equal(areaOf(together), 16)
  const apart = unionMinus([together], [enclave])
  assert.deepEqual(apart.ringEnds, country.ringEnds)
  assert.equal(areaOf(apart), 15)
})

test('enclaves within enclaves of two countries together make one whole', () => {
  const nested = nestedEnclaves(seededRandom(3), { lon: 5, lat: 51, radius: 0.5, depth: 7, doublings: 5 })
  const ours = ringsOf(nested)
  const whole = ringsOf([[nested[0][0]]])
  const theirs = unionMinus([whole], [ours])
  assertValid(theirs)
  assert.equal(theirs.polygonEnds.length, 3)
  assert.deepEqual(unionMinus([ours, theirs], []), whole)
})

test('a hundred areas at once have the area that GEOS finds', () => {
  const cells = Array.from({ length: 100 }, (_, i) => {
    const [x, y] = [(i % 10) * 0.7, Math.floor(i / 10) * 0.7]
    return ringsOf([
      [
        [
          [x, y],
          [x + 1.1, y + 0.2],
          [x + 0.9, y + 1.3],
          [x - 0.2, y + 0.8],
        ],
      ],
    ])
  })
  const included = cells.filter((_, i) => i % 2 === 0)
  const excluded = cells.filter((_, i) => i % 2 === 1)
  const left = unionMinus(included, excluded)
  assertValid(left)
  assert.ok(Math.abs(areaOf(left) - unionMinusByGeos(included, excluded)) < 1e-4)
})
