/**
 * The distinct lines of noded rings, with the rings that run along each. Unlike a winding number this loses nothing, even
 * where two rings run along one edge in opposite directions.
 */
import { UNLIMITED, type WorkBudget } from '../work-budget.ts'
import { type ComponentFaces, surroundingsOf } from './components.ts'
import { EdgeTable } from './edge-table.ts'
import { buildGraph, type Graph } from './graph.ts'
import { IntList } from './int-list.ts'
import { type NodedStrands, strandStart } from './strands.ts'

export interface RingLines {
  readonly noded: NodedStrands
  readonly graph: Graph
  readonly surroundings: ComponentFaces
  /** For each position of the rings but the last of each, the half-edge that contains its edge, in the ring's direction. */
  readonly halfOf: Int32Array
  /** The rings along chain `c` are `rings[starts[c]]` up to `rings[starts[c + 1]]`; `halves` has the half-edge of each. */
  readonly starts: Int32Array
  readonly rings: Int32Array
  readonly halves: Int32Array
}

export const ringLinesOf = (strands: NodedStrands, budget: WorkBudget = UNLIMITED): RingLines => {
  const noded = { ...strands, junctions: junctionsOf(strands) }
  const first = firstEdges(noded, budget)
  const { lines, positionOf } = linesOnce(noded, first)
  const graph = buildGraph(lines, budget)
  const halfOf = halvesOf(noded, lines, graph, first, positionOf)
  const surroundings = surroundingsOf(graph, budget)
  return { noded, graph, surroundings, halfOf, ...ringsByChain(noded, graph, halfOf) }
}

/** A ring begins and ends at one position, so both ends are junctions or neither is. */
const junctionsOf = (strands: NodedStrands): Uint8Array => {
  const junctions = strands.junctions.slice()
  for (let ring = 0; ring < strands.ends.length; ring++) {
    const start = strandStart(strands, ring)
    const last = strands.ends[ring] - 1
    junctions[start] |= junctions[last]
    junctions[last] = junctions[start]
  }
  return junctions
}

/** Returns, for each edge, the first that runs between the same positions. Only edges between junctions can be repeated. */
const firstEdges = ({ coords, ends, junctions }: NodedStrands, budget: WorkBudget): Int32Array => {
  const table = new EdgeTable(coords, budget)
  const first = new Int32Array(coords.length / 2)
  for (let strand = 0, edge = 0; strand < ends.length; strand++, edge++)
    for (; edge < ends[strand] - 1; edge++)
      first[edge] = junctions[edge] && junctions[edge + 1] ? table.firstLike(edge) : edge
  return first
}

/** Returns the runs of first edges as strands, and the place of each first edge in them. */
const linesOnce = (
  noded: NodedStrands,
  first: Int32Array,
): { readonly lines: NodedStrands; readonly positionOf: Int32Array } => {
  const { coords, junctions } = noded
  const kept = new IntList(coords.length)
  const marks = new IntList(junctions.length)
  const ends = new IntList()
  const positionOf = new Int32Array(first.length)
  const keep = (position: number): void => {
    kept.push(coords[2 * position])
    kept.push(coords[2 * position + 1])
    marks.push(junctions[position])
  }
  for (let strand = 0; strand < noded.ends.length; strand++) {
    const last = noded.ends[strand] - 1
    for (let edge = strandStart(noded, strand); edge < last; edge++) {
      if (first[edge] !== edge) continue
      for (; edge < last && first[edge] === edge; edge++) {
        positionOf[edge] = marks.length
        keep(edge)
      }
      keep(edge)
      ends.push(marks.length)
    }
  }
  const weights = Int16Array.from({ length: 2 * ends.length }, (_, i) => 1 - (i % 2))
  const lines = {
    coords: kept.view(),
    ends: ends.view(),
    weights,
    junctions: Uint8Array.from(marks.view()),
  }
  return { lines, positionOf }
}

const halvesOf = (
  { coords, ends }: NodedStrands,
  lines: NodedStrands,
  { from, to }: Graph,
  first: Int32Array,
  positionOf: Int32Array,
): Int32Array => {
  const chainAt = new Int32Array(lines.junctions.length)
  for (let chain = 0; chain < from.length; chain++) chainAt.fill(chain, from[chain], to[chain])
  const halfOf = new Int32Array(first.length).fill(-1)
  for (let strand = 0, edge = 0; strand < ends.length; strand++, edge++)
    for (; edge < ends[strand] - 1; edge++) {
      const like = first[edge]
      const isAlong = coords[2 * like] === coords[2 * edge] && coords[2 * like + 1] === coords[2 * edge + 1]
      halfOf[edge] = 2 * chainAt[positionOf[like]] + (isAlong ? 0 : 1)
    }
  return halfOf
}

const ringsByChain = (
  { ends }: NodedStrands,
  { from }: Graph,
  halfOf: Int32Array,
): Pick<RingLines, 'starts' | 'rings' | 'halves'> => {
  const forEachPassage = (visit: (ring: number, half: number) => void): void => {
    for (let ring = 0, edge = 0; ring < ends.length; ring++, edge++) {
      let before = -1
      // A ring passes a chain of many edges once; only a one-edge chain can be passed twice in a row, the second time backwards.
      for (; edge < ends[ring] - 1; edge++) {
        if (halfOf[edge] !== before) visit(ring, halfOf[edge])
        before = halfOf[edge]
      }
    }
  }
  const starts = new Int32Array(from.length + 1)
  forEachPassage((_, half) => {
    starts[(half >> 1) + 1]++
  })
  for (let chain = 0; chain < from.length; chain++) starts[chain + 1] += starts[chain]
  const next = starts.slice(0, -1)
  const rings = new Int32Array(starts[from.length])
  const halves = new Int32Array(starts[from.length])
  forEachPassage((ring, half) => {
    const at = next[half >> 1]++
    rings[at] = ring
    halves[at] = half
  })
  return { starts, rings, halves }
}
