import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { assemble } from '../../src/domain/geometry/assemble.ts'
import { type Rings, vertexCount } from '../../src/domain/geometry/rings.ts'
import { LimitedWork, TooComplex } from '../../src/domain/geometry/work-budget.ts'
import { workLimitsOf } from '../../src/sources/extract/work-limits.ts'
import { casesOf } from '../cases.ts'
import { validityReason } from '../support/geos.ts'
import { HOSTILE_SHAPES, type Line } from '../support/hostile-ways.ts'
import { seededRandom } from '../support/shapes.ts'
import { findFault } from '../support/validity.ts'

interface Outcome {
  readonly positions: number
  readonly budget: LimitedWork
  /** Null if it was refused. */
  readonly rings: Rings | null
}

const assembled = (lines: readonly Line[], roleOf = (_: number): string => 'outer'): Outcome => {
  const ways = lines.map((line, id) => ({ id, role: roleOf(id), coords: Int32Array.from(line) }))
  const positions = ways.reduce((sum, { coords }) => sum + coords.length / 2, 0)
  const budget = new LimitedWork(workLimitsOf(positions))
  try {
    return { positions, budget, rings: assemble(ways, budget).rings }
  } catch (error) {
    assert.ok(error instanceof TooComplex, String(error))
    return { positions, budget, rings: null }
  }
}

/** The last entry of the count may exceed the limit by one pass over all edges and their crossings. */
const assertCounted = ({ positions, budget }: Outcome): void => {
  const pass = 16 * (positions + budget.crossings)
  assert.ok(budget.spent <= budget.steps + pass, `${budget.spent} steps of ${budget.steps}`)
}

for (const [name, shapeOf] of Object.entries(HOSTILE_SHAPES))
  describe(name, () => {
    test('is a valid area of any size and role, or refused', () => {
      fc.assert(
        fc.property(fc.integer({ min: 12, max: 100 }), fc.nat(), fc.nat(3), (size, seed, every) => {
          const outcome = assembled(shapeOf(size, seededRandom(seed)), (id) =>
            every > 0 && id % (every + 1) === 0 ? 'inner' : 'outer',
          )
          assertCounted(outcome)
          if (outcome.rings === null || outcome.rings.polygonEnds.length === 0) return
          assert.equal(validityReason(outcome.rings), 'Valid Geometry')
          assert.equal(findFault(outcome.rings), null)
        }),
        { seed: 20261126, numRuns: casesOf('hostile borders') },
      )
    })

    test('takes no more than its limit of steps and positions when it is large', () => {
      const outcome = assembled(shapeOf(12_000, seededRandom(1)))
      assertCounted(outcome)
      if (outcome.rings === null) return
      assert.ok(vertexCount(outcome.rings) <= 2 * (outcome.positions + 2 * outcome.budget.crossings))
    })
  })

test('a ring of 2,000 random positions is refused for its crossings, and a border without any is not', () => {
  const { random, rings } = {
    random: HOSTILE_SHAPES['a ring of random positions'],
    rings: HOSTILE_SHAPES['rings that touch'],
  }
  assert.equal(assembled(random(2_000, seededRandom(1))).rings, null)
  assert.notEqual(assembled(rings(20_000, seededRandom(1))).rings, null)
})
