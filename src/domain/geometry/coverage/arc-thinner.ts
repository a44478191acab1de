/**
 * Takes small vertices out of arcs, one arc after the other, so that the order of each fits a processor's cache: by Visvalingam's areas. A
 * vertex goes only if its triangle holds no vertex of its arc that is left, and none that any other arc had at the beginning of the step.
 * What other arcs lose meanwhile changes nothing, so the result does not depend on the order of the arcs, and what is left is a coverage
 * however far each arc has come.
 */
import { VertexHeap } from '../vertex-heap.ts'
import { type Arcs, arcStart } from './arcs.ts'
import { GONE, LivePoints } from './live-points.ts'
import { doubledTriangle, type Narrowing } from './triangle.ts'

/** An arc keeps this many vertices, besides its ends: what becomes of shorter ones depends on its neighbours. */
const MIN_INNER = 4

/** Gone in this step, but still in the way of other arcs. */
const IN_THE_WAY = 2

export class ArcThinner {
  /** What is left at the beginning of the step. */
  arcs: Arcs
  /** The number of each of its positions in the arcs that were given. */
  numbers: Int32Array
  /** Twice the area of each position's triangle; infinite for the ends of arcs, which stay as long as an arc is long. */
  keys: Float64Array
  /** Not 0 for each position that has gone in the step. */
  gone: Uint8Array
  /** For each of them, twice the area of its triangle, never less than those of its arc before it. */
  readonly levels: Float64Array
  readonly heap: VertexHeap
  readonly before: Int32Array
  readonly after: Int32Array
  private readonly narrowing: Narrowing
  private live: LivePoints | null = null

  constructor({ coords, ends, isRing }: Arcs, narrowing: Narrowing) {
    const count = coords.length / 2
    this.arcs = { coords: coords.slice(), ends: ends.slice(), isRing }
    this.narrowing = narrowing
    this.numbers = new Int32Array(count)
    for (let at = 0; at < count; at++) this.numbers[at] = at
    this.keys = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
    this.gone = new Uint8Array(count)
    this.levels = new Float64Array(count)
    this.heap = new VertexHeap(this.arcs.coords)
    this.before = new Int32Array(count)
    this.after = new Int32Array(count)
    for (let arc = 0; arc < ends.length; arc++) {
      const last = ends[arc] - 1
      for (let at = arcStart(this.arcs, arc) + 1; at < last; at++)
        this.keys[at] = this.keyOf(at - 1, at, at + 1)
      this.openRing(arc)
    }
  }

  isLong(arc: number): boolean {
    return this.arcs.ends[arc] - arcStart(this.arcs, arc) > MIN_INNER + 2
  }

  /** Thins a long arc. Levels are no lower than `floor`. Returns the number of vertices that went. */
  thin(arc: number, threshold: number, floor: number): number {
    const { heap, keys, before, after, gone, levels } = this
    const start = arcStart(this.arcs, arc)
    const last = this.arcs.ends[arc] - 1
    for (let at = start; at <= last; at++) {
      before[at] = at - 1
      after[at] = at + 1
      if (keys[at] < threshold) heap.append(at, keys[at])
    }
    if (heap.size === 0) return 0
    heap.settle()
    const inner = last - start - 1
    let left = inner
    let level = floor
    while (heap.size > 0 && left > MIN_INNER) {
      const vertex = heap.takeSmallest()
      if (heap.takenKey >= threshold) break
      const [a, b] = [before[vertex], after[vertex]]
      if (this.isInTheWay(a, vertex, b)) continue
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

  /** Whether a vertex is in the triangle of three positions. */
  isInTheWay(a: number, vertex: number, b: number): boolean {
    this.live ??= new LivePoints(this.arcs.coords, this.gone)
    return this.live.someInTriangle(a, vertex, b)
  }

  /** Puts a vertex with new neighbours into its place in the order. */
  change(vertex: number, threshold: number): void {
    const { heap, keys } = this
    const key = this.keyOf(this.before[vertex], vertex, this.after[vertex])
    keys[vertex] = key
    if (heap.has(vertex)) heap.change(vertex, key)
    else if (key < threshold) heap.insert(vertex, key)
  }

  /** Ends the step: leaves out what has gone, and calls for each of its positions. */
  endStep(taken: (number: number, level: number) => void): void {
    const { keys, gone, levels, numbers } = this
    const { coords, ends, isRing } = this.arcs
    let length = 0
    for (let arc = 0, at = 0; arc < ends.length; arc++) {
      const first = length
      const end = ends[arc] - isRing[arc]
      for (; at < end; at++) {
        if (gone[at]) taken(numbers[at], levels[at])
        else this.move(at, length++)
      }
      // A closed arc repeats the first of its positions that is left.
      if (isRing[arc] && length > first) this.move(first, length++)
      at = ends[arc]
      ends[arc] = length
    }
    this.arcs = { coords: coords.subarray(0, 2 * length), ends, isRing }
    this.numbers = numbers.subarray(0, length)
    this.keys = keys.subarray(0, length)
    this.gone = gone.subarray(0, length).fill(0)
    this.live = null
    for (let arc = 0; arc < ends.length; arc++) this.openRing(arc)
  }

  private move(from: number, to: number): void {
    const { keys, numbers } = this
    const { coords } = this.arcs
    coords[2 * to] = coords[2 * from]
    coords[2 * to + 1] = coords[2 * from + 1]
    numbers[to] = numbers[from]
    keys[to] = keys[from]
  }

  /** The first position of a short ring may go as well as the others. */
  private openRing(arc: number): void {
    const { isRing, ends } = this.arcs
    const [start, last] = [arcStart(this.arcs, arc), ends[arc] - 1]
    if (!isRing[arc] || last <= start || this.isLong(arc)) return
    this.keys[start] = this.keyOf(last - 1, start, start + 1)
    this.keys[last] = Number.POSITIVE_INFINITY
  }

  private keyOf(before: number, vertex: number, after: number): number {
    return doubledTriangle(this.arcs.coords, before, vertex, after, this.narrowing)
  }
}
