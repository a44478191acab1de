/**
 * Weights of vertices: Visvalingam and Whyatt's effective area (Cartographic Journal 30, 1993), computed once for all levels
 * of detail. Vertices are removed from a ring one by one, always the one with the smallest triangle between its two
 * neighbours; a vertex weighs as much as its triangle at that time, and never less than those removed before it.
 *
 * A weight depends on nothing but the neighbours, down to the order of equal triangles. So two boundaries that share a
 * border weigh it alike, provided that the ends of the shared stretch, where a third boundary begins, are `fixed`.
 */
import { onSeam, POLE } from './map-rim.ts'
import { RADIANS_PER_UNIT, type Rings, ringCount, ringStart } from './rings.ts'
import { VertexQueue } from './vertex-queue.ts'

/**
 * Weight of a vertex that stays as long as its ring: the last three of a ring, and the ends of the stretches along the map's
 * rim.
 */
export const PINNED = 0xffff

/** Added to the weight of fixed vertices; exceeds the weight of any other vertex. */
const FIXED = 0x8000

/** O(n log n) in the positions. */
export const vertexWeights = (rings: Rings, fixed: Uint8Array | null = null): Uint16Array => {
  const { coords } = rings
  const weights = new Uint16Array(coords.length / 2)
  const taker = new RingTaker(coords, weights)
  for (let ring = 0; ring < ringCount(rings); ring++) {
    taker.takeApart(ringStart(rings, ring), rings.ringEnds[ring], fixed)
  }
  return weights
}

class RingTaker {
  private readonly coords: Int32Array
  private readonly weights: Uint16Array
  private readonly queue: VertexQueue
  private readonly before: Int32Array
  private readonly after: Int32Array
  /** Largest triangle among the removed neighbours of each vertex. */
  private readonly floors: Float64Array
  /** Number of the ring's remaining vertices, and one of them. */
  private left = 0
  private survivor = 0

  constructor(coords: Int32Array, weights: Uint16Array) {
    this.coords = coords
    this.weights = weights
    this.queue = new VertexQueue(coords)
    this.before = new Int32Array(weights.length)
    this.after = new Int32Array(weights.length)
    this.floors = new Float64Array(weights.length)
  }

  takeApart(start: number, end: number, fixed: Uint8Array | null): void {
    const { queue, before, after, weights } = this
    for (let i = start; i < end; i++) {
      before[i] = i - 1
      after[i] = i + 1
    }
    before[start] = end - 1
    after[end - 1] = start
    this.left = end - start
    this.survivor = start

    for (let i = start; i < end; i++) {
      if (this.holdsRim(i)) weights[i] = PINNED
      else if (!fixed?.[i]) queue.insert(i, this.triangle(i))
    }
    this.takeSmallest(0)
    if (fixed !== null && this.left > 3) {
      for (let i = start; i < end; i++) {
        if (fixed[i] && weights[i] !== PINNED) queue.insert(i, this.triangle(i))
      }
      this.takeSmallest(FIXED)
    }
    // The remaining vertices are held by the rim, or are the last three.
    for (; this.left > 0; this.left--) {
      weights[this.survivor] = PINNED
      this.survivor = after[this.survivor]
    }
  }

  /** Removes vertices from the ring until it has three left, or the queue is empty. */
  private takeSmallest(more: number): void {
    const { queue, before, after, floors, weights } = this
    while (queue.size > 0 && this.left > 3) {
      const taken = queue.takeSmallest()
      const key = Math.max(queue.takenKey, floors[taken])
      weights[taken] = more + quantise(key)
      const a = before[taken]
      const b = after[taken]
      after[a] = b
      before[b] = a
      floors[a] = Math.max(floors[a], key)
      floors[b] = Math.max(floors[b], key)
      if (queue.has(a)) queue.change(a, this.triangle(a))
      if (queue.has(b)) queue.change(b, this.triangle(b))
      this.survivor = a
      this.left--
    }
    queue.clear()
  }

  /**
   * Returns twice the area of the triangle of the vertex and its neighbours in square units, scaled by the narrowing of
   * meridians at its latitude.
   */
  private triangle(vertex: number): number {
    const { coords } = this
    const a = 2 * this.before[vertex]
    const b = 2 * this.after[vertex]
    const lon = coords[2 * vertex]
    const lat = coords[2 * vertex + 1]
    const cross = (coords[a] - lon) * (coords[b + 1] - lat) - (coords[b] - lon) * (coords[a + 1] - lat)
    return Math.abs(cross) * Math.cos(lat * RADIANS_PER_UNIT)
  }

  /** True on the seam or at a pole, except in the middle of a straight stretch along it. */
  private holdsRim(vertex: number): boolean {
    const { coords } = this
    const a = 2 * this.before[vertex]
    const b = 2 * this.after[vertex]
    const lon = coords[2 * vertex]
    const lat = coords[2 * vertex + 1]
    const seam = onSeam(lon)
    const pole = lat === POLE || lat === -POLE
    if (!seam && !pole) return false
    const straight =
      (seam && coords[a] === lon && coords[b] === lon) ||
      (pole && coords[a + 1] === lat && coords[b + 1] === lat)
    return !straight
  }
}

/** Steps of 0.14 %: the largest triangle on Earth, 2^63.5, still stays below `FIXED`. */
const STEPS_PER_DOUBLING = 511

const quantise = (doubledArea: number): number => Math.round(Math.log2(1 + doubledArea) * STEPS_PER_DOUBLING)
