/**
 * The order in which the vertices of a coverage can go: Visvalingam and Whyatt's effective area (Cartographic Journal 30, 1993), once
 * for all thresholds. A vertex goes only while its triangle holds no other vertex, so no two borders ever cross and nothing changes sides.
 * What is left after any number of vertices is a coverage again: any threshold gives one.
 *
 * The order is made in steps of growing thresholds. In a step, long arcs are thinned one
 * after the other (`arc-thinner.ts`), in the cache of a processor. Short arcs, whose last vertices depend on each other, are then put in
 * one order. The vertices that a step has taken are out of the way from the next step on.
 */
import { ArcThinner, coordsAt, MIN_INNER, positionsLeft } from './arc-thinner.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { GONE } from './live-points.ts'
import { nthSmallest } from './nth-smallest.ts'
import { RemovalLimits } from './removal-limits.ts'
import { doubledTriangle, type Narrowing, noNarrowing } from './triangle.ts'

/** The share of the vertices that a step looks at: the fewer it takes, the fewer are in the way of others without need. */
const SHARE = 0.7

/** Each threshold is so many times the one before it, at least. */
const MIN_GROWTH = 4

/** Vertices on a straight line are below it. */
const MIN_THRESHOLD = 1

/**
 * For each position of the arcs twice the area of its triangle at the time it can go, in square units, never less than those before it;
 * infinite for what always stays. A closed arc goes as a whole, unless it is the largest ring of an area.
 */
export const removalOrder = (
  topology: CoverageTopology,
  narrowing: Narrowing = noNarrowing,
): Float32Array => {
  const remover = new Remover(topology, narrowing)
  while (remover.step());
  return remover.weights
}

class Remover {
  readonly weights: Float32Array
  private readonly narrowing: Narrowing
  private readonly limits: RemovalLimits
  /** What is left, and the number of each of its positions in the arcs of the topology. */
  private arcs: Arcs
  private numbers: Int32Array
  private threshold = 0
  /** Of the vertices that went last. */
  private level = 0

  constructor(topology: CoverageTopology, narrowing: Narrowing) {
    this.arcs = topology.arcs
    this.narrowing = narrowing
    this.limits = new RemovalLimits(topology)
    this.numbers = new Int32Array(topology.arcs.coords.length / 2)
    for (let i = 0; i < this.numbers.length; i++) this.numbers[i] = i
    this.weights = new Float32Array(this.numbers.length).fill(Number.POSITIVE_INFINITY)
  }

  /** False when nothing is left to do. */
  step(): boolean {
    const { arcs, level, limits } = this
    const keys = keysOf(arcs, this.narrowing)
    this.threshold = thresholdAbove(this.threshold, keys)
    const { threshold } = this
    const thinner = new ArcThinner(arcs.coords, keys, this.narrowing)
    let taken = 0
    for (let arc = 0; arc < arcs.ends.length; arc++) {
      if (!isLong(arcs, arc)) continue
      const fewer = thinner.thin(arcStart(arcs, arc), arcs.ends[arc] - 1, threshold, level)
      limits.shrink(arc, fewer)
      taken += fewer
    }
    taken += new ShortArcs(arcs, keys, thinner, limits, threshold, level).take()
    if (taken > 0) this.leaveOut(thinner)
    return taken > 0 || threshold < Number.POSITIVE_INFINITY
  }

  private leaveOut({ gone, levels }: ArcThinner): void {
    const { arcs, numbers, weights } = this
    for (let arc = 0; arc < arcs.ends.length; arc++)
      for (let at = arcStart(arcs, arc); at < arcs.ends[arc] - arcs.isRing[arc]; at++) {
        if (!gone[at]) continue
        weights[numbers[at]] = levels[at]
        if (levels[at] > this.level) this.level = levels[at]
      }
    const left = positionsLeft(arcs, gone)
    this.arcs = { coords: coordsAt(arcs.coords, left.positions), ends: left.ends, isRing: arcs.isRing }
    this.numbers = left.positions.map((at) => numbers[at])
  }
}

