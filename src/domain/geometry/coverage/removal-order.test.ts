/** What stays, however much is left out. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { invalidCoverageEdges } from '../../../../test/support/geos.ts'
import { coverageRecipes, voronoiCoverage } from '../../../../test/support/random-coverages.ts'
import { strips } from '../../../../test/support/strips.ts'
import { findFault } from '../../../../test/support/validity.ts'
import { ringsFromParts } from '../parts.ts'
import type { Rings } from '../rings.ts'
import { arcStart } from './arcs.ts'
import { coverageOf, simplifyCoverage, thresholdFor } from './simplify-coverage.ts'
import { noNarrowing } from './triangle.ts'

const UNIT = 1_000

/** Positions in thousands. */
const area = (...polygons: readonly (readonly number[])[][]): Rings =>
  ringsFromParts(polygons.map((rings) => rings.map((ring) => ring.map((value) => value * UNIT))))

const least = (members: readonly Rings[]): readonly Rings[] => {
  const result = simplifyCoverage(coverageOf(members, noNarrowing), Number.MAX_VALUE, 1)
  for (const each of result) assert.equal(findFault(each), null)
  assert.equal(invalidCoverageEdges(result, 1), 0)
  return result
}

const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))

test('an area that nothing touches keeps exactly four vertices', () => {
  const disc = Array.from({ length: 60 }, (_, i) => [
    Math.round(100 * Math.cos((i * Math.PI) / 30)),
    Math.round(100 * Math.sin((i * Math.PI) / 30)),
  ])
  assert.equal(least([area([disc.flat()])])[0].coords.length, 8)
})

const BEND_EAST = [50, 0, 54, 30, 54, 70, 50, 100]
const BEND_WEST = [50, 0, 46, 30, 46, 70, 50, 100]
const STRAIGHT = [50, 0, 50, 100]
const backwards = (line: readonly number[]): readonly number[] =>
  Array.from({ length: line.length / 2 }, (_, i) =>
    line.slice(line.length - 2 * i - 2, line.length - 2 * i),
  ).flat()

for (const [title, left, right] of [
  ['two bends', BEND_WEST, BEND_EAST],
  ['a straight line and a bend', STRAIGHT, BEND_EAST],
  ['a bend and a straight line', BEND_WEST, STRAIGHT],
] as const)
  test(`a part between ${title} stays between them, in any order of the areas`, () => {
    const west = area([[0, 0, ...left, 0, 100]])
    const east = area([[100, 0, 100, 100, ...backwards(right)]])
    // Its largest part is elsewhere, so this one is not kept for its own sake.
    const between = area(
      [[300, 0, 400, 0, 400, 100, 300, 100]],
      [[...right, ...backwards(left).slice(2, -2)]],
    )
    for (const order of permutations([west, east, between])) {
      const result = least(order)
      assert.equal(result[order.indexOf(between)].polygonEnds.length, 2)
    }
  })

test('a part that touches another one at a single vertex stays', () => {
  const [part] = least([
    area([[0, 0, 100, 0, 100, 100, 0, 100]], [[100, 100, 120, 102, 130, 112, 128, 124, 116, 130, 104, 120]]),
  ])
  assert.equal(part.polygonEnds.length, 2)
})

test('a vertex stays while the edge in its place would touch another vertex', () => {
  const hole = [50, 0, 30, 30, 70, 30]
  const around = area([[0, 0, 50, -1, 100, 0, 100, 100, 0, 100], hole])
  const enclave = area([[50, 0, 70, 30, 30, 30]])
  const [kept] = least([around, enclave])
  assert.ok(
    [...kept.coords].some((value, i) => i % 2 === 1 && value === -UNIT),
    String(kept.coords),
  )
})

/** Its triangles are larger than those of the areas near by. */
const far = area([[1_000, 0, 2_000, 0, 2_500, 500, 2_000, 1_000, 1_000, 1_000]])

test('vertices with larger triangles go, although all smaller ones are blocked', () => {
  const hole = [50, 0, 30, 30, 70, 30]
  const around = area([[0, 0, 50, -1, 100, 0, 100, 100, 0, 100], hole])
  const enclave = area([[50, 0, 70, 30, 30, 30]])
  assert.deepEqual(
    least([around, enclave, far]).map(({ coords }) => coords.length / 2),
    [8, 3, 4],
  )
})

test('the first vertex of an island is in nobody’s way once it has gone', () => {
  const island = area([[100, 50, 103, 10, 150, 0, 150, 100, 103, 90]])
  const bay = area([[0, -30, 101, -30, 80, 50, 101, 130, 0, 130]])
  const [, kept] = least([island, bay, far])
  assert.deepEqual(
    [...kept.coords].filter((_, i) => i % 2 === 0).sort((one, other) => one - other),
    [0, 0, 101, 101].map((x) => x * UNIT),
  )
})

