import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import {
  ringsOfPlain,
  scribble,
  tangledPolygons,
  touchingSquares,
} from '../../../test/support/arbitrary-rings.ts'
import { areaOf, isValid, overlayAreas, validityReason } from '../../../test/support/geos.ts'
import { perimeter, slabArea } from '../../../test/support/slab-area.ts'
import { arrange, evenOdd, type Fill } from './arrange.ts'
import { strandsOfRings } from './arrangement/strands.ts'
import type { Rings } from './rings.ts'

const SEEDED = { seed: 20260101, numRuns: casesOf('arranged rings') }
const ANY = { corners: 10, spacings: [1, 10_000, 80_000_000] }
const COARSE = { corners: 10, spacings: [10_000, 80_000_000] }

const fillRings = (rings: Rings, unit: number, fill: Fill): Rings =>
  arrange(strandsOfRings([[rings]], unit), unit, fill)

/** Asserts validity in units and in floating-point degrees, as callers read it. */
const assertValid = (rings: Rings): void => {
  assert.equal(validityReason(rings, 1), 'Valid Geometry')
  assert.equal(validityReason(rings), 'Valid Geometry')
}

/** Rounding moves a border by less than a unit on either side, but several times where many edges meet. */
const assertArea = (actual: number, expected: number, rings: Rings, unit: number): void => {
  const tolerance = 2 * unit * perimeter(rings)
  assert.ok(Math.abs(actual - expected) <= tolerance, `area ${actual}, expected ${expected} ± ${tolerance}`)
}

test('the result is valid for any input', () => {
  fc.assert(
    fc.property(tangledPolygons(ANY), fc.constantFrom(1, 10, 1000), (rings, unit) =>
      assertValid(fillRings(rings, unit, evenOdd)),
    ),
    SEEDED,
  )
})

test('a scribble across the whole Earth becomes valid areas', () => {
  fc.assert(
    fc.property(scribble(30), fc.constantFrom(1, 10_000), (rings, unit) => {
      const areas = fillRings(rings, unit, evenOdd)
      assertValid(areas)
      assertArea(
        areaOf(areas, 1),
        slabArea(rings, (winding) => (winding & 1) === 1),
        rings,
        unit,
      )
    }),
    { ...SEEDED, numRuns: casesOf('scribbles across the whole Earth') },
  )
})

test('the even-odd area equals that of another method', () => {
  fc.assert(
    fc.property(tangledPolygons(COARSE), fc.constantFrom(1, 10, 1000), (rings, unit) => {
      const areas = fillRings(rings, unit, evenOdd)
      assertArea(
        areaOf(areas, 1),
        slabArea(rings, (winding) => (winding & 1) === 1),
        rings,
        unit,
      )
    }),
    SEEDED,
  )
})

test('the area by winding number equals that of another method', () => {
  fc.assert(
    fc.property(tangledPolygons(COARSE), (rings) => {
      for (const inside of [(winding: number) => winding > 0, (winding: number) => winding !== 0]) {
        const areas = fillRings(rings, 1, inside)
        assertValid(areas)
        assertArea(areaOf(areas, 1), slabArea(rings, inside), rings, 1)
      }
    }),
    SEEDED,
  )
})

test('two sets of rings are distinguished', () => {
  fc.assert(
    fc.property(tangledPolygons(COARSE), tangledPolygons(COARSE), (left, right) => {
      const a = fillRings(left, 1, evenOdd)
      const b = fillRings(right, 1, evenOdd)
      const both = perimeterOf(a, b)
      const expected = overlayAreas(a, b, 1)
      const filled = (fill: Fill): number => {
        const areas = arrange(strandsOfRings([[a], [b]], 1), 1, fill)
        assertValid(areas)
        return areaOf(areas, 1)
      }
      const near = (actual: number, wanted: number): void =>
        assert.ok(Math.abs(actual - wanted) <= 2 * both + 1e-9 * wanted, `${actual}, expected ${wanted}`)
      near(
        filled((inA, inB) => inA > 0 || inB > 0),
        expected.union,
      )
      near(
        filled((inA, inB) => inA > 0 && inB > 0),
        expected.intersection,
      )
      near(
        filled((inA, inB) => inA > 0 && inB <= 0),
        expected.difference,
      )
    }),
    { ...SEEDED, numRuns: casesOf('two sets of rings') },
  )
})

const perimeterOf = (a: Rings, b: Rings): number => perimeter(a) + perimeter(b)