/** All short arcs of a step in one order. */
class ShortArcs {
  private readonly arcs: Arcs
  private readonly keys: Float64Array
  private readonly thinner: ArcThinner
  private readonly limits: RemovalLimits
  private readonly threshold: number
  private readonly arcOf: Int32Array
  private level: number

  constructor(
    arcs: Arcs,
    keys: Float64Array,
    thinner: ArcThinner,
    limits: RemovalLimits,
    threshold: number,
    level: number,
  ) {
    this.arcs = arcs
    this.keys = keys
    this.thinner = thinner
    this.limits = limits
    this.threshold = threshold
    this.level = level
    this.arcOf = new Int32Array(keys.length)
  }

  /** Returns the number of vertices that went. */
  take(): number {
    const { arcs, threshold } = this
    const { heap } = this.thinner
    for (let arc = 0; arc < arcs.ends.length; arc++) if (!isLong(arcs, arc)) this.add(arc)
    heap.settle()
    let taken = 0
    while (heap.size > 0) {
      const vertex = heap.takeSmallest()
      if (heap.takenKey >= threshold) break
      this.level = Math.max(this.level, heap.takenKey)
      taken += this.takeVertex(vertex)
    }
    return taken
  }

  private add(arc: number): void {
    const { arcs, keys, thinner, arcOf } = this
    const { before, after, heap } = thinner
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
    const { limits, thinner, arcs } = this
    const { before, after, gone, live } = thinner
    const arc = this.arcOf[vertex]
    if (gone[vertex] || !limits.mayShrink(arc)) return 0
    const [a, b] = [before[vertex], after[vertex]]
    if (arcs.isRing[arc] && limits.inner[arc] === 3) {
      for (const each of [vertex, a, b]) this.remove(each)
      return 3
    }
    if (live.someInTriangle(a, vertex, b)) return 0
    this.remove(vertex)
    after[a] = b
    before[b] = a
    this.change(a)
    this.change(b)
    return 1
  }

  private remove(vertex: number): void {
    const { arcs, thinner } = this
    const arc = this.arcOf[vertex]
    thinner.gone[vertex] = GONE
    thinner.levels[vertex] = this.level
    // The last position of a closed arc is its first one.
    if (arcs.isRing[arc] && vertex === arcStart(arcs, arc)) thinner.gone[arcs.ends[arc] - 1] = GONE
    this.limits.shrink(arc, 1)
  }

  private change(vertex: number): void {
    const { arcs } = this
    const arc = this.arcOf[vertex]
    const isEnd = !arcs.isRing[arc] && (vertex === arcStart(arcs, arc) || vertex === arcs.ends[arc] - 1)
    if (!isEnd) this.thinner.change(vertex, this.threshold)
  }
}

const isLong = (arcs: Arcs, arc: number): boolean => arcs.ends[arc] - arcStart(arcs, arc) > MIN_INNER + 2

/** For each position twice the area of its triangle; infinite for the ends of arcs, which stay as long as an arc is long. */
const keysOf = (arcs: Arcs, narrowing: Narrowing): Float64Array => {
  const { coords, ends, isRing } = arcs
  const keys = new Float64Array(coords.length / 2).fill(Number.POSITIVE_INFINITY)
  for (let arc = 0; arc < ends.length; arc++) {
    const [start, last] = [arcStart(arcs, arc), ends[arc] - 1]
    for (let at = start + 1; at < last; at++)
      keys[at] = doubledTriangle(coords, at - 1, at, at + 1, narrowing)
    if (isRing[arc] && last > start && !isLong(arcs, arc))
      keys[start] = doubledTriangle(coords, last - 1, start, start + 1, narrowing)
  }
  return keys
}

/** A share of the vertices that are not below the threshold so far is below the next one. */
const thresholdAbove = (threshold: number, keys: Float64Array): number => {
  const above = new Float32Array(keys.length)
  let count = 0
  for (const key of keys) if (key >= threshold && key < Number.POSITIVE_INFINITY) above[count++] = key
  if (count === 0) return Number.POSITIVE_INFINITY
  const next = nthSmallest(above.subarray(0, count), Math.floor(SHARE * count))
  return Math.max(next, MIN_GROWTH * threshold, MIN_THRESHOLD)
}
