/** Rings from ways that close: walks from way to way, cut wherever they come back to a junction. */
import { IntList } from '../arrangement/int-list.ts'
import type { Strands } from '../arrangement/strands.ts'
import { type WayGraph, waysByJunction } from './way-graph.ts'

/** The sets that rings count towards, by what most of their length is said to be. */
export const OUTER = 0
export const INNER = 1

const INNER_ROLES: ReadonlySet<string> = new Set(['inner', 'enclave'])

/**
 * Closed strands, counter-clockwise, each of set `OUTER` or `INNER`. Where more than two ways meet, the walk goes on with one of
 * the same role if it can; any choice bounds the same area.
 */
export const stitch = (graph: WayGraph, usable: Uint8Array): Strands => {
  const { ways, tail, head } = graph
  const { starts, waysAt } = waysByJunction(graph)
  const used = usable.map((isUsable) => 1 - isUsable)
  const isInner = Uint8Array.from(ways, ({ role }) => (INNER_ROLES.has(role) ? 1 : 0))
  const writer = new RingWriter(graph, isInner)

  /** From where on the ways of a junction may be unused. */
  const cursor = starts.slice(0, -1)
  const nextFrom = (junction: number, role: number): number => {
    while (cursor[junction] < starts[junction + 1] && used[waysAt[cursor[junction]]]) cursor[junction]++
    let other = -1
    for (let i = cursor[junction]; i < starts[junction + 1]; i++) {
      if (used[waysAt[i]]) continue
      if (isInner[waysAt[i]] === role) return waysAt[i]
      if (other < 0) other = waysAt[i]
    }
    return other
  }

  /** The walk: ways with their direction as `2 * way` or, backwards, `2 * way + 1`, and where each junction was left. */
  const walk = new IntList()
  const left = new Int32Array(graph.junctions.size).fill(-1)
  for (let seed = 0; seed < ways.length; seed++) {
    let junction = tail[seed]
    for (let way = used[seed] ? -1 : seed; way >= 0; way = nextFrom(junction, isInner[way])) {
      used[way] = 1
      left[junction] = walk.length
      const backwards = tail[way] === junction ? 0 : 1
      walk.push(2 * way + backwards)
      junction = backwards ? tail[way] : head[way]
      if (left[junction] < 0) continue
      const from = left[junction]
      const ring = walk.view().subarray(from)
      writer.write(ring)
      for (const step of ring) left[step & 1 ? head[step >> 1] : tail[step >> 1]] = -1
      walk.length = from
    }
  }
  return writer.strands()
}

class RingWriter {
  private readonly graph: WayGraph
  private readonly isInner: Uint8Array
  private readonly coords: Int32Array
  private readonly ends = new IntList()
  private readonly sets = new IntList()
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
    this.sets.push(innerLength > 0 ? INNER : OUTER)
  }

  strands(): Strands {
    const { coords, length, ends, sets } = this
    return { coords: coords.subarray(0, length), ends: ends.view(), sets: Uint8Array.from(sets.view()) }
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
