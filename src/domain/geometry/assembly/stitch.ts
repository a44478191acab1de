/** Rings from ways that close. */
import { IntList } from '../arrangement/int-list.ts'
import type { Strands } from '../arrangement/strands.ts'
import { compareDirections } from '../orientation.ts'
import { endsByJunction, type WayGraph } from './way-graph.ts'

const INNER_ROLES: ReadonlySet<string> = new Set(['inner', 'enclave'])

/**
 * Closed strands, counter-clockwise, outer rings in set 0 and inner ones in set 1, by what most of their positions are said
 * to be. Where more than two ways meet, rings may touch but do not
 * cross, so that only ways that cross one another make rings that overlap.
 */
export const stitch = (graph: WayGraph, usable: Uint8Array): Strands => {
  const { ways } = graph
  const isInner = Uint8Array.from(ways, ({ role }) => (INNER_ROLES.has(role) ? 1 : 0))
  const partner = partners(graph, usable, isInner)
  const writer = new RingWriter(graph, isInner)
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
 * For each end of a way (`2 * way` is its first position, `2 * way + 1` its last) the end that the ring goes on with. Around a
 * junction neighbouring ends go together, which never crosses; of the two ways to do that the one that joins more equal roles.
 */
const partners = (graph: WayGraph, usable: Uint8Array, isInner: Uint8Array): Int32Array => {
  const { starts, endsAt } = endsByJunction(graph, usable)
  const partner = new Int32Array(2 * graph.ways.length).fill(-1)
  const compare = byDirection(graph)
  for (let junction = 0; junction < graph.junctions.size; junction++) {
    const around = endsAt.subarray(starts[junction], starts[junction + 1])
    if (around.length > 2) around.sort(compare)
    let equal = 0
    for (let i = 0; i < around.length; i++) {
      const alike = isInner[around[i] >> 1] === isInner[around[(i + 1) % around.length] >> 1]
      if (alike) equal += i & 1 ? -1 : 1
    }
    for (let i = equal < 0 ? 1 : 0; i < around.length; i += 2) {
      const [one, other] = [around[i], around[(i + 1) % around.length]]
      partner[one] = other
      partner[other] = one
    }
  }
  return partner
}

const byDirection = ({ ways }: WayGraph): ((one: number, other: number) => number) => {
  const stepFrom = (end: number): Int32Array => {
    const { coords } = ways[end >> 1]
    return end & 1 ? coords.subarray(-4, -2) : coords.subarray(2, 4)
  }
  return (one, other) => {
    const { coords } = ways[one >> 1]
    const [x, y] = one & 1 ? coords.subarray(-2) : coords
    const [ax, ay] = stepFrom(one)
    const [bx, by] = stepFrom(other)
    return compareDirections(x, y, ax, ay, bx, by)
  }
}

class RingWriter {
  private readonly graph: WayGraph
  private readonly isInner: Uint8Array
  private readonly coords: Int32Array
  private readonly ends = new IntList()
  private readonly weights = new IntList()
  private length = 0

  constructor(graph: WayGraph, isInner: Uint8Array) {
    this.graph = graph
    this.isInner = isInner
    this.coords = new Int32Array(graph.ways.reduce((sum, { coords }) => sum + coords.length, 0))
  }

  write(ring: Int32Array): void {
    const start = this.length
    let innerLength = 0
    for (const step of ring) {
      const before = this.length
      this.append(this.graph.ways[step >> 1].coords, (step & 1) === 1)
      innerLength += (this.isInner[step >> 1] ? 1 : -1) * (this.length - before)
    }
    this.coords[this.length++] = this.coords[start]
    this.coords[this.length++] = this.coords[start + 1]
    if (doubleArea(this.coords.subarray(start, this.length)) < 0) this.reverse(start)
    this.ends.push(this.length / 2)
    this.weights.push(innerLength > 0 ? 0 : 1)
    this.weights.push(innerLength > 0 ? 1 : 0)
  }

  strands(): Strands {
    const { coords, length, ends, weights } = this
    return { coords: coords.subarray(0, length), ends: ends.view(), weights: Int16Array.from(weights.view()) }
  }

  /** All positions of a way but its last. */
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

/** Twice the signed area of a closed strand, to the precision of doubles; measured from its start to lose none. */
const doubleArea = (coords: Int32Array): number => {
  let sum = 0
  for (let i = 2; i < coords.length - 2; i += 2)
    sum +=
      (coords[i] - coords[0]) * (coords[i + 3] - coords[1]) -
      (coords[i + 2] - coords[0]) * (coords[i + 1] - coords[1])
  return sum
}
