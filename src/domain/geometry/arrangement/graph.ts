/**
 * Noded strands as a planar graph: chains of edges between junctions, and the chains around each junction ordered by
 * direction. Most chains are whole rings that touch nothing and need no junction.
 *
 * A half-edge is a chain with a direction: `2 * chain` runs forwards, `2 * chain + 1` backwards.
 */
import { compareDirections } from '../orientation.ts'
import type { WorkBudget } from '../work-budget.ts'
import { IntList } from './int-list.ts'
import { PairIndex } from './pair-index.ts'
import { sortRun } from './sort-run.ts'
import { type NodedStrands, strandStart } from './strands.ts'

export interface Graph {
  readonly coords: Int32Array
  /** First and last position of each chain. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Junctions at the two ends; -1 for a ring without a junction, whose last position repeats its first. */
  readonly tail: Int32Array
  readonly head: Int32Array
  /** Winding number to the left of each chain minus that to its right, for set 0 and set 1. */
  readonly weights: readonly [Int32Array, Int32Array]
  /** Start of each junction's outgoing half-edges in `around`, and the end of the last one's. */
  readonly aroundStarts: Int32Array
  /** Outgoing half-edges of each junction counter-clockwise, beginning right after the direction straight down. */
  readonly around: Int32Array
  /** Place of each half-edge in `around`; -1 for a ring without a junction. */
  readonly placeAround: Int32Array
}

export const tailOf = (graph: Graph, half: number): number =>
  half & 1 ? graph.head[half >> 1] : graph.tail[half >> 1]

/** Returns the half-edge along an edge that has the given side (as numbered by `locate`) to its left. */
export const halfEdgeOf = (graph: Graph, side: number): number => {
  const edge = side >> 1
  let low = 0
  let high = graph.from.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (graph.from[middle] > edge) high = middle - 1
    else low = middle
  }
  return 2 * low + (side & 1)
}

/** Returns the edges of the chains that pass, ascending. */
export const edgesOf = (graph: Graph, passes: (chain: number) => boolean): Int32Array => {
  const edges = new IntList(graph.coords.length / 2 + 1)
  for (let chain = 0; chain < graph.from.length; chain++)
    if (passes(chain)) for (let edge = graph.from[chain]; edge < graph.to[chain]; edge++) edges.push(edge)
  return edges.view()
}

/** O(n) in the positions, and O(d log d) in the chains at each junction. */
export const buildGraph = (strands: NodedStrands, budget: WorkBudget): Graph => {
  const { coords, ends, junctions } = strands
  const from = new IntList()
  const to = new IntList()
  const tail = new IntList()
  const head = new IntList()
  const weights = [new IntList(), new IntList()] as const
  const nodes = new PairIndex(1024, budget)
  const singles = new PairIndex(1024, budget)
  const chainOfSingle = new IntList()

  const nodeAt = (position: number): number => nodes.add(coords[2 * position], coords[2 * position + 1])
  const addChain = (
    first: number,
    last: number,
    tailNode: number,
    headNode: number,
    strand: number,
  ): void => {
    if (last === first + 1) {
      const forwards = tailNode < headNode
      const single = forwards ? singles.add(tailNode, headNode) : singles.add(headNode, tailNode)
      if (single < chainOfSingle.length) {
        // A duplicate edge: the windings add up, so that opposite ones cancel.
        const chain = chainOfSingle.at(single)
        const along = tail.at(chain) === tailNode ? 1 : -1
        for (const set of [0, 1] as const)
          weights[set].set(chain, weights[set].at(chain) + along * strands.weights[2 * strand + set])
        return
      }
      chainOfSingle.push(from.length)
    }
    from.push(first)
    to.push(last)
    tail.push(tailNode)
    head.push(headNode)
    for (const set of [0, 1] as const) weights[set].push(strands.weights[2 * strand + set])
  }

  for (let strand = 0; strand < ends.length; strand++) {
    const start = strandStart(strands, strand)
    const last = ends[strand] - 1
    const closed = coords[2 * start] === coords[2 * last] && coords[2 * start + 1] === coords[2 * last + 1]
    let position = start + 1
    while (position < last && !junctions[position]) position++
    if (closed && position === last && !junctions[start] && !junctions[last]) {
      addChain(start, last, -1, -1, strand)
      continue
    }
    let first = start
    let firstNode = nodeAt(start)
    for (; position <= last; position++) {
      if (position < last && !junctions[position]) continue
      const node = nodeAt(position)
      addChain(first, position, firstNode, node, strand)
      first = position
      firstNode = node
    }
  }
  return withDirections(coords, from, to, tail, head, weights, nodes.size)
}

/** Drops chains that cancelled completely and sorts the others around their junctions. */
const withDirections = (
  coords: Int32Array,
  allFrom: IntList,
  allTo: IntList,
  allTail: IntList,
  allHead: IntList,
  allWeights: readonly [IntList, IntList],
  nodeCount: number,
): Graph => {
  const live = new IntList(allFrom.length + 1)
  for (let chain = 0; chain < allFrom.length; chain++)
    if (allWeights[0].at(chain) !== 0 || allWeights[1].at(chain) !== 0) live.push(chain)
  const take = (list: IntList): Int32Array => live.view().map((chain) => list.at(chain))
  const from = take(allFrom)
  const to = take(allTo)
  const tail = take(allTail)
  const head = take(allHead)

  const aroundStarts = new Int32Array(nodeCount + 1)
  for (let chain = 0; chain < from.length; chain++) {
    if (tail[chain] < 0) continue
    aroundStarts[tail[chain] + 1]++
    aroundStarts[head[chain] + 1]++
  }
  for (let node = 0; node < nodeCount; node++) aroundStarts[node + 1] += aroundStarts[node]
  const next = aroundStarts.slice(0, -1)
  const around = new Int32Array(aroundStarts[nodeCount])
  for (let chain = 0; chain < from.length; chain++) {
    if (tail[chain] < 0) continue
    around[next[tail[chain]]++] = 2 * chain
    around[next[head[chain]]++] = 2 * chain + 1
  }
  const compare = byDirection(coords, from, to)
  const placeAround = new Int32Array(2 * from.length).fill(-1)
  for (let node = 0; node < nodeCount; node++) {
    sortRun(around, aroundStarts[node], aroundStarts[node + 1], compare)
    for (let place = aroundStarts[node]; place < aroundStarts[node + 1]; place++)
      placeAround[around[place]] = place
  }
  const weights = [take(allWeights[0]), take(allWeights[1])] as const
  return { coords, from, to, tail, head, weights, aroundStarts, around, placeAround }
}

const byDirection = (
  coords: Int32Array,
  from: Int32Array,
  to: Int32Array,
): ((a: number, b: number) => number) => {
  const secondPosition = (half: number): number => (half & 1 ? to[half >> 1] - 1 : from[half >> 1] + 1)
  return (a, b) => {
    const origin = a & 1 ? to[a >> 1] : from[a >> 1]
    const onA = secondPosition(a)
    const onB = secondPosition(b)
    return compareDirections(
      coords[2 * origin],
      coords[2 * origin + 1],
      coords[2 * onA],
      coords[2 * onA + 1],
      coords[2 * onB],
      coords[2 * onB + 1],
    )
  }
}
