import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { invalidCoverageEdges } from '../../../../test/support/geos.ts'
import { strips } from '../../../../test/support/strips.ts'
import { findFault } from '../../../../test/support/validity.ts'
import type { Rings } from '../rings.ts'
import { ArcThinner } from './arc-thinner.ts'
import { type Arcs, arcStart } from './arcs.ts'
import { ringsOfArcs } from './rings-of-arcs.ts'
import { snapArcs } from './snap-arcs.ts'
import { thinArcs } from './thin-arcs.ts'
import { topologyOf } from './topology.ts'
import { noNarrowing } from './triangle.ts'

const thresholds = fc.double({ min: 6, max: 11, noNaN: true }).map((digits) => 10 ** digits)

const thinned = (members: readonly Rings[], threshold: number) => {
  const topology = topologyOf(members)
  const arcs = thinArcs(topology.arcs, threshold, noNarrowing)
  return { topology, arcs, areas: ringsOfArcs(topology, snapArcs(arcs, 1), 1, 0) }
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

test('a closed arc repeats the first of its vertices that is left', () => {
  const coords = Int32Array.of(0, 0, 9, 0, 9, 9, 5, 12, 0, 9, 0, 0)
  const arcs = { coords, ends: Uint32Array.of(6), isRing: Uint8Array.of(1) }
  const thinner = new ArcThinner(arcs, noNarrowing)
  thinner.gone[0] = 1
  thinner.endStep(() => {})
  assert.deepEqual([...thinner.arcs.coords], [9, 0, 9, 9, 5, 12, 0, 9, 9, 0])
})

const positionsOf = (coords: Int32Array): readonly string[] =>
  Array.from({ length: coords.length / 2 }, (_, i) => `${coords[2 * i]} ${coords[2 * i + 1]}`).sort()

const endsOf = (arcs: Arcs, arc: number): readonly number[] => {
  const [first, last] = [2 * arcStart(arcs, arc), 2 * arcs.ends[arc] - 2]
  return [...arcs.coords.subarray(first, first + 2), ...arcs.coords.subarray(last, last + 2)]
}
