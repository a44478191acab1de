/**
 * Simplifies a set of areas as one coverage: one threshold for all, each common border once. Neighbours stay neighbours: no gap opens and
 * nothing overlaps that did not before. Rounding comes last, and once.
 */
import { IntList } from '../arrangement/int-list.ts'
import type { Rings } from '../rings.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { nthSmallest } from './nth-smallest.ts'
import { removalOrder } from './removal-order.ts'
import { ringsOfArcs } from './rings-of-arcs.ts'
import { snapArcs } from './snap-arcs.ts'
import { topologyOf } from './topology.ts'
import type { Narrowing } from './triangle.ts'

export interface Coverage {
  readonly topology: CoverageTopology
  /** For each position of the arcs twice the area of its triangle, in square units; infinite for those that stay: `removal-order.ts`. */
  readonly weights: Float32Array
}

/**
 * The coverage of valid areas on a common integer grid, prepared once for every threshold. They may overlap; vertices are added where
 * borders meet without one. O(n log n) in the positions and crossings.
 *
 * @param fewest It is never simplified to fewer vertices than this: the order of the last ones takes half of the time.
 */
export const coverageOf = (members: readonly Rings[], narrowing: Narrowing, fewest = 0): Coverage =>
  coverageOfTopology(topologyOf(members), narrowing, fewest)

export const coverageOfTopology = (
  topology: CoverageTopology,
  narrowing: Narrowing,
  fewest = 0,
): Coverage => ({ topology, weights: removalOrder(topology, narrowing, fewest) })

/**
 * The areas in the order of the members, valid, without vertices whose triangle is smaller than half of `threshold` (square units), on the
 * grid of `unit`. The largest ring of each keeps at least four vertices. An area is empty only where it collapses on the grid. O(n) in the
 * positions of the coverage, and O(m log m) in those that are left.
 */
export const simplifyCoverage = (
  { topology, weights }: Coverage,
  threshold: number,
  unit: number,
): readonly Rings[] => {
  const arcs = snapArcs(thinned(topology.arcs, weights, threshold), unit, topology)
  return ringsOfArcs(topology, arcs, unit, threshold)
}

/** The threshold that leaves about this many vertices of the arcs, each counted once. O(n) in the vertices. */
export const thresholdFor = ({ weights }: Coverage, vertices: number): number => {
  if (vertices >= weights.length) return 0
  return nthSmallest(weights, weights.length - Math.max(1, Math.round(vertices)))
}

const thinned = (arcs: Arcs, weights: Float32Array, threshold: number): Arcs => {
  const { coords, ends } = arcs
  const kept = new IntList(1024)
  const keptEnds = new Uint32Array(ends.length)
  for (let arc = 0; arc < ends.length; arc++) {
    const start = kept.length
    // The last position of a ring repeats the first.
    const end = ends[arc] - arcs.isRing[arc]
    for (let at = arcStart(arcs, arc); at < end; at++) {
      if (weights[at] < threshold) continue
      kept.push(coords[2 * at])
      kept.push(coords[2 * at + 1])
    }
    if (arcs.isRing[arc] && kept.length > start) {
      kept.push(kept.at(start))
      kept.push(kept.at(start + 1))
    }
    keptEnds[arc] = kept.length / 2
  }
  return { coords: kept.view(), ends: keptEnds, isRing: arcs.isRing }
}
