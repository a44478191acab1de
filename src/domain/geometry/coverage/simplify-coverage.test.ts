import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { invalidCoverageEdges, unionMinusByGeos } from '../../../../test/support/geos.ts'
import { brickWall, coverageRecipes, voronoiCoverage } from '../../../../test/support/random-coverages.ts'
import { seededRandom } from '../../../../test/support/shapes.ts'
import { findFault } from '../../../../test/support/validity.ts'
import { planarAreaDegrees } from '../area.ts'
import { polygonsOf, ringsFromParts } from '../parts.ts'
import { type Rings, ringStart } from '../rings.ts'
import { coverageOf, coverageOfTopology, simplifyCoverage, thresholdFor } from './simplify-coverage.ts'
import { thinArcs } from './thin-arcs.ts'
import { topologyOf } from './topology.ts'
import { narrowingOfDegrees, noNarrowing } from './triangle.ts'

const shares = fc.constantFrom(1, 0.6, 0.3, 0.1, 0.03, 0)
const units = fc.constantFrom(1, 10, 1_000, 10_000)

const isCoverage = (members: readonly Rings[]): boolean =>
  members.every((each) => findFault(each) === null) && invalidCoverageEdges(members) === 0

/** The input is a coverage; the few recipes that draw crossing borders are left out. */
const drawn = (recipe: Parameters<typeof voronoiCoverage>[0]): readonly Rings[] => {
  const members = voronoiCoverage(recipe)
  fc.pre(isCoverage(members))
  return members
}

const simplified = (members: readonly Rings[], share: number, unit: number): readonly Rings[] => {
  const coverage = coverageOf(members, narrowingOfDegrees)
  return simplifyCoverage(coverage, thresholdFor(coverage, share * coverage.weights.length), unit)
}

const sumOfAreas = (members: readonly Rings[]): number =>
  members.reduce((sum, each) => sum + planarAreaDegrees(each), 0)

const largestRingVertices = (rings: Rings): number => {
  const polygons = polygonsOf(rings).toSorted((a, b) => planarAreaDegrees(b) - planarAreaDegrees(a))
  return polygons[0].ringEnds[0]
}

test('at any threshold and grid the areas are valid, share every border, and leave no gap and no overlap', () => {
  fc.assert(
    fc.property(coverageRecipes, shares, units, (recipe, share, unit) => {
      const members = drawn(recipe)
      const result = simplified(members, share, unit)
      assert.equal(result.length, members.length)
      for (const each of result) assert.equal(findFault(each), null)
      assert.equal(invalidCoverageEdges(result), 0)
      // Each island and the whole of the cells are one piece: the parts add up to their union.
      const union = unionMinusByGeos(result, [])
      assert.ok(Math.abs(sumOfAreas(result) - union) < 1e-9 * union, `${sumOfAreas(result)} of ${union}`)
    }),
    { numRuns: casesOf('simplified coverages') },
  )
})

test('islands take as many vertices of the budget as they keep', () => {
  const random = seededRandom(1)
  const island = (x: number, y: number): Int32Array => {
    const radius = 1_000 + 2_000 * random()
    return Int32Array.from(
      Array.from({ length: 40 }, (_, i) => (Math.PI * i) / 20).flatMap((angle) => {
        const reach = radius * (1 + 0.3 * random())
        return [Math.round(x + reach * Math.cos(angle)), Math.round(y + reach * Math.sin(angle))]
      }),
    )
  }
  const members = Array.from({ length: 20 }, (_, member) =>
    ringsFromParts(Array.from({ length: 20 }, (_, place) => [island(10_000 * place, 10_000 * member)])),
  )
  for (const budget of [12_000, 6_000, 3_000]) {
    const coverage = coverageOf(members, narrowingOfDegrees, budget)
    const kept = simplifyCoverage(coverage, thresholdFor(coverage, budget), 1)
    const vertices = kept.reduce((sum, { coords }) => sum + coords.length / 2, 0)
    assert.ok(vertices > 0.9 * budget && vertices < 1.1 * budget, `${vertices} of ${budget}`)
  }
})

test('nothing that was inside is left uncovered', () => {
  fc.assert(
    fc.property(coverageRecipes, shares, fc.constantFrom(1, 10), (recipe, share, unit) => {
      const result = simplified(drawn(recipe), share, unit)
      const directed = new Set(result.flatMap(edgesOf))
      const open = [...directed].filter((edge) => !directed.has(edge.split('>').reverse().join('>')))
      // Edges without a counterpart are the rims of the square and of the islands: as many rings as these, none around a gap.
      const islands = result.reduce((sum, each) => sum + (each.polygonEnds.length - 1), 0)
      assert.equal(loops(open), 1 + islands)
    }),
    { numRuns: casesOf('simplified coverages that stay covered') },
  )
})

test('the largest ring of every area keeps four vertices', () => {
  fc.assert(
    fc.property(coverageRecipes, (recipe) => {
      const members = drawn(recipe)
      const before = members.map(largestRingVertices)
      simplified(members, 0, 1).forEach((each, i) => {
        assert.ok(largestRingVertices(each) >= Math.min(4, before[i]))
      })
    }),
    { numRuns: casesOf('largest rings of simplified coverages') },
  )
})

