/**
 * The order in which the vertices of a coverage can go: Visvalingam and Whyatt's effective area (Cartographic Journal 30, 1993), once
 * for all thresholds. A vertex goes only while its triangle holds no other vertex, so no two borders ever cross and nothing changes sides.
 * What is left after any number of steps is a coverage again: any threshold gives one.
 */
import { IntList } from '../arrangement/int-list.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { VertexHeap } from '../vertex-heap.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { type LargestRings, largestRings } from './largest-rings.ts'
import { GONE, LivePoints } from './live-points.ts'
import { doubledTriangle, type Narrowing, noNarrowing } from './triangle.ts'

/** The largest ring of each area keeps this many vertices. */
const MIN_RING_VERTICES = 4

/**
 * For each position of the arcs twice the area of its triangle at the time it can go, in square units, never less than those before it;
 * infinite for what always stays. A closed arc goes as a whole, unless it is the largest ring of an area.
 */
export const removalOrder = (
  topology: CoverageTopology,
  narrowing: Narrowing = noNarrowing,
): Float32Array => {
  const remover = new Remover(topology, narrowing)
  remover.run()
  return remover.weights
}

class Remover {
  readonly weights: Float32Array
  private readonly arcs: Arcs
  private readonly narrowing: Narrowing
  private readonly heap: VertexHeap
  private readonly before: Int32Array
  private readonly after: Int32Array
  private readonly arcOf: Int32Array
  private readonly gone: Uint8Array
  private readonly live: LivePoints
  private readonly ends: ArcEnds
  /** For each arc its removable vertices that are left. */
  private readonly inner: Int32Array
  private readonly rings: LargestRings
  /** Vertices that wait because another one is in their triangle. */
  private blocked: number[] = []
  /** The ends of arcs that are one edge. */
  private readonly singles: PairIndex
  private level = 0

  constructor(topology: CoverageTopology, narrowing: Narrowing) {
    const { arcs } = topology
    const count = arcs.coords.length / 2
    this.arcs = arcs
    this.narrowing = narrowing
    this.weights = new Float32Array(count).fill(Number.POSITIVE_INFINITY)
    this.heap = new VertexHeap(arcs.coords)
    this.before = new Int32Array(count)
    this.after = new Int32Array(count)
    this.arcOf = new Int32Array(count)
    this.gone = new Uint8Array(count)
    this.inner = new Int32Array(arcs.ends.length)
    this.singles = new PairIndex(arcs.ends.length)
    this.rings = largestRings(topology)
    this.ends = endsOfArcs(arcs)
    for (let arc = 0; arc < arcs.ends.length; arc++) this.addArc(arc)
    this.live = new LivePoints(arcs.coords, this.ends.points, this.gone)
  }

  run(): void {
    const { heap } = this
    heap.settle()
    let left = this.ends.points.length
    let removed = 0
    while (heap.size > 0) {
      const vertex = heap.takeSmallest()
      const isBlocked = heap.takenKey === Number.POSITIVE_INFINITY
      if (isBlocked) this.block(vertex)
      else removed += this.take(vertex)
      if (isBlocked && removed === 0) return
      if (!isBlocked && removed < left / 2) continue
      left -= removed
      removed = 0
      this.live.rebuild()
      this.retry()
    }
  }

  private block(vertex: number): void {
    this.heap.append(vertex, Number.POSITIVE_INFINITY)
    this.blocked.push(vertex)
  }

  /** Puts every blocked vertex back into its place in the order. */
  private retry(): void {
    const waiting = this.blocked
    this.blocked = []
    for (const vertex of waiting) if (this.heap.has(vertex)) this.heap.change(vertex, this.triangle(vertex))
  }

