/** Splits of edges: collected while contacts are found, then applied all at once. */
import { TooComplex, type WorkBudget } from '../work-budget.ts'
import { IntList } from './int-list.ts'
import { sortRun } from './sort-run.ts'
import type { NodedStrands } from './strands.ts'

/** Edges ascending, with one point each. */
export interface SortedSplits {
  readonly edges: Int32Array
  readonly points: Int32Array
}

export class Splits {
  private readonly coords: Int32Array
  private readonly junctions: Uint8Array
  private readonly edges = new IntList()
  private readonly points = new IntList()
  private readonly budget: WorkBudget
  /** Number of splits after which the distinct ones are counted. */
  private unchecked: number

  constructor(coords: Int32Array, junctions: Uint8Array, budget: WorkBudget) {
    this.coords = coords
    this.junctions = junctions
    this.budget = budget
    this.unchecked = 2 * budget.crossings
  }

  get count(): number {
    return this.edges.length
  }

  /** Splits an edge at a point; an end of the edge becomes a junction instead. */
  add(edge: number, x: number, y: number): void {
    if (x === this.coords[2 * edge] && y === this.coords[2 * edge + 1]) this.mark(edge)
    else if (x === this.coords[2 * edge + 2] && y === this.coords[2 * edge + 3]) this.mark(edge + 1)
    else {
      this.edges.push(edge)
      this.points.push(x)
      this.points.push(y)
      if (this.count > this.unchecked) this.requireFew()
    }
  }

  /** A crossing makes two splits, and may be reported more than once. */
  private requireFew(): void {
    this.budget.spend(this.count)
    if (this.sorted().edges.length > 2 * this.budget.crossings)
      throw new TooComplex('crossings', this.budget.crossings)
    this.unchecked = 2 * this.count
  }

  mark(position: number): void {
    this.junctions[position] = 1
  }

  /** Returns edge numbers ascending, and each edge's distinct points in the order in which it passes them. */
  sorted(): SortedSplits {
    const edges = this.edges.view()
    const points = this.points.view()
    const along = new Float64Array(edges.length)
    for (let i = 0; i < edges.length; i++) {
      const at = 2 * edges[i]
      const dx = this.coords[at + 2] - this.coords[at]
      const dy = this.coords[at + 3] - this.coords[at + 1]
      along[i] = (points[2 * i] - this.coords[at]) * dx + (points[2 * i + 1] - this.coords[at + 1]) * dy
    }
    const order = byEdge(edges, this.coords.length / 2)
    const compare = (i: number, j: number): number =>
      along[i] - along[j] || points[2 * i] - points[2 * j] || points[2 * i + 1] - points[2 * j + 1]
    for (let start = 0, end = 1; start < order.length; start = end++) {
      while (end < order.length && edges[order[end]] === edges[order[start]]) end++
      sortRun(order, start, end, compare)
    }
    const sortedEdges = new IntList(order.length + 1)
    const sortedPoints = new IntList(2 * order.length + 1)
    for (const i of order) {
      const repeated =
        sortedEdges.length > 0 &&
        sortedEdges.at(sortedEdges.length - 1) === edges[i] &&
        sortedPoints.at(sortedPoints.length - 2) === points[2 * i] &&
        sortedPoints.at(sortedPoints.length - 1) === points[2 * i + 1]
      if (repeated) continue
      sortedEdges.push(edges[i])
      sortedPoints.push(points[2 * i])
      sortedPoints.push(points[2 * i + 1])
    }
    return { edges: sortedEdges.view(), points: sortedPoints.view() }
  }
}

/** Returns the order of splits by their edges: a counting sort, because there are as many splits as edges. */
const byEdge = (edges: Int32Array, positions: number): Int32Array => {
  const starts = new Uint32Array(positions + 1)
  for (let i = 0; i < edges.length; i++) starts[edges[i] + 1]++
  for (let edge = 0; edge < positions; edge++) starts[edge + 1] += starts[edge]
  const order = new Int32Array(edges.length)
  for (let i = 0; i < edges.length; i++) order[starts[edges[i]]++] = i
  return order
}

/** For so few positions, a view costs more than a loop. */
const SHORT_COPY = 32

/** Returns the strands with the split points inserted as junctions; `fresh` marks the edges that are parts of split ones. */
export const applySplits = (
  strands: NodedStrands,
  { edges, points }: SortedSplits,
): { noded: NodedStrands; fresh: Uint8Array } => {
  const total = strands.coords.length / 2 + edges.length
  const coords = new Int32Array(2 * total)
  const junctions = new Uint8Array(total)
  const fresh = new Uint8Array(total)
  const ends = new Int32Array(strands.ends.length)
  let written = 0
  let taken = 0
  let split = 0
  /** Copies unchanged positions before `position`. */
  const copyTo = (position: number): void => {
    if (position - taken > SHORT_COPY) {
      coords.set(strands.coords.subarray(2 * taken, 2 * position), 2 * written)
      junctions.set(strands.junctions.subarray(taken, position), written)
      written += position - taken
      taken = position
    }
    for (; taken < position; taken++, written++) {
      coords[2 * written] = strands.coords[2 * taken]
      coords[2 * written + 1] = strands.coords[2 * taken + 1]
      junctions[written] = strands.junctions[taken]
    }
  }
  for (let strand = 0; strand < ends.length; strand++) {
    for (; split < edges.length && edges[split] < strands.ends[strand]; split++) {
      copyTo(edges[split] + 1)
      fresh[written - 1] = 1
      coords[2 * written] = points[2 * split]
      coords[2 * written + 1] = points[2 * split + 1]
      junctions[written] = 1
      fresh[written] = 1
      written++
    }
    copyTo(strands.ends[strand])
    ends[strand] = written
  }
  return { noded: { coords, ends, weights: strands.weights, junctions }, fresh }
}
