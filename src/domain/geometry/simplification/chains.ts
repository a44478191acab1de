/**
 * A simplified geometry as a set of segments; each represents the chain of vertices dropped between its two ends.
 * Splitting a segment restores the heaviest vertex of its chain.
 */
import { type Rings, ringStart } from '../rings.ts'

const UNKNOWN = -2
const NONE = -1

export class Chains {
  readonly coords: Int32Array
  /** Vertices that each segment joins, and its ring; dead segments have been split. */
  readonly from: number[] = []
  readonly to: number[] = []
  readonly ring: number[] = []
  readonly dead: boolean[] = []
  /** Segments that begin and end at each kept vertex. */
  readonly leaving: Int32Array
  readonly arriving: Int32Array
  private readonly heaviest: number[] = []
  private readonly rings: Rings
  private readonly weights: Uint16Array
  private readonly kept: Uint8Array

  constructor(rings: Rings, weights: Uint16Array, staying: Uint8Array, kept: Uint8Array) {
    this.rings = rings
    this.coords = rings.coords
    this.weights = weights
    this.kept = kept
    this.leaving = new Int32Array(kept.length).fill(NONE)
    this.arriving = new Int32Array(kept.length).fill(NONE)
    for (let ring = 0; ring < staying.length; ring++) if (staying[ring]) this.addRing(ring)
  }

  get count(): number {
    return this.from.length
  }

  /** Returns the weight of the heaviest vertex that the segment drops; -1 if it drops none. */
  heaviestWeight(segment: number): number {
    const vertex = this.heaviestVertex(segment)
    return vertex === NONE ? NONE : this.weights[vertex]
  }

  /** Returns false, and changes nothing, if the segment drops no vertex. The two halves become the last two segments. */
  split(segment: number): boolean {
    const vertex = this.heaviestVertex(segment)
    if (vertex === NONE) return false
    this.kept[vertex] = 1
    this.dead[segment] = true
    this.add(this.from[segment], vertex, this.ring[segment])
    this.add(vertex, this.to[segment], this.ring[segment])
    return true
  }

  /** Visits the vertices of the chain in order, both ends included. */
  forEachVertex(segment: number, visit: (vertex: number) => void): void {
    const start = ringStart(this.rings, this.ring[segment])
    const end = this.rings.ringEnds[this.ring[segment]]
    const last = this.to[segment]
    visit(this.from[segment])
    for (let vertex = this.from[segment]; vertex !== last; ) {
      vertex = vertex + 1 === end ? start : vertex + 1
      visit(vertex)
    }
  }

  private addRing(ring: number): void {
    const end = this.rings.ringEnds[ring]
    let first = NONE
    let previous = NONE
    for (let vertex = ringStart(this.rings, ring); vertex < end; vertex++) {
      if (!this.kept[vertex]) continue
      if (previous === NONE) first = vertex
      else this.add(previous, vertex, ring)
      previous = vertex
    }
    this.add(previous, first, ring)
  }

  private add(from: number, to: number, ring: number): void {
    this.leaving[from] = this.from.length
    this.arriving[to] = this.from.length
    this.from.push(from)
    this.to.push(to)
    this.ring.push(ring)
    this.dead.push(false)
    this.heaviest.push(UNKNOWN)
  }

  private heaviestVertex(segment: number): number {
    if (this.heaviest[segment] === UNKNOWN) this.heaviest[segment] = this.findHeaviest(segment)
    return this.heaviest[segment]
  }

  private findHeaviest(segment: number): number {
    const { weights } = this
    const from = this.from[segment]
    const to = this.to[segment]
    const start = ringStart(this.rings, this.ring[segment])
    const end = this.rings.ringEnds[this.ring[segment]]
    let heaviest = NONE
    let weight = NONE
    for (let vertex = from + 1 === end ? start : from + 1; vertex !== to; ) {
      if (weights[vertex] > weight) {
        heaviest = vertex
        weight = weights[vertex]
      }
      vertex = vertex + 1 === end ? start : vertex + 1
    }
    return heaviest
  }
}
