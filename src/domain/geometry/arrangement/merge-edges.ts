import { IntList } from './int-list.ts'
import { type Strands, strandStart } from './strands.ts'

/**
 * The same strands with every edge once, however many of them walk it: neighbours' common borders. Weights add up, those of
 * opposite directions cancel, and what is left with none goes. No winding number changes by that, so it is right whether or
 * not the rest of the borders fits together; where it does, hardly anything is left to be noded.
 */
export const mergeEdges = (strands: Strands): Strands => {
  const { coords, ends } = strands
  const merged = new Int16Array(coords.length)
  const known = new EdgeTable(coords)
  for (let strand = 0; strand < ends.length; strand++)
    for (let edge = strandStart(strands, strand); edge < ends[strand] - 1; edge++) {
      const first = known.firstLike(edge)
      const along =
        coords[2 * first] === coords[2 * edge] && coords[2 * first + 1] === coords[2 * edge + 1] ? 1 : -1
      merged[2 * first] += along * strands.weights[2 * strand]
      merged[2 * first + 1] += along * strands.weights[2 * strand + 1]
    }
  return runsOfEqualWeights(strands, merged)
}

const runsOfEqualWeights = (strands: Strands, edgeWeights: Int16Array): Strands => {
  const { coords } = strands
  const kept = new IntList(coords.length)
  const ends = new IntList()
  const weights = new IntList()
  for (let strand = 0; strand < strands.ends.length; strand++) {
    const last = strands.ends[strand] - 1
    for (let edge = strandStart(strands, strand); edge < last; ) {
      const weight0 = edgeWeights[2 * edge]
      const weight1 = edgeWeights[2 * edge + 1]
      const start = edge
      while (edge < last && edgeWeights[2 * edge] === weight0 && edgeWeights[2 * edge + 1] === weight1) edge++
      if (weight0 === 0 && weight1 === 0) continue
      for (let i = 2 * start; i < 2 * edge + 2; i++) kept.push(coords[i])
      ends.push(kept.length / 2)
      weights.push(weight0)
      weights.push(weight1)
    }
  }
  return { coords: kept.view(), ends: ends.view(), weights: Int16Array.from(weights.view()) }
}

/** An open-addressing table of edges that is keyed by the coordinates of their ends, whatever their direction. */
class EdgeTable {
  private readonly coords: Int32Array
  private readonly mask: number
  /** The number of an edge plus one; 0 for a free slot. */
  private readonly slots: Int32Array

  constructor(coords: Int32Array) {
    let capacity = 16
    while (capacity < coords.length * 0.75) capacity *= 2
    this.coords = coords
    this.mask = capacity - 1
    this.slots = new Int32Array(capacity)
  }

  /** The first edge that was asked for between the same two positions. */
  firstLike(edge: number): number {
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
      const at = 2 * (slots[slot] - 1)
      const [x1, y1, x2, y2] = [coords[at], coords[at + 1], coords[at + 2], coords[at + 3]]
      if (x1 === ax && y1 === ay && x2 === bx && y2 === by) return at / 2
      if (x1 === bx && y1 === by && x2 === ax && y2 === ay) return at / 2
    }
    slots[slot] = edge + 1
    return edge
  }
}
