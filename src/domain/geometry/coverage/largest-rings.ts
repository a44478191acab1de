/** The largest ring of each area of a coverage: what has to stay recognisable. */
import { arcStart, type CoverageTopology } from './arcs.ts'

export interface LargestRings {
  /** For each ring the number of its vertices; users count them down. */
  readonly left: Int32Array
  /** For each arc the rings along it: `rings[starts[arc]]` up to `rings[starts[arc + 1]]`. */
  readonly starts: Int32Array
  readonly rings: Int32Array
}

export const largestRings = (topology: CoverageTopology): LargestRings => {
  const { arcs, halves, ringEnds } = topology
  const largest = Int32Array.from(largestOfEach(topology))
  const left = new Int32Array(largest.length)
  const starts = new Int32Array(arcs.ends.length + 1)
  const forEachHalf = (visit: (arc: number, index: number) => void): void =>
    largest.forEach((ring, index) => {
      for (let i = ring === 0 ? 0 : ringEnds[ring - 1]; i < ringEnds[ring]; i++) visit(halves[i] >> 1, index)
    })
  forEachHalf((arc, index) => {
    left[index] += arcs.ends[arc] - arcStart(arcs, arc) - 1
    starts[arc + 1]++
  })
  for (let arc = 0; arc < arcs.ends.length; arc++) starts[arc + 1] += starts[arc]
  const next = starts.slice()
  const rings = new Int32Array(starts[arcs.ends.length])
  forEachHalf((arc, index) => {
    rings[next[arc]++] = index
  })
  return { left, starts, rings }
}

function* largestOfEach(topology: CoverageTopology): Generator<number> {
  let polygon = 0
  for (const end of topology.memberEnds) {
    let largest = -1
    let largestArea = -1
    for (; polygon < end; polygon++) {
      const exterior = polygon === 0 ? 0 : topology.polygonEnds[polygon - 1]
      const area = Math.abs(doubledAreaOfRing(topology, exterior))
      if (area <= largestArea) continue
      largest = exterior
      largestArea = area
    }
    if (largest >= 0) yield largest
  }
}

/** In square units, as seen from its first position, so that small rings stay exact. */
const doubledAreaOfRing = ({ arcs, halves, ringEnds }: CoverageTopology, ring: number): number => {
  const { coords, ends } = arcs
  const first = ring === 0 ? 0 : ringEnds[ring - 1]
  const origin = 2 * arcStart(arcs, halves[first] >> 1)
  const [x0, y0] = [coords[origin], coords[origin + 1]]
  let total = 0
  for (let i = first; i < ringEnds[ring]; i++) {
    const arc = halves[i] >> 1
    let sum = 0
    for (let at = 2 * arcStart(arcs, arc); at < 2 * ends[arc] - 2; at += 2)
      sum += (coords[at] - x0) * (coords[at + 3] - y0) - (coords[at + 2] - x0) * (coords[at + 1] - y0)
    total += halves[i] & 1 ? -sum : sum
  }
  return total
}
