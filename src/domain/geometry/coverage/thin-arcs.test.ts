import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { invalidCoverageEdges } from '../../../../test/support/geos.ts'
import { ringsFromParts } from '../parts.ts'
import type { Rings } from '../rings.ts'
import { findFault } from '../validity.ts'
import { type Arcs, arcStart } from './arcs.ts'
import { ringsOfArcs } from './rings-of-arcs.ts'
import { thinArcs } from './thin-arcs.ts'
import { topologyOf } from './topology.ts'
import { noNarrowing } from './triangle.ts'

const HEIGHT = 100_000

/** Land west and east of a narrow strip with the same zigzags on both sides. */
const strip = (zigzags: readonly number[], width: number): readonly Rings[] => {
  const step = Math.floor(HEIGHT / (zigzags.length + 1))
  const border = (x: number): readonly number[] => [
    x,
    0,
    ...zigzags.flatMap((shift, i) => [x + shift, step * (i + 1)]),
    x,
    HEIGHT,
  ]
  const reversed = (line: readonly number[]): readonly number[] =>
    line.flatMap((_, i) => (i % 2 === 0 ? [line[line.length - i - 2], line[line.length - i - 1]] : []))
  const [left, right] = [border(HEIGHT), border(HEIGHT + width)]
  return [
    ringsFromParts([[[0, 0, ...left, 0, HEIGHT]]]),
    ringsFromParts([[[...right, ...reversed(left)]]]),
    ringsFromParts([[[3 * HEIGHT, 0, 3 * HEIGHT, HEIGHT, ...reversed(right)]]]),
  ]
}

const strips = fc
  .record({
    zigzags: fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 6, maxLength: 40 }),
    width: fc.integer({ min: 20, max: 4_000 }),
  })
  .map(({ zigzags, width }) => strip(zigzags, width))
const thresholds = fc.constantFrom(1e6, 1e7, 1e8, 1e9, Number.MAX_VALUE)

const thinned = (members: readonly Rings[], threshold: number) => {
  const topology = topologyOf(members)
  const arcs = thinArcs(topology.arcs, threshold, noNarrowing)
  return { topology, arcs, areas: ringsOfArcs(topology, arcs, 1, 0) }
}

test('borders side by side do not cross, however much is left out', () => {
  fc.assert(
    fc.property(strips, thresholds, (members, threshold) => {
      fc.pre(members.every((each) => findFault(each) === null) && invalidCoverageEdges(members, 1) === 0)
      const { areas } = thinned(members, threshold)
      for (const each of areas) assert.equal(findFault(each), null)
      assert.equal(invalidCoverageEdges(areas, 1), 0)
    }),
  )
})

test('the order of the areas does not matter, although each arc is thinned on its own', () => {
  fc.assert(
    fc.property(strips, thresholds, (members, threshold) => {
      const forwards = thinned(members, threshold).areas
      const backwards = thinned(members.toReversed(), threshold).areas.toReversed()
      forwards.forEach((each, i) => {
        assert.deepEqual(positionsOf(each.coords), positionsOf(backwards[i].coords))
      })
    }),
  )
})

test('an arc keeps its ends and four vertices between them', () => {
  fc.assert(
    fc.property(strips, (members) => {
      const { topology, arcs } = thinned(members, Number.MAX_VALUE)
      topology.arcs.ends.forEach((end, arc) => {
        const before = end - arcStart(topology.arcs, arc)
        assert.ok(arcs.ends[arc] - arcStart(arcs, arc) >= Math.min(before, 6))
        assert.deepEqual(endsOf(arcs, arc), endsOf(topology.arcs, arc))
      })
    }),
  )
})

const positionsOf = (coords: Int32Array): readonly string[] =>
  Array.from({ length: coords.length / 2 }, (_, i) => `${coords[2 * i]} ${coords[2 * i + 1]}`).sort()

const endsOf = (arcs: Arcs, arc: number): readonly number[] => {
  const [first, last] = [2 * arcStart(arcs, arc), 2 * arcs.ends[arc] - 2]
  return [...arcs.coords.subarray(first, first + 2), ...arcs.coords.subarray(last, last + 2)]
}
