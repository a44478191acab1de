/** Areas across the antimeridian are cut there; what is simplified on both sides still fits. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { stretchesAlong } from '../../../../test/support/antimeridian-seam.ts'
import { cutAtAntimeridian } from '../../../../test/support/cut-at-antimeridian.ts'
import { invalidCoverageEdges } from '../../../../test/support/geos.ts'
import { coverageRecipes, voronoiCoverage } from '../../../../test/support/random-coverages.ts'
import { findFault } from '../../../../test/support/validity.ts'
import { HALF_TURN } from '../map-rim.ts'
import type { Rings } from '../rings.ts'
import { coverageOf, simplifyCoverage, thresholdFor } from './simplify-coverage.ts'
import { narrowingOfDegrees } from './triangle.ts'

const RUNS = casesOf('coverages over the antimeridian')

/** The antimeridian is so far from the western side of the areas, which are 4° wide. */
const offsets = fc.integer({ min: 1_000_000, max: 39_000_000 })

/** Longitudes beyond ±180° fit 32 bits up to 214°. */
const across = (rings: Rings, offset: number): Rings =>
  cutAtAntimeridian({
    ...rings,
    coords: rings.coords.map((value, i) => (i % 2 === 0 ? value - offset + HALF_TURN : value)),
  })

const verticesOn = ({ coords }: Rings, lon: number): ReadonlySet<number> =>
  new Set(coords.filter((_, i) => i % 2 === 1 && coords[i - 1] === lon))

test('the halves of every area meet along the antimeridian, and neighbours share every border, at any threshold', () => {
  let crossing = 0
  fc.assert(
    fc.property(
      coverageRecipes,
      offsets,
      fc.constantFrom(0.6, 0.3, 0.1, 0.03, 0),
      (recipe, offset, share) => {
        const members = voronoiCoverage(recipe).map((each) => across(each, offset))
        fc.pre(members.every((each) => findFault(each) === null) && invalidCoverageEdges(members) === 0)
        const coverage = coverageOf(members, narrowingOfDegrees)
        const result = simplifyCoverage(
          coverage,
          share === 0 ? Number.MAX_VALUE : thresholdFor(coverage, share * coverage.weights.length),
          1,
        )
        assert.equal(invalidCoverageEdges(result), 0)
        result.forEach((each, i) => {
          assert.equal(findFault(each), null)
          const before = stretchesAlong(members[i], HALF_TURN)
          assert.deepEqual(stretchesAlong(members[i], -HALF_TURN), before)
          for (const side of [HALF_TURN, -HALF_TURN]) {
            const after = stretchesAlong(each, side)
            const vertices = verticesOn(each, side)
            for (const [south, north] of before) {
              assert.ok(
                after.some((stretch) => stretch[0] <= south && north <= stretch[1]),
                `${before} became ${after}`,
              )
              assert.ok(vertices.has(south) && vertices.has(north))
            }
          }
          crossing += before.length
        })
      },
    ),
    { numRuns: RUNS },
  )
  assert.ok(crossing > RUNS, `${crossing} stretches in ${RUNS} coverages`)
})
