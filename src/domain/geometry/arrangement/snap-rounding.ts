/**
 * Full snap rounding (Hobby, "Practical segment intersection with finite precision output", 1999): a grid cell is hot if a
 * position or a crossing lies in it, and every edge is bent through the centres of all hot cells that it passes. Afterwards
 * edges share only their ends; that no crossing is left is a theorem, not a hope.
 *
 * It moves more than splitting does (every edge that passes within half a cell of a position), so it is the last resort.
 */
import Flatbush from 'flatbush'
import { turn } from '../orientation.ts'
import type { WorkBudget } from '../work-budget.ts'
import { allEdges, type ContactSink, findContacts } from './contacts.ts'
import { crossing } from './crossing.ts'
import { PairIndex } from './pair-index.ts'
import { applySplits, Splits } from './splits.ts'
import type { NodedStrands } from './strands.ts'

/** A cell owns its left and lower border but not the right and upper one. */
const OPEN_BORDER = 2 ** -16

/** With `places`, `[x, y, …]`, only cells near them are hot. */
export const snapToHotCells = (
  strands: NodedStrands,
  unit: number,
  budget: WorkBudget,
  places: Int32Array | null = null,
): NodedStrands => {
  const { coords } = strands
  const edges = allEdges(strands)
  const splits = new Splits(coords, strands.junctions, budget)
  if (edges.length === 0) return strands
  const index = new Flatbush(edges.length)
  for (const edge of edges) {
    const at = 2 * edge
    index.add(
      Math.min(coords[at], coords[at + 2]),
      Math.min(coords[at + 1], coords[at + 3]),
      Math.max(coords[at], coords[at + 2]),
      Math.max(coords[at + 1], coords[at + 3]),
    )
  }
  index.finish()
  const half = unit / 2
  const counts = places === null ? () => true : nearOf(places, NEAR_CELLS * unit)
  for (const [x, y] of hotCentres(strands, edges, unit, budget).filter(counts)) {
    const near = index.search(x - half, y - half, x + half, y + half)
    budget.spend(1 + near.length)
    for (const item of near) if (passes(coords, edges[item], x, y, half)) splits.add(edges[item], x, y)
  }
  return applySplits(strands, splits.sorted()).noded
}

/** Edges that cross repeatedly cross further along with every round. */
const NEAR_CELLS = 64

/** Tests whether a position lies in the square of a place, or next to it. */
const nearOf = (places: Int32Array, side: number): ((position: readonly [number, number]) => boolean) => {
  const squares = new PairIndex(places.length)
  for (let i = 0; i < places.length; i += 2)
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        squares.add(Math.floor(places[i] / side) + dx, Math.floor(places[i + 1] / side) + dy)
  return ([x, y]) => squares.find(Math.floor(x / side), Math.floor(y / side)) >= 0
}

const hotCentres = (
  strands: NodedStrands,
  edges: Int32Array,
  unit: number,
  budget: WorkBudget,
): [x: number, y: number][] => {
  const { coords } = strands
  const known = new PairIndex(edges.length)
  const centres: [number, number][] = []
  const add = (x: number, y: number): void => {
    if (known.add(x, y) === centres.length) centres.push([x, y])
  }
  for (let i = 0; i < coords.length; i += 2) add(coords[i], coords[i + 1])
  const sink: ContactSink = {
    cross: (edge, other) => add(...crossing(coords, edge, other, unit)),
    touch: () => {},
    meet: () => {},
    fold: () => {},
  }
  findContacts(strands, edges, null, 0, sink, budget)
  return centres
}

/** True if an edge, whose box meets the grid cell around (x, y), passes this cell. */
export const passes = (coords: Int32Array, edge: number, x: number, y: number, half: number): boolean => {
  const ax = coords[2 * edge]
  const ay = coords[2 * edge + 1]
  const bx = coords[2 * edge + 2]
  const by = coords[2 * edge + 3]
  const left = x - half
  const bottom = y - half
  const right = x + half - OPEN_BORDER
  const top = y + half - OPEN_BORDER
  if (Math.min(ax, bx) > right || Math.min(ay, by) > top) return false
  const lowerLeft = turn(ax, ay, bx, by, left, bottom)
  const lowerRight = turn(ax, ay, bx, by, right, bottom)
  const upperRight = turn(ax, ay, bx, by, right, top)
  const upperLeft = turn(ax, ay, bx, by, left, top)
  return (
    Math.min(lowerLeft, lowerRight, upperRight, upperLeft) <= 0 &&
    Math.max(lowerLeft, lowerRight, upperRight, upperLeft) >= 0
  )
}
