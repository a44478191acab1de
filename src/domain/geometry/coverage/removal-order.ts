/**
 * The order in which the vertices of a coverage can go: Visvalingam and Whyatt's effective area (Cartographic Journal 30, 1993), once
 * for all thresholds. A vertex goes only while its triangle holds no other vertex, so no two borders ever cross and nothing changes sides.
 * What is left after any number of vertices is a coverage again: any threshold gives one.
 *
 * The order is made in steps of growing thresholds. In a step, long arcs are thinned one
 * after the other (`arc-thinner.ts`), in the cache of a processor. Short arcs, whose last vertices depend on each other, are then put in
 * one order. The vertices that a step has taken are out of the way from the next step on.
 */
import { ArcThinner } from './arc-thinner.ts'
import { arcStart, type CoverageTopology } from './arcs.ts'
import { GONE } from './live-points.ts'
import { nthSmallest } from './nth-smallest.ts'
import { RemovalLimits } from './removal-limits.ts'
import { type Narrowing, noNarrowing } from './triangle.ts'

/** The share of the vertices that a step looks at: the fewer it takes, the fewer are in the way of others without need. */
const SHARE = 0.7

/** Each threshold is so many times the one before it, at least. */
const MIN_GROWTH = 4

/** Vertices on a straight line are below it. */
const MIN_THRESHOLD = 1

/**
 * For each position of the arcs twice the area of its triangle at the time it can go, in square units, never less than those before it;
 * infinite for vertices that always stay, and 0 for the last position of a closed arc, which repeats the first and is no vertex. A closed
 * arc goes as a whole, unless it is the largest ring of an area.
 *
 * O(n log n) in the positions. Each threshold is a multiple of the one before it, so there are at most some dozens of steps.
 *
 * @param fewest The weights of fewer positions than this may be infinite as well: for callers that want no fewer.
 */
export const removalOrder = (
  topology: CoverageTopology,
  narrowing: Narrowing = noNarrowing,
  fewest = 0,
): Float32Array => {
  const positions = topology.arcs.coords.length / 2
  if (positions < fewest) return new Float32Array(positions).fill(Number.POSITIVE_INFINITY)
  const remover = new Remover(topology, narrowing)
  while (remover.left >= fewest && remover.step());
  return remover.weights
}

class Remover {
  readonly weights: Float32Array
  /** Positions whose weight is infinite so far. */
  left: number
  private readonly thinner: ArcThinner
  private readonly limits: RemovalLimits
  private readonly short: ShortArcs
  private threshold = 0
  /** Of the vertices that went last. */
  private level = 0

  constructor(topology: CoverageTopology, narrowing: Narrowing) {
    this.thinner = new ArcThinner(topology.arcs, narrowing)
    this.limits = new RemovalLimits(topology)
    this.short = new ShortArcs(this.thinner, this.limits)
    const { arcs } = topology
    this.weights = new Float32Array(arcs.coords.length / 2).fill(Number.POSITIVE_INFINITY)
    this.left = this.weights.length
    for (let arc = 0; arc < arcs.ends.length; arc++) {
      if (!arcs.isRing[arc] || arcs.ends[arc] === arcStart(arcs, arc)) continue
      this.weights[arcs.ends[arc] - 1] = 0
      this.left--
    }
  }

  /** False when nothing is left to do. */
  step(): boolean {
    const { thinner, limits, level } = this
    this.threshold = thresholdAbove(this.threshold, thinner.keys)
    const { threshold } = this
    let taken = 0
    for (let arc = 0; arc < limits.inner.length; arc++) {
      if (!thinner.isLong(arc)) continue
      const fewer = thinner.thin(arc, threshold, level)
      limits.shrink(arc, fewer)
      taken += fewer
    }
    taken += this.short.take(threshold, level)
    if (taken === 0) return threshold < Number.POSITIVE_INFINITY
    this.left -= taken
    thinner.endStep((number, takenLevel) => {
      this.weights[number] = takenLevel
      if (takenLevel > this.level) this.level = takenLevel
    })
    return true
  }
}

