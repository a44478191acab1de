import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Random, seededRandom } from '../../../../test/support/shapes.ts'
import { LimitedWork, TooComplex } from '../work-budget.ts'
import type { CoastLine } from './coast-line.ts'
import { knownShores } from './whole-islands.ts'

/** A diamond, counter-clockwise: land. */
const island = (x: number, y: number, radius: number): CoastLine =>
  Int32Array.of(x - radius, y, x, y - radius, x + radius, y, x, y + radius, x - radius, y)

const lake = (x: number, y: number, radius: number): CoastLine =>
  Int32Array.of(x - radius, y, x, y + radius, x + radius, y, x, y - radius, x - radius, y)

const allowing = (steps: number) => new LimitedWork({ crossings: 0, steps })

/** Weights of the shores, in the order of the lines that they were. */
const weightsOf = (lines: readonly CoastLine[]): readonly (number | undefined)[] => {
  const { shores } = knownShores(lines, allowing(1e6))
  const weights = new Map(shores.map(({ ring, weight }) => [ring.buffer, weight]))
  return lines.map(({ buffer }) => weights.get(buffer))
}

/** Islands in lakes in islands, and the weight that each must have. */
const drawNest = (random: Random) => {
  const lines: CoastLine[] = []
  const weights: number[] = []
  const draw = (x: number, y: number, radius: number, around: 'sea' | 'island' | 'lagoon'): void => {
    const isLand = around !== 'island'
    weights.push(around === 'sea' ? 2 : 1)
    lines.push((isLand ? island : lake)(x, y, radius))
    if (radius < 100) return
    // Some touch what is around them at its westernmost position.
    const inner = Math.floor(radius / 4)
    const west = random() < 0.3 ? radius - inner : Math.floor(radius / 2)
    const children = [
      [-west, 0],
      [inner, 0],
      [0, 2 * inner],
      [0, -2 * inner],
    ].filter(() => random() < 0.6)
    for (const [dx, dy] of children) draw(x + dx, y + dy, inner, isLand ? 'island' : 'lagoon')
  }
  for (let at = 0; at < 4; at++) draw(30_000 * at, 0, 10_000, 'sea')
  return { lines, weights }
}

describe('known shores', () => {
  test('have the weights of what they lie in', () => {
    const random = seededRandom(1)
    for (let nest = 0; nest < 20; nest++) {
      const { lines, weights } = drawNest(random)
      assert.deepEqual(weightsOf(lines), weights)
    }
  })

  test('are none of lakes outside islands', () => {
    const { shores, others } = knownShores(
      [lake(0, 0, 50), island(0, 0, 20), island(0, 100, 20)],
      allowing(1e6),
    )
    assert.deepEqual([shores.length, others.length], [2, 1])
  })

  test('are given up where too many lie in one another', () => {
    const nest = Array.from({ length: 1_000 }, (_, index) =>
      (index % 2 === 0 ? island : lake)(0, 0, 1_000 - index),
    )
    assert.throws(() => knownShores(nest, allowing(400_000)), TooComplex)
    assert.equal(knownShores(nest, allowing(2_000_000)).shores.length, 1_000)
  })
})
