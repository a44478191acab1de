import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { invalidCoverageEdges } from '../../../../test/support/geos.ts'
import { coverageRecipes, voronoiCoverage } from '../../../../test/support/random-coverages.ts'
import { findFault } from '../../../../test/support/validity.ts'
import { passes } from '../arrangement/snap-rounding.ts'
import { ringsFromParts } from '../parts.ts'
import { arcStart } from './arcs.ts'
import { coverageOf, simplifyCoverage } from './simplify-coverage.ts'
import { snapArcs } from './snap-arcs.ts'
import { noNarrowing } from './triangle.ts'

test('positions halfway between the places of a coarse grid stay a coverage on it', () => {
  fc.assert(
    fc.property(coverageRecipes, fc.constantFrom(20_000, 200_000, 1_000_000), (recipe, unit) => {
      const onHalves = simplifyCoverage(coverageOf(voronoiCoverage(recipe), noNarrowing), 0, unit / 2)
      fc.pre(onHalves.every((each) => findFault(each) === null) && invalidCoverageEdges(onHalves, 1) === 0)
      const result = simplifyCoverage(coverageOf(onHalves, noNarrowing), 0, unit)
      assert.equal(invalidCoverageEdges(result, 1), 0)
      for (const each of result) {
        assert.equal(findFault(each), null)
        assert.ok(each.coords.every((value) => value % unit === 0))
      }
    }),
    { numRuns: casesOf('coverages on a coarse grid') },
  )
})

test('a lake that is thinner than the grid is gone, and the land around it is valid', () => {
  const lake = [30_000, 40_100, 60_000, 40_300, 60_000, 39_900]
  const land = ringsFromParts([[[0, 0, 100_000, 0, 100_000, 100_000, 0, 100_000], lake]])
  const [drawn] = simplifyCoverage(coverageOf([land], noNarrowing), 0, 10_000)
  assert.equal(findFault(drawn), null)
  assert.equal(drawn.ringEnds.length, 1)
})

test('the edge that closes the ring of an island is bent like any other', () => {
  // The island lies in a bay so narrow that both shores and the island meet on the grid, wherever its ring begins.
  const shore = [0, 0, 99_000, 0, 99_000, 200_000, 80_000, 200_000, 94_000, 104_000, 80_000, 4_000, 0, 4_000]
  const island = [84_000, 100_000, 93_000, 104_000, 84_000, 108_000, 70_000, 104_000]
  for (let by = 0; by < island.length; by += 2) {
    const members = [
      ringsFromParts([[shore]]),
      ringsFromParts([[[...island.slice(by), ...island.slice(0, by)]]]),
    ]
    const result = simplifyCoverage(coverageOf(members, noNarrowing), 0, 10_000)
    for (const each of result) assert.equal(findFault(each), null)
    assert.equal(invalidCoverageEdges(result, 1), 0)
  }
})

test('an edge bends to a vertex that rounding brings too near, for the areas on both sides', () => {
  // The western end of the edge is rounded up by half a step, the eastern one, too: a notch above ends 0.0005 units from it.
  const length = 200_000
  const notched = [0, -5, length, 5, length, 1_000, length - 10, 10, length - 1_000, 1_000, 0, 1_000]
  const below = [0, -5, 0, -1_000, length, -1_000, length, 5]
  const members = [notched, below].map((ring) => ringsFromParts([[ring]]))
  const result = simplifyCoverage(coverageOf(members, noNarrowing), 0, 10)
  for (const each of result) assert.equal(findFault(each), null)
  assert.equal(invalidCoverageEdges(result, 1), 0)
})

test('an edge is bent through the centre of every cell with a vertex that it passes, however near the rim of the cell', () => {
  const unit = 100
  const place = fc.integer({ min: 0, max: 3_000 })
  const little = fc.integer({ min: -120, max: 120 })
  const edge = fc.oneof(
    fc.tuple(place, place, place, place),
    fc.tuple(place, place, little, place).map(([ax, ay, dx, by]) => [ax, ay, ax + dx, by] as const),
    fc.tuple(place, place, place, little).map(([ax, ay, bx, dy]) => [ax, ay, bx, ay + dy] as const),
  )
  fc.assert(
    fc.property(fc.array(edge, { minLength: 30, maxLength: 90 }), (edges) => {
      const coords = Int32Array.from(edges.flat())
      const ends = Uint32Array.from(edges, (_, i) => 2 * i + 2)
      const snapped = snapArcs({ coords, ends, isRing: new Uint8Array(edges.length) }, unit)
      const centres = Array.from({ length: coords.length / 2 }, (_, i) =>
        [coords[2 * i], coords[2 * i + 1]].map((value) => Math.floor(value / unit + 0.5) * unit),
      )
      edges.forEach(([ax, ay, bx, by], arc) => {
        const part = snapped.coords.subarray(2 * arcStart(snapped, arc), 2 * snapped.ends[arc])
        if (part.length === 0) return
        const bends = new Set(
          Array.from({ length: part.length / 2 }, (_, i) => `${part[2 * i]} ${part[2 * i + 1]}`),
        )
        for (const [x, y] of centres) {
          const isNear =
            Math.max(ax, bx) >= x - unit / 2 &&
            Math.min(ax, bx) < x + unit / 2 &&
            Math.max(ay, by) >= y - unit / 2 &&
            Math.min(ay, by) < y + unit / 2
          if (isNear && passes(coords, 2 * arc, x, y, unit / 2))
            assert.ok(bends.has(`${x} ${y}`), `${x} ${y}`)
        }
      })
    }),
    { numRuns: casesOf('edges that are bent to a grid') },
  )
})
