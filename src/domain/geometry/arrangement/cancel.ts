import type { Strands } from './strands.ts'
import { strandStart } from './strands.ts'

/**
 * The strands without edges that are walked in both directions: neighbours' common borders. No winding number changes by
 * that, so it is right whether or not the rest of their borders fits together; where they fit, hardly anything is left to
 * be noded. Edges of different sets are kept.
 */
export const cancelOpposite = (strands: Strands): Strands => {
  const dead = findOpposite(strands)
  const { coords, ends, sets } = strands
  const kept = new Int32Array(coords.length)
  const keptEnds: number[] = []
  const keptSets: number[] = []
  let length = 0
  for (let strand = 0; strand < ends.length; strand++) {
    const last = ends[strand] - 1
    for (let edge = strandStart(strands, strand); edge < last; edge++) {
      if (dead[edge]) continue
      let end = edge
      while (end < last && !dead[end]) end++
      kept.set(coords.subarray(2 * edge, 2 * end + 2), length)
      length += 2 * (end - edge + 1)
      keptEnds.push(length / 2)
      keptSets.push(sets[strand])
      edge = end
    }
  }
  return {
    coords: kept.subarray(0, length),
    ends: Int32Array.from(keptEnds),
    sets: Uint8Array.from(keptSets),
  }
}

/** Marks pairs of edges of one set that run between the same two positions in opposite directions. */
const findOpposite = (strands: Strands): Uint8Array => {
  const { coords, ends, sets } = strands
  const dead = new Uint8Array(coords.length / 2)
  const waiting = new EdgeTable(coords)
  for (let strand = 0; strand < ends.length; strand++)
    for (let edge = strandStart(strands, strand); edge < ends[strand] - 1; edge++) {
      const opposite = waiting.takeOpposite(edge, sets[strand])
      if (opposite < 0) continue
      dead[edge] = 1
      dead[opposite] = 1
    }
  return dead
}

/** Edges that wait for their opposites: an open-addressing table that is keyed by the coordinates themselves. */
class EdgeTable {
  private readonly coords: Int32Array
  private readonly mask: number
  /** `2 * edge + set + 1`; 0 for a free slot; negative for one whose edge was taken. */
  private readonly slots: Int32Array

  constructor(coords: Int32Array) {
    let capacity = 16
    while (capacity < coords.length * 0.75) capacity *= 2
    this.coords = coords
    this.mask = capacity - 1
    this.slots = new Int32Array(capacity)
  }

  /** An edge of the set that runs the other way, which waits no more; without one, -1, and this edge waits. */
  takeOpposite(edge: number, set: number): number {
    const { coords, slots, mask } = this
    const ax = coords[2 * edge]
    const ay = coords[2 * edge + 1]
    const bx = coords[2 * edge + 2]
    const by = coords[2 * edge + 3]
    // Both directions have the same sums. Multipliers of MurmurHash3's mixing steps.
    let hash = Math.imul(ax + bx, 0xcc9e2d51) ^ Math.imul(ay + by, 0x1b873593)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    let slot = (hash ^ (hash >>> 13)) & mask
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (slots[slot] < 0 || ((slots[slot] - 1) & 1) !== set) continue
      const other = (slots[slot] - 1) >> 1
      if (coords[2 * other] !== bx || coords[2 * other + 1] !== by) continue
      if (coords[2 * other + 2] !== ax || coords[2 * other + 3] !== ay) continue
      slots[slot] = -1
      return other
    }
    slots[slot] = 2 * edge + set + 1
    return -1
  }
}