test('a vertex that another one blocked goes soon after that one, not at the end', () => {
  const west = area([[0, 0, 50, 0, 46, 50, 50, 100, 0, 100]])
  const strip = area([[50, 0, 53, 0, 48, 50, 53, 100, 50, 100, 46, 50]])
  const east = area([[53, 0, 100, 0, 100, 100, 53, 100, 48, 50]])
  // Its triangles are larger.
  const disc = area([
    Array.from({ length: 60 }, (_, i) => [
      Math.round(3_000 + 1_000 * Math.cos((i * Math.PI) / 30)),
      Math.round(1_000 * Math.sin((i * Math.PI) / 30)),
    ]).flat(),
  ])
  const { topology, weights } = coverageOf([west, strip, east, disc], noNarrowing)
  const { coords } = topology.arcs
  const blocked = weights.findIndex((_, at) => coords[2 * at] === 46 * UNIT)
  const last = Math.max(...weights.filter((weight) => weight < Number.POSITIVE_INFINITY))
  assert.ok(weights[blocked] < last, `${weights[blocked]} of ${last}`)
})

test('the last three vertices of an island go together', () => {
  fc.assert(
    fc.property(coverageRecipes, (recipe) => {
      const { topology, weights } = coverageOf(voronoiCoverage(recipe), noNarrowing)
      const { arcs } = topology
      arcs.isRing.forEach((isRing, arc) => {
        if (!isRing) return
        const own = weights.slice(arcStart(arcs, arc), arcs.ends[arc] - 1).sort()
        assert.equal(own.at(-1), own.at(-3))
      })
    }),
    { numRuns: casesOf('islands that are removed') },
  )
})

test('what is simplified as far as it goes cannot be simplified further', () => {
  fc.assert(
    fc.property(fc.oneof(coverageRecipes.map(voronoiCoverage), strips), (members) => {
      fc.pre(members.every((each) => findFault(each) === null) && invalidCoverageEdges(members, 1) === 0)
      const once = simplifyCoverage(coverageOf(members, noNarrowing), Number.MAX_VALUE, 1)
      const twice = simplifyCoverage(coverageOf(once, noNarrowing), Number.MAX_VALUE, 1)
      assert.deepEqual(
        twice.map(({ coords }) => coords.length),
        once.map(({ coords }) => coords.length),
      )
    }),
    { numRuns: casesOf('coverages that are simplified completely') },
  )
})

test('exactly the vertices whose weight reaches the threshold are drawn, and a count finds its threshold', () => {
  fc.assert(
    fc.property(coverageRecipes, fc.double({ min: 0.02, max: 0.98, noNaN: true }), (recipe, share) => {
      const members = voronoiCoverage(recipe)
      fc.pre(members.every((each) => findFault(each) === null) && invalidCoverageEdges(members) === 0)
      const coverage = coverageOf(members, noNarrowing)
      const { topology, weights } = coverage
      const { arcs } = topology
      const count = Math.round(share * weights.length)
      fc.pre(count < weights.length)
      const threshold = thresholdFor(coverage, count)
      assert.ok(weights.filter((weight) => weight >= threshold).length >= count)
      assert.ok(
        weights.filter((weight) => weight > threshold).length < Math.max(count, infinite(weights) + 1),
      )
      const kept = new Set<string>()
      arcs.ends.forEach((end, arc) => {
        for (let at = arcStart(arcs, arc); at < end - arcs.isRing[arc]; at++)
          if (weights[at] >= threshold) kept.add(`${arcs.coords[2 * at]} ${arcs.coords[2 * at + 1]}`)
      })
      const drawn = new Set(
        simplifyCoverage(coverage, threshold, 1).flatMap(({ coords }) =>
          Array.from({ length: coords.length / 2 }, (_, i) => `${coords[2 * i]} ${coords[2 * i + 1]}`),
        ),
      )
      assert.deepEqual([...drawn].sort(), [...kept].sort())
    }),
    { numRuns: casesOf('thresholds of coverages') },
  )
})

test('an order that ends early draws the same, down to the vertices that it was asked for', () => {
  fc.assert(
    fc.property(coverageRecipes, fc.double({ min: 0.02, max: 0.98, noNaN: true }), (recipe, share) => {
      const members = voronoiCoverage(recipe)
      const whole = coverageOf(members, noNarrowing)
      const count = Math.round(share * whole.weights.length)
      const early = coverageOf(members, noNarrowing, count)
      for (const vertices of [count, Math.round((count + whole.weights.length) / 2)])
        assert.deepEqual(
          simplifyCoverage(early, thresholdFor(early, vertices), 1),
          simplifyCoverage(whole, thresholdFor(whole, vertices), 1),
        )
    }),
    { numRuns: casesOf('orders of removal that end early') },
  )
})

const infinite = (weights: Float32Array): number =>
  weights.filter((weight) => weight === Number.POSITIVE_INFINITY).length