test('squares that share edges and corners merge into their union', () => {
  fc.assert(
    fc.property(touchingSquares(6, 30_000_000), (squares) => {
      const areas = fillRings(squares, 1, evenOdd)
      assertValid(areas)
      assert.equal(areaOf(areas, 1), squares.polygonEnds.length * 30_000_000 ** 2)
    }),
    SEEDED,
  )
})

test('mirroring, rotating, shifting, reversing and another start keep the area', () => {
  const moves: Record<string, (x: number, y: number) => [number, number]> = {
    mirrored: (x, y) => [-x, y],
    'turned by 90 degrees': (x, y) => [-y, x],
    'turned by 180 degrees': (x, y) => [-x, -y],
    shifted: (x, y) => [x + 120_001, y - 70_003],
  }
  fc.assert(
    fc.property(tangledPolygons(COARSE), (rings) => {
      const area = areaOf(fillRings(rings, 1, evenOdd), 1)
      const variants = Object.values(moves).map((move) => ({
        ...rings,
        coords: rings.coords.map((_, i) => {
          const at = i & ~1
          return move(rings.coords[at], rings.coords[at + 1])[i & 1]
        }),
      }))
      for (const variant of [...variants, reversed(rings), startedElsewhere(rings)]) {
        const areas = fillRings(variant, 1, evenOdd)
        assertValid(areas)
        assertArea(areaOf(areas, 1), area, rings, 1)
      }
    }),
    { ...SEEDED, numRuns: casesOf('arranged rings that are moved and mirrored') },
  )
})

const byRing = (rings: Rings, change: (positions: [number, number][]) => [number, number][]): Rings => {
  const coords: number[] = []
  let start = 0
  for (const end of rings.ringEnds) {
    const positions: [number, number][] = []
    for (; start < end; start++) positions.push([rings.coords[2 * start], rings.coords[2 * start + 1]])
    coords.push(...change(positions).flat())
  }
  return { ...rings, coords: Int32Array.from(coords) }
}

const reversed = (rings: Rings): Rings => byRing(rings, (positions) => positions.reverse())

const startedElsewhere = (rings: Rings): Rings =>
  byRing(rings, (positions) => [...positions.slice(2), ...positions.slice(0, 2)])

test('valid input keeps its polygons, rings and positions', () => {
  fc.assert(
    fc.property(tangledPolygons(ANY), (rings) => {
      const areas = fillRings(rings, 1, evenOdd)
      assert.deepEqual(fillRings(areas, 1, evenOdd), areas)
    }),
    SEEDED,
  )
})

test('exteriors run counter-clockwise and holes clockwise', () => {
  const areas = fillRings(
    ringsOfPlain([
      [
        [0, 0, 0, 90, 90, 90, 90, 0],
        [30, 30, 60, 30, 60, 60, 30, 60],
      ],
    ]),
    1,
    evenOdd,
  )
  assert.deepEqual([...areas.coords], [0, 0, 90, 0, 90, 90, 0, 90, 30, 30, 30, 60, 60, 60, 60, 30])
  assert.deepEqual([...areas.ringEnds], [4, 8])
  assert.deepEqual([...areas.polygonEnds], [2])
})

test('an island in a lake on an island in a lake is a polygon of its own', () => {
  const nested = [0, 10, 20, 30].map((inset) => {
    const [low, high] = [inset, 100 - inset]
    return [low, low, high, low, high, high, low, high]
  })
  const areas = fillRings(ringsOfPlain([nested]), 1, evenOdd)
  assert.deepEqual([...areas.polygonEnds], [2, 4])
  assert.ok(isValid(areas, 1))
})

test('edges that run side by side across a continent, a few units apart, become valid areas', () => {
  const along = fc.integer({ min: 0, max: 1_000_000 })
  const aside = fc.integer({ min: 0, max: 4 })
  const far = fc.tuple(fc.integer({ min: 0, max: 900_000_000 }), fc.integer({ min: 0, max: 400_000_000 }))
  const bundle = fc.tuple(far, fc.array(fc.tuple(along, aside, aside), { minLength: 4, maxLength: 30 }))
  fc.assert(
    fc.property(bundle, fc.constantFrom(1, 10), ([[dx, dy], steps], unit) => {
      const ring = steps.flatMap(([t, x, y]) => [
        Math.round(dx * t * 1e-6) + x,
        Math.round(dy * t * 1e-6) + y,
      ])
      assertValid(fillRings(ringsOfPlain([[ring]]), unit, evenOdd))
    }),
    SEEDED,
  )
})
