/** Stitches closed rings from ways. */
import { doubledArea } from '../area.ts'
import { IntList } from '../arrangement/int-list.ts'
import type { Strands } from '../arrangement/strands.ts'
import { compareDirections } from '../orientation.ts'
import { endsByJunction, isInner, type WayGraph } from './way-graph.ts'

/**
 * Returns closed strands, counter-clockwise; outer rings in set 0 and inner ones in set 1, by the role of most of their
 * positions. Rings touch at a junction but do not cross there, so only ways that cross between their nodes, or run side by
 * side, make rings that overlap.
 */
export const stitch = (graph: WayGraph, usable: Uint8Array): Strands => {
  const { ways } = graph
  const inner = Uint8Array.from(ways, (way) => (isInner(way) ? 1 : 0))
  const partner = partners(graph, usable, inner)
  const writer = new StitchedRings(graph, inner)
  const used = usable.map((isUsable) => 1 - isUsable)
  const walk = new IntList()
  for (let seed = 0; seed < ways.length; seed++) {
    walk.length = 0
    for (let end = 2 * seed; !used[end >> 1]; end = partner[end ^ 1]) {
      used[end >> 1] = 1
      walk.push(end)
    }
    if (walk.length > 0) writer.write(walk.view())
  }
  return writer.strands()
}

/**
 * Returns, for each end of a way (`2 * way` is its first position, `2 * way + 1` its last), the end at which the ring
 * continues. Neighbouring ends around a junction are joined, which never crosses. Of the two possible pairings, it takes the
 * one that turns back onto the same edge less often, then the one that joins more equal roles.
 */
const partners = (graph: WayGraph, usable: Uint8Array, inner: Uint8Array): Int32Array => {
  const { starts, endsAt } = endsByJunction(graph, usable)
  const partner = new Int32Array(2 * graph.ways.length).fill(-1)
  const compare = byDirection(graph)
  for (let junction = 0; junction < graph.junctionCount; junction++) {
    const around = endsAt.subarray(starts[junction], starts[junction + 1])
    if (around.length > 2) around.sort(compare)
    const turnBack = around.length + 1
    let balance = 0
    for (let i = 0; i < around.length; i++) {
      const [one, other] = [around[i], around[(i + 1) % around.length]]
      const isBack = sameNext(graph, one, other)
      const worth = (inner[one >> 1] === inner[other >> 1] ? 1 : 0) - (isBack ? turnBack : 0)
      balance += i & 1 ? -worth : worth
    }
    for (let i = balance < 0 ? 1 : 0; i < around.length; i += 2) {
      const [one, other] = [around[i], around[(i + 1) % around.length]]
      partner[one] = other
      partner[other] = one
    }
  }
  return partner
}

/** Returns the index of the position next to an end of a way. */
const nextTo = ({ ways }: WayGraph, end: number): number => (end & 1 ? ways[end >> 1].coords.length - 4 : 2)

/** Returns the number of units to add to longitudes of `other`, whose end may be on the other side of the antimeridian. */
const turnBetween = (graph: WayGraph, one: number, other: number): number =>
  lonOfEnd(graph, one) - lonOfEnd(graph, other)

const lonOfEnd = ({ ways }: WayGraph, end: number): number => ways[end >> 1].coords.at(end & 1 ? -2 : 0)!

const sameNext = (graph: WayGraph, one: number, other: number): boolean => {
  const [a, b] = [graph.ways[one >> 1].coords, graph.ways[other >> 1].coords]
  const [i, j] = [nextTo(graph, one), nextTo(graph, other)]
  return a[i] === b[j] + turnBetween(graph, one, other) && a[i + 1] === b[j + 1]
}

/**
 * Orders counter-clockwise. Of two ways on one edge the first comes first at the lower end and last at the upper one, as if
 * they ran side by side.
 */
const byDirection =
  (graph: WayGraph): ((one: number, other: number) => number) =>
  (one, other) => {
    const [a, b] = [graph.ways[one >> 1].coords, graph.ways[other >> 1].coords]
    const [i, j] = [nextTo(graph, one), nextTo(graph, other)]
    const [x, y] = one & 1 ? a.subarray(-2) : a
    const bx = b[j] + turnBetween(graph, one, other)
    const order = compareDirections(x, y, a[i], a[i + 1], bx, b[j + 1])
    if (order !== 0) return order
    const isLower = x < a[i] || (x === a[i] && y < a[i + 1])
    const lengths = Math.abs(a[i] - x) + Math.abs(a[i + 1] - y) - Math.abs(bx - x) - Math.abs(b[j + 1] - y)
    return lengths || (isLower ? one - other : other - one)
  }

class StitchedRings {
  private readonly graph: WayGraph
  private readonly inner: Uint8Array
  private readonly coords: Int32Array
  private readonly ends = new IntList()
  private readonly weights = new IntList()
  private length = 0

  constructor(graph: WayGraph, inner: Uint8Array) {
    this.graph = graph
    this.inner = inner
    this.coords = new Int32Array(graph.ways.reduce((sum, { coords }) => sum + coords.length, 0))
  }

  write(ring: Int32Array): void {
    const start = this.length
    let innerLength = 0
    for (const step of ring) {
      const before = this.length
      this.append(this.graph.ways[step >> 1].coords, (step & 1) === 1)
      innerLength += (this.inner[step >> 1] ? 1 : -1) * (this.length - before)
    }
    this.coords[this.length++] = this.coords[start]
    this.coords[this.length++] = this.coords[start + 1]
    if (doubledArea(this.coords.subarray(start, this.length)) < 0) this.reverse(start)
    this.ends.push(this.length / 2)
    this.weights.push(innerLength > 0 ? 0 : 1)
    this.weights.push(innerLength > 0 ? 1 : 0)
  }

  strands(): Strands {
    const { coords, length, ends, weights } = this
    return { coords: coords.subarray(0, length), ends: ends.view(), weights: Int16Array.from(weights.view()) }
  }

  /** Appends all positions of a way but its last. */
  private append(way: Int32Array, backwards: boolean): void {
    if (!backwards) {
      this.coords.set(way.subarray(0, -2), this.length)
      this.length += way.length - 2
      return
    }
    for (let i = way.length - 2; i > 0; i -= 2) {
      this.coords[this.length++] = way[i]
      this.coords[this.length++] = way[i + 1]
    }
  }

  private reverse(start: number): void {
    const { coords } = this
    for (let low = start, high = this.length - 2; low < high; low += 2, high -= 2) {
      const x = coords[low]
      const y = coords[low + 1]
      coords[low] = coords[high]
      coords[low + 1] = coords[high + 1]
      coords[high] = x
      coords[high + 1] = y
    }
  }
}