  /** Removes the vertex if that is allowed, and returns the number of removed vertices. */
  private take(vertex: number): number {
    const { heap, before, after, inner, arcs } = this
    const arc = this.arcOf[vertex]
    if (this.gone[vertex] || !this.mayShrink(arc)) return 0
    const [a, b] = [before[vertex], after[vertex]]
    if (arcs.isRing[arc] && inner[arc] === 3) {
      for (const each of [vertex, a, b]) this.remove(each, heap.takenKey)
      return 3
    }
    if (this.live.someInTriangle(a, vertex, b)) {
      this.block(vertex)
      return 0
    }
    this.remove(vertex, heap.takenKey)
    after[a] = b
    before[b] = a
    if (heap.has(a)) heap.change(a, this.triangle(a))
    if (heap.has(b)) heap.change(b, this.triangle(b))
    return 1
  }

  private mayShrink(arc: number): boolean {
    const { inner, rings, ends } = this
    for (let i = rings.starts[arc]; i < rings.starts[arc + 1]; i++)
      if (rings.left[rings.rings[i]] <= MIN_RING_VERTICES) return false
    if (this.arcs.isRing[arc]) return true
    if (ends.tail[arc] === ends.head[arc]) return inner[arc] > 2
    // Two arcs between the same junctions must not become the same edge.
    return inner[arc] > 1 || this.singles.find(...this.pairOf(arc)) < 0
  }

  private remove(vertex: number, key: number): void {
    const { rings, inner, arcs } = this
    const arc = this.arcOf[vertex]
    this.level = Math.max(this.level, key)
    this.gone[vertex] = GONE
    this.weights[vertex] = this.level
    for (let i = rings.starts[arc]; i < rings.starts[arc + 1]; i++) rings.left[rings.rings[i]]--
    inner[arc]--
    if (inner[arc] === 0 && !arcs.isRing[arc]) this.singles.add(...this.pairOf(arc))
  }

  /** Twice the area of the triangle of the vertex and its neighbours. */
  private triangle(vertex: number): number {
    return doubledTriangle(this.arcs.coords, this.before[vertex], vertex, this.after[vertex], this.narrowing)
  }

  private addArc(arc: number): void {
    const { arcs, before, after, arcOf, heap } = this
    const start = arcStart(arcs, arc)
    const last = arcs.ends[arc] - 1
    const isRing = arcs.isRing[arc] === 1
    for (let at = start; at <= last; at++) {
      before[at] = at - 1
      after[at] = at + 1
      arcOf[at] = arc
    }
    if (isRing) {
      before[start] = last - 1
      after[last - 1] = start
    }
    const first = isRing ? start : start + 1
    this.inner[arc] = last - first
    for (let at = first; at < last; at++) heap.append(at, this.triangle(at))
    if (last === first) this.singles.add(...this.pairOf(arc))
  }

  private pairOf(arc: number): [number, number] {
    const [a, b] = [this.ends.tail[arc], this.ends.head[arc]]
    return a < b ? [a, b] : [b, a]
  }
}

interface ArcEnds {
  /** The numbers of the junctions at the ends of each arc; -1 for rings. */
  readonly tail: Int32Array
  readonly head: Int32Array
  /** A position of each vertex. */
  readonly points: Int32Array
}

const endsOfArcs = (arcs: Arcs): ArcEnds => {
  const { coords, ends, isRing } = arcs
  const junctions = new PairIndex(ends.length)
  const points = new IntList(coords.length / 2 + 1)
  const junctionAt = (at: number): number => {
    const known = junctions.size
    const junction = junctions.add(coords[2 * at], coords[2 * at + 1])
    if (junction === known) points.push(at)
    return junction
  }
  const tail = new Int32Array(ends.length).fill(-1)
  const head = new Int32Array(ends.length).fill(-1)
  for (let arc = 0; arc < ends.length; arc++) {
    const [start, last] = [arcStart(arcs, arc), ends[arc] - 1]
    if (!isRing[arc]) {
      tail[arc] = junctionAt(start)
      head[arc] = junctionAt(last)
    }
    for (let at = isRing[arc] ? start : start + 1; at < last; at++) points.push(at)
  }
  return { tail, head, points: points.view() }
}
