/** What has to stay of the arcs of a coverage: the largest ring of each area, and arcs that no other one becomes equal to. */
import { PairIndex } from '../arrangement/pair-index.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { type LargestRings, largestRings } from './largest-rings.ts'

/** The largest ring of each area keeps this many vertices. */
const MIN_RING_VERTICES = 4

export class RemovalLimits {
  /** For each arc its removable vertices that are left. */
  readonly inner: Int32Array
  private readonly isRing: Uint8Array
  private readonly rings: LargestRings
  private readonly ends: ArcEnds
  /** The ends of arcs that are one edge. */
  private readonly singles: PairIndex

  constructor(topology: CoverageTopology) {
    const { arcs } = topology
    this.isRing = arcs.isRing
    this.rings = largestRings(topology)
    this.ends = endsOfArcs(arcs)
    this.singles = new PairIndex(arcs.ends.length)
    this.inner = new Int32Array(arcs.ends.length)
    for (let arc = 0; arc < this.inner.length; arc++) {
      const positions = arcs.ends[arc] - arcStart(arcs, arc)
      this.inner[arc] = positions - (arcs.isRing[arc] ? 1 : 2)
      this.addIfSingle(arc)
    }
  }

  /** Whether the arc may lose a vertex. What it may not, it never may again. */
  mayShrink(arc: number): boolean {
    const { inner, rings, ends } = this
    for (let i = rings.starts[arc]; i < rings.starts[arc + 1]; i++)
      if (rings.left[rings.rings[i]] <= MIN_RING_VERTICES) return false
    if (this.isRing[arc]) return true
    if (ends.tail[arc] === ends.head[arc]) return inner[arc] > 2
    // Two arcs between the same junctions must not become the same edge.
    return inner[arc] > 1 || this.singles.find(...this.pairOf(arc)) < 0
  }

  /** The arc has lost so many vertices. */
  shrink(arc: number, vertices: number): void {
    const { rings, inner } = this
    if (vertices === 0) return
    for (let i = rings.starts[arc]; i < rings.starts[arc + 1]; i++) rings.left[rings.rings[i]] -= vertices
    inner[arc] -= vertices
    this.addIfSingle(arc)
  }

  private addIfSingle(arc: number): void {
    if (this.inner[arc] === 0 && !this.isRing[arc]) this.singles.add(...this.pairOf(arc))
  }

  private pairOf(arc: number): [number, number] {
    const [a, b] = [this.ends.tail[arc], this.ends.head[arc]]
    return a < b ? [a, b] : [b, a]
  }
}

/** The numbers of the junctions at the ends of each arc; -1 for rings. */
interface ArcEnds {
  readonly tail: Int32Array
  readonly head: Int32Array
}

const endsOfArcs = (arcs: Arcs): ArcEnds => {
  const { coords, ends, isRing } = arcs
  const junctions = new PairIndex(ends.length)
  const junctionAt = (at: number): number => junctions.add(coords[2 * at], coords[2 * at + 1])
  const tail = new Int32Array(ends.length).fill(-1)
  const head = new Int32Array(ends.length).fill(-1)
  for (let arc = 0; arc < ends.length; arc++) {
    if (isRing[arc]) continue
    tail[arc] = junctionAt(arcStart(arcs, arc))
    head[arc] = junctionAt(ends[arc] - 1)
  }
  return { tail, head }
}