test('a lower threshold keeps all vertices that a higher one keeps', () => {
  fc.assert(
    fc.property(coverageRecipes, (recipe) => {
      const members = drawn(recipe)
      const [fine, coarse] = [simplified(members, 0.5, 1), simplified(members, 0.2, 1)].map(
        (areas) => new Set(areas.flatMap((each) => verticesOf(each))),
      )
      for (const vertex of coarse) assert.ok(fine.has(vertex))
      assert.ok(coarse.size <= fine.size)
    }),
    { numRuns: casesOf('coverages at two thresholds') },
  )
})

test('arcs that are thinned first make a coverage, in any order of the areas', () => {
  fc.assert(
    fc.property(coverageRecipes, fc.constantFrom(1e8, 1e10, 1e12), units, (recipe, finest, unit) => {
      const members = drawn(recipe)
      const thinned = (areas: readonly Rings[]): readonly Rings[] => {
        const topology = topologyOf(areas, (arcs) => thinArcs(arcs, finest, narrowingOfDegrees))
        return simplifyCoverage(coverageOfTopology(topology, narrowingOfDegrees), finest, unit)
      }
      const result = thinned(members)
      for (const each of result) assert.equal(findFault(each), null)
      assert.equal(invalidCoverageEdges(result), 0)
      const backwards = thinned(members.toReversed()).toReversed()
      result.forEach((each, i) => {
        assert.deepEqual(verticesOf(each).sort(), verticesOf(backwards[i]).sort())
      })
    }),
    { numRuns: casesOf('coverages that are thinned first') },
  )
})

test('the order of the areas does not matter', () => {
  fc.assert(
    fc.property(coverageRecipes, shares, units, (recipe, share, unit) => {
      const members = drawn(recipe)
      const forwards = simplified(members, share, unit)
      const backwards = simplified(members.toReversed(), share, unit).toReversed()
      forwards.forEach((each, i) => {
        assert.deepEqual(verticesOf(each).sort(), verticesOf(backwards[i]).sort())
      })
    }),
    { numRuns: casesOf('orders of the areas of a coverage') },
  )
})

test('a vertex of one area on an edge of another becomes a vertex of both', () => {
  const wall = brickWall(6, 5, 1_000_000)
  assert.ok(invalidCoverageEdges(wall) > 0)
  const coverage = coverageOf(wall, noNarrowing)
  const mended = simplifyCoverage(coverage, 0, 1)
  assert.equal(invalidCoverageEdges(mended), 0)
  assert.ok(Math.abs(sumOfAreas(mended) - sumOfAreas(wall)) < 1e-12)
  assert.equal(invalidCoverageEdges(simplifyCoverage(coverage, Number.MAX_VALUE, 1)), 0)
})

test('areas on top of each other keep a common border', () => {
  const members = voronoiCoverage({ seed: 5, cells: 30, bends: 5 })
  const twice = [...members, ...members]
  const result = simplified(twice, 0.2, 1_000)
  members.forEach((_, i) => {
    assert.deepEqual(verticesOf(result[i]).sort(), verticesOf(result[i + members.length]).sort())
  })
})

test('an area smaller than a cell of the grid is left empty, and its neighbours stay a coverage', () => {
  const small = ringsFromParts([[[1_000, 1_000, 1_400, 1_000, 1_400, 1_400, 1_000, 1_400]]])
  const around = ringsFromParts([
    [
      [0, 0, 100_000, 0, 100_000, 100_000, 0, 100_000],
      [1_000, 1_000, 1_000, 1_400, 1_400, 1_400, 1_400, 1_000],
    ],
  ])
  const [collapsed, filled] = simplified([small, around], 1, 10_000)
  assert.equal(collapsed.coords.length, 0)
  assert.equal(filled.ringEnds.length, 1)
})

const edgesOf = (rings: Rings): readonly string[] =>
  Array.from(rings.ringEnds).flatMap((end, ring) => {
    const start = ringStart(rings, ring)
    return Array.from({ length: end - start }, (_, i) => {
      const next = start + ((i + 1) % (end - start))
      return `${placeOf(rings, start + i)}>${placeOf(rings, next)}`
    })
  })

const verticesOf = (rings: Rings): string[] =>
  Array.from({ length: rings.coords.length / 2 }, (_, i) => placeOf(rings, i))

const placeOf = ({ coords }: Rings, i: number): string => `${coords[2 * i]},${coords[2 * i + 1]}`

/** Connected parts of the edges. */
const loops = (edges: readonly string[]): number => {
  const parent = new Map<string, string>()
  const rootOf = (place: string): string => {
    const above = parent.get(place) ?? place
    return above === place ? place : rootOf(above)
  }
  for (const edge of edges) {
    const [from, to] = edge.split('>')
    parent.set(rootOf(from), rootOf(to))
  }
  return new Set(edges.flatMap((edge) => edge.split('>')).map(rootOf)).size
}

test('an area with a notch that ends on its own border, as far as can be told, is divided there', () => {
  // 0.0005 units above the edge.
  const area = ringsFromParts([[[0, 0, 2_001, 2, 2_001, 5_000, 1_000, 1, 0, 5_000]]])
  const [divided] = simplifyCoverage(coverageOf([area], noNarrowing), 0, 1)
  assert.equal(findFault(divided), null)
  assert.equal(divided.polygonEnds.length, 2)
})
