/**
 * Takes small vertices out of arcs, one arc after the other, so that the order of each fits a processor's cache: by Visvalingam's areas. A
 * vertex goes only if its triangle holds no vertex of its arc that is left, and none that any other arc had at the beginning. What other
 * arcs lose meanwhile changes nothing, so the result does not depend on the order of the arcs, and what is left is a coverage however far
 * each arc has come.
 */
import { VertexHeap } from '../vertex-heap.ts'
import { type Arcs, arcStart } from './arcs.ts'
import { GONE, LivePoints } from './live-points.ts'
import { doubledTriangle, type Narrowing } from './triangle.ts'

/** An arc keeps this many vertices, besides its ends: what becomes of shorter ones depends on its neighbours. */
export const MIN_INNER = 4

/** Gone, but still in the way of other arcs. */
const IN_THE_WAY = 2

export class ArcThinner {
  readonly coords: Int32Array
  readonly live: LivePoints
  readonly heap: VertexHeap
  readonly before: Int32Array
  readonly after: Int32Array
  /** Not 0 for each position that is gone. */
  readonly gone: Uint8Array
  /** For each position that is gone, twice the area of its triangle, never less than those of its arc before it. */
  readonly levels: Float64Array
  private readonly keys: Float64Array
  private readonly narrowing: Narrowing

  /** `keys`: twice the area of each position's triangle, infinite for those that stay. */
  constructor(coords: Int32Array, keys: Float64Array, narrowing: Narrowing) {
    const count = coords.length / 2
    this.coords = coords
    this.keys = keys
    this.narrowing = narrowing
    this.gone = new Uint8Array(count)
    this.levels = new Float64Array(count)
    this.live = new LivePoints(coords, this.gone)
    this.heap = new VertexHeap(coords)
    this.before = new Int32Array(count)
    this.after = new Int32Array(count)
  }

  /** Thins the arc between two positions, which stay. Levels are no lower than `floor`. Returns the number of vertices that went. */
  thin(start: number, last: number, threshold: number, floor: number): number {
    const { heap, keys, before, after, gone, levels, live } = this
    const inner = last - start - 1
    for (let at = start; at <= last; at++) {
      before[at] = at - 1
      after[at] = at + 1
      if (keys[at] < threshold) heap.append(at, keys[at])
    }
    if (heap.size === 0) return 0
    heap.settle()
    let left = inner
    let level = floor
    while (heap.size > 0 && left > MIN_INNER) {
      const vertex = heap.takeSmallest()
      if (heap.takenKey >= threshold) break
      const [a, b] = [before[vertex], after[vertex]]
      if (live.someInTriangle(a, vertex, b)) continue
      if (heap.takenKey > level) level = heap.takenKey
      gone[vertex] = GONE
      levels[vertex] = level
      left--
      after[a] = b
      before[b] = a
      if (a !== start) this.change(a, threshold)
      if (b !== last) this.change(b, threshold)
    }
    heap.clear()
    for (let at = start; at < last; at++) if (gone[at]) gone[at] = IN_THE_WAY
    return inner - left
  }

  /** Puts a vertex with new neighbours into its place in the order. */
  change(vertex: number, threshold: number): void {
    const { heap, coords, before, after } = this
    const key = doubledTriangle(coords, before[vertex], vertex, after[vertex], this.narrowing)
    if (heap.has(vertex)) heap.change(vertex, key)
    else if (key < threshold) heap.insert(vertex, key)
  }
}

/** The positions of the arcs that are left, in order, without those that are gone; a closed arc repeats its first one that is left. */
export const positionsLeft = (
  arcs: Arcs,
  gone: Uint8Array,
): { readonly positions: Int32Array; readonly ends: Uint32Array } => {
  const positions = new Int32Array(gone.length)
  const ends = new Uint32Array(arcs.ends.length)
  let length = 0
  for (let arc = 0; arc < ends.length; arc++) {
    const first = length
    const end = arcs.ends[arc] - arcs.isRing[arc]
    for (let at = arcStart(arcs, arc); at < end; at++) if (!gone[at]) positions[length++] = at
    if (arcs.isRing[arc] && length > first) positions[length++] = positions[first]
    ends[arc] = length
  }
  return { positions: positions.slice(0, length), ends }
}

export const coordsAt = (coords: Int32Array, positions: Int32Array): Int32Array => {
  const taken = new Int32Array(2 * positions.length)
  for (let i = 0; i < positions.length; i++) {
    taken[2 * i] = coords[2 * positions[i]]
    taken[2 * i + 1] = coords[2 * positions[i] + 1]
  }
  return taken
}
