/** Takes a few edges out of strands, to be noded by themselves, and puts them back. Reading and writing cost one copy of the strands. */
import { type NodedStrands, strandStart } from './strands.ts'

export interface Excerpt {
  /** One strand for each run of edges that follow one another. */
  readonly strands: NodedStrands
  readonly fresh: Uint8Array
}

/** Returns the given edges, ascending, as strands with the weights of their own. */
export const excerptOf = (whole: NodedStrands, fresh: Uint8Array, edges: Int32Array): Excerpt => {
  const runs = runsOf(whole, edges)
  const positions = runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const coords = new Int32Array(2 * positions)
  const junctions = new Uint8Array(positions)
  const marks = new Uint8Array(positions)
  const ends = new Int32Array(runs.length)
  const weights = new Int16Array(2 * runs.length)
  let at = 0
  for (const [run, { first, last, strand }] of runs.entries()) {
    coords.set(whole.coords.subarray(2 * first, 2 * last + 2), 2 * at)
    junctions.set(whole.junctions.subarray(first, last + 1), at)
    marks.set(fresh.subarray(first, last), at)
    at += last - first + 1
    ends[run] = at
    weights.set(whole.weights.subarray(2 * strand, 2 * strand + 2), 2 * run)
  }
  return { strands: { coords, junctions, ends, weights }, fresh: marks }
}

/** Returns the strands with the noded excerpt in place of the edges it was made of; `fresh` marks the edges that are new. */
export const putBack = (
  whole: NodedStrands,
  edges: Int32Array,
  excerpt: NodedStrands,
): { noded: NodedStrands; fresh: Uint8Array } => {
  const runs = runsOf(whole, edges)
  const replaced = runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const total = whole.junctions.length + excerpt.junctions.length - replaced
  const coords = new Int32Array(2 * total)
  const junctions = new Uint8Array(total)
  const fresh = new Uint8Array(total)
  const ends = new Int32Array(whole.ends.length)
  let [taken, written, strand] = [0, 0, 0]
  /** Copies the positions before `position`, and notes which strands end among them. */
  const copyTo = (position: number): void => {
    for (; strand < ends.length && whole.ends[strand] <= position; strand++)
      ends[strand] = written + whole.ends[strand] - taken
    coords.set(whole.coords.subarray(2 * taken, 2 * position), 2 * written)
    junctions.set(whole.junctions.subarray(taken, position), written)
    written += position - taken
    taken = position
  }
  for (const [run, { first, last }] of runs.entries()) {
    copyTo(first)
    const [start, end] = [strandStart(excerpt, run), excerpt.ends[run]]
    coords.set(excerpt.coords.subarray(2 * start, 2 * end), 2 * written)
    junctions.set(excerpt.junctions.subarray(start, end), written)
    for (let at = start, old = first; at < end; at++, written++)
      if (isSamePosition(excerpt.coords, at, whole.coords, old)) old++
      else fresh[written] = fresh[written - 1] = 1
    taken = last + 1
  }
  copyTo(whole.junctions.length)
  return { noded: { coords, junctions, ends, weights: whole.weights }, fresh }
}

interface Run {
  /** First and last position. */
  readonly first: number
  readonly last: number
  readonly strand: number
}

/** Two runs never share a position: edges that do follow one another, or belong to two strands. */
const runsOf = ({ ends }: NodedStrands, edges: Int32Array): readonly Run[] => {
  const runs: Run[] = []
  let strand = 0
  for (let i = 0; i < edges.length; ) {
    const first = edges[i]
    let last = first + 1
    for (i++; i < edges.length && edges[i] === last; i++) last++
    while (ends[strand] <= first) strand++
    runs.push({ first, last, strand })
  }
  return runs
}

const isSamePosition = (coords: Int32Array, at: number, others: Int32Array, other: number): boolean =>
  coords[2 * at] === others[2 * other] && coords[2 * at + 1] === others[2 * other + 1]