/** All short arcs of a step in one order. */
class ShortArcs {
  private readonly thinner: ArcThinner
  private readonly limits: RemovalLimits
  private readonly arcOf: Int32Array
  private threshold = 0
  private level = 0

  constructor(thinner: ArcThinner, limits: RemovalLimits) {
    this.thinner = thinner
    this.limits = limits
    this.arcOf = new Int32Array(thinner.keys.length)
  }

  /** Levels are no lower than `floor`. Returns the number of vertices that went. */
  take(threshold: number, floor: number): number {
    const { thinner } = this
    const { heap } = thinner
    this.threshold = threshold
    this.level = floor
    for (let arc = 0; arc < thinner.arcs.ends.length; arc++) if (!thinner.isLong(arc)) this.add(arc)
    heap.settle()
    let taken = 0
    while (heap.size > 0) {
      const vertex = heap.takeSmallest()
      if (heap.takenKey >= threshold) break
      this.level = Math.max(this.level, heap.takenKey)
      taken += this.takeVertex(vertex)
    }
    heap.clear()
    return taken
  }

  private add(arc: number): void {
    const { arcOf, thinner } = this
    const { before, after, heap, keys, arcs } = thinner
    const [start, last] = [arcStart(arcs, arc), arcs.ends[arc] - 1]
    for (let at = start; at <= last; at++) {
      before[at] = at - 1
      after[at] = at + 1
      arcOf[at] = arc
      if (keys[at] < this.threshold) heap.append(at, keys[at])
    }
    if (!arcs.isRing[arc] || last < start) return
    before[start] = last - 1
    after[last - 1] = start
  }

  /** Removes the vertex if that is allowed, and returns the number of removed vertices. */
  private takeVertex(vertex: number): number {
    const { limits, thinner } = this
    const { before, after, gone } = thinner
    const arc = this.arcOf[vertex]
    if (gone[vertex] || !limits.mayShrink(arc)) return 0
    const [a, b] = [before[vertex], after[vertex]]
    if (thinner.arcs.isRing[arc] && limits.inner[arc] === 3) {
      for (const each of [vertex, a, b]) this.remove(each)
      return 3
    }
    if (thinner.isInTheWay(a, vertex, b)) return 0
    this.remove(vertex)
    after[a] = b
    before[b] = a
    this.change(a)
    this.change(b)
    return 1
  }

  private remove(vertex: number): void {
    const { gone, levels, arcs } = this.thinner
    const arc = this.arcOf[vertex]
    gone[vertex] = GONE
    levels[vertex] = this.level
    // The last position of a closed arc is its first one.
    if (arcs.isRing[arc] && vertex === arcStart(arcs, arc)) gone[arcs.ends[arc] - 1] = GONE
    this.limits.shrink(arc, 1)
  }

  private change(vertex: number): void {
    const { arcs } = this.thinner
    const arc = this.arcOf[vertex]
    const isEnd = !arcs.isRing[arc] && (vertex === arcStart(arcs, arc) || vertex === arcs.ends[arc] - 1)
    if (!isEnd) this.thinner.change(vertex, this.threshold)
  }
}

/** A share of the vertices that are not below the threshold so far is below the next one. */
const thresholdAbove = (threshold: number, keys: Float64Array): number => {
  const above = new Float32Array(keys.length)
  let count = 0
  for (let at = 0; at < keys.length; at++)
    if (keys[at] >= threshold && keys[at] < Number.POSITIVE_INFINITY) above[count++] = keys[at]
  if (count === 0) return Number.POSITIVE_INFINITY
  const next = nthSmallest(above.subarray(0, count), Math.floor(SHARE * count))
  return Math.max(next, MIN_GROWTH * threshold, MIN_THRESHOLD)
}
