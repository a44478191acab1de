/**
 * Takes the many small vertices out of arcs before the few that matter are put in order. Each arc is thinned on its own, by Visvalingam's
 * areas, so that its order fits a processor's cache. A vertex goes only if its triangle holds no vertex of its arc that is left, and none
 * that any other arc had at the beginning: what other arcs lose meanwhile changes nothing, so the result does not depend on their order.
 */
import { VertexHeap } from '../vertex-heap.ts'
import { type Arcs, arcStart } from './arcs.ts'
import { GONE, LivePoints } from './live-points.ts'
import { doubledTriangle, type Narrowing } from './triangle.ts'

/** Steps towards the threshold: after each one there are fewer vertices that can be in the way of a larger triangle. */
const STEP = 16
const STEPS = 4

/** A step that few vertices are below is left to the next one. */
const MIN_SHARE = 1 / 8

/** An arc keeps this many vertices, besides its ends: what becomes of shorter ones depends on its neighbours. */
const MIN_INNER = 4

/** Gone in this step, but still in the way of other arcs. */
const IN_THE_WAY = 2

/** Without vertices whose triangle is smaller than half of `threshold` square units; a few of them stay. */
export const thinArcs = (arcs: Arcs, threshold: number, narrowing: Narrowing): Arcs => {
  let thinned = arcs
  for (let step = STEPS; step >= 0; step--)
    thinned = thinOnce(thinned, threshold / STEP ** step, narrowing, step === 0)
  return thinned
}

const thinOnce = (arcs: Arcs, threshold: number, narrowing: Narrowing, isLast: boolean): Arcs => {
  const { coords, ends, isRing } = arcs
  const count = coords.length / 2
  const keys = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  let below = 0
  for (let arc = 0; arc < ends.length; arc++) {
    const start = arcStart(arcs, arc)
    const last = ends[arc] - 1
    if (last - start <= MIN_INNER) continue
    for (let at = start + 1; at < last; at++) {
      keys[at] = doubledTriangle(coords, at - 1, at, at + 1, narrowing)
      if (keys[at] < threshold) below++
    }
  }
  if (below === 0 || (!isLast && below < MIN_SHARE * count)) return arcs
  const gone = new Uint8Array(count)
  const thinner = new Thinner(coords, keys, gone, narrowing)
  for (let arc = 0; arc < ends.length; arc++) thinner.thin(arcStart(arcs, arc), ends[arc] - 1, threshold)
  return { ...without(arcs, gone), isRing }
}

class Thinner {
  private readonly coords: Int32Array
  private readonly keys: Float64Array
  private readonly gone: Uint8Array
  private readonly narrowing: Narrowing
  private readonly live: LivePoints
  private readonly heap: VertexHeap
  private readonly before: Int32Array
  private readonly after: Int32Array

  constructor(coords: Int32Array, keys: Float64Array, gone: Uint8Array, narrowing: Narrowing) {
    const count = coords.length / 2
    this.coords = coords
    this.keys = keys
    this.gone = gone
    this.narrowing = narrowing
    const all = new Int32Array(count)
    for (let at = 0; at < count; at++) all[at] = at
    this.live = new LivePoints(coords, all, gone)
    this.heap = new VertexHeap(coords)
    this.before = new Int32Array(count)
    this.after = new Int32Array(count)
  }

  /** The arc between two positions, which stay. */
  thin(start: number, last: number, threshold: number): void {
    const { heap, keys, before, after, gone } = this
    let inner = last - start - 1
    if (inner < MIN_INNER) return
    for (let at = start; at <= last; at++) {
      before[at] = at - 1
      after[at] = at + 1
      if (keys[at] < threshold) heap.append(at, keys[at])
    }
    if (heap.size === 0) return
    heap.settle()
    while (heap.size > 0 && inner > MIN_INNER) {
      const vertex = heap.takeSmallest()
      if (heap.takenKey >= threshold) break
      const [a, b] = [before[vertex], after[vertex]]
      if (this.live.someInTriangle(a, vertex, b)) continue
      gone[vertex] = GONE
      inner--
      after[a] = b
      before[b] = a
      this.change(a, start, last, threshold)
      this.change(b, start, last, threshold)
    }
    heap.clear()
    for (let at = start; at < last; at++) if (gone[at]) gone[at] = IN_THE_WAY
  }

  private change(vertex: number, start: number, last: number, threshold: number): void {
    if (vertex === start || vertex === last) return
    const { heap, coords, before, after } = this
    const key = doubledTriangle(coords, before[vertex], vertex, after[vertex], this.narrowing)
    if (heap.has(vertex)) heap.change(vertex, key)
    else if (key < threshold) heap.insert(vertex, key)
  }
}

/** The arcs without some of their positions. */
const without = ({ coords, ends }: Arcs, gone: Uint8Array): Pick<Arcs, 'coords' | 'ends'> => {
  const kept = new Int32Array(coords.length)
  const keptEnds = new Uint32Array(ends.length)
  let length = 0
  for (let arc = 0, at = 0; arc < ends.length; arc++) {
    for (; at < ends[arc]; at++) {
      if (gone[at]) continue
      kept[length++] = coords[2 * at]
      kept[length++] = coords[2 * at + 1]
    }
    keptEnds[arc] = length / 2
  }
  return { coords: kept.slice(0, length), ends: keptEnds }
}
