/**
 * Full snap rounding (Hobby, "Practical segment intersection with finite precision output", 1999): a grid cell is hot when
 * a position or a crossing lies in it, and every edge is bent through the centres of all hot cells that it passes. Edges so
 * treated share ends or nothing, whatever they were before; that no crossing is left is a theorem, not a hope.
 *
 * It moves more than splitting does (every edge that passes within half a cell of a position), so it is the last resort.
 */
import Flatbush from 'flatbush'
import { turn } from '../orientation.ts'
import { allEdges, findContacts } from './contacts.ts'
import { crossing } from './crossing.ts'
import { PairIndex } from './pair-index.ts'
import { applySplits, Splits } from './splits.ts'
import type { NodedStrands } from './strands.ts'

/** A cell owns its left and lower border but not the right and upper one. */
const OPEN_BORDER = 2 ** -16

export const snapToHotCells = (strands: NodedStrands, unit: number): NodedStrands => {
  const { coords } = strands
  const edges = allEdges(strands)
  const splits = new Splits(coords, strands.junctions)
  if (edges.length === 0) return strands
  const index = new Flatbush(edges.length)
  for (const edge of edges) {
    const [x1, y1, x2, y2] = coords.subarray(2 * edge, 2 * edge + 4)
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))
  }
  index.finish()
  const half = unit / 2
  for (const [x, y] of hotCentres(strands, edges, unit))
    for (const item of index.search(x - half, y - half, x + half, y + half))
      if (passes(coords, edges[item], x, y, half)) splits.add(edges[item], x, y)
  return applySplits(strands, splits).noded
}

const hotCentres = (strands: NodedStrands, edges: Int32Array, unit: number): [x: number, y: number][] => {
  const { coords } = strands
  const known = new PairIndex(edges.length)
  const centres: [number, number][] = []
  const add = (x: number, y: number): void => {
    if (known.add(x, y) === centres.length) centres.push([x, y])
  }
  for (let i = 0; i < coords.length; i += 2) add(coords[i], coords[i + 1])
  findContacts(strands, edges, null, 0, {
    cross: (edge, other) => add(...crossing(coords, edge, other, unit)),
    touch: () => {},
    meet: () => {},
    fold: () => {},
  })
  return centres
}

/** Whether an edge, whose box meets the grid cell around (x, y), passes this cell. */
const passes = (coords: Int32Array, edge: number, x: number, y: number, half: number): boolean => {
  const [ax, ay, bx, by] = coords.subarray(2 * edge, 2 * edge + 4)
  const [left, bottom] = [x - half, y - half]
  const [right, top] = [x + half - OPEN_BORDER, y + half - OPEN_BORDER]
  if (Math.min(ax, bx) > right || Math.min(ay, by) > top) return false
  const sides = [
    turn(ax, ay, bx, by, left, bottom),
    turn(ax, ay, bx, by, right, bottom),
    turn(ax, ay, bx, by, right, top),
    turn(ax, ay, bx, by, left, top),
  ]
  return sides.some((side) => side >= 0) && sides.some((side) => side <= 0)
}
