/**
 * Finds the contacts between edges of strands, apart from the ends that consecutive edges share.
 */
import { turn } from '../orientation.ts'
import { UNLIMITED, type WorkBudget } from '../work-budget.ts'
import { type Box, boxOf, cellBox, divide } from './cells.ts'
import { forEachPair } from './edge-pairs.ts'
import { type Strands, strandStart } from './strands.ts'

export interface ContactSink {
  /** Two edges cross between their ends. */
  cross(edge: number, other: number): void
  /** A position lies on an edge between its ends. */
  touch(position: number, edge: number): void
  /** Two positions coincide that do not follow one another in a strand. */
  meet(position: number, other: number): void
  /** The strand turns back onto itself at a position. */
  fold(position: number): void
}

/**
 * Distance (in units of 1e-7 degrees) within which a position counts as lying on an edge. Results are also read as
 * floating-point degrees, where a position next to 180° is off by up to 1.5e-7 units; positions farther from the edge than
 * this cannot change sides in the conversion.
 */
export const ON_EDGE = 1e-3

/** A cell with more edges is divided again before every pair is tested. */
const CROWD = 24

/**
 * Reports the contacts of `edges` (ascending; all others are ignored). With `fresh`, reports only those with at least one
 * edge marked in it. May report a contact more than once.
 */
export const findContacts = (
  strands: Strands,
  edges: Int32Array,
  fresh: Uint8Array | null,
  onEdge: number,
  sink: ContactSink,
  budget: WorkBudget = UNLIMITED,
): void => {
  const { coords } = strands
  budget.spend(edges.length)
  findFolds(strands, fresh, onEdge, sink)

  const closes = (first: number, last: number): boolean => {
    const strand = strandAt(strands.ends, first)
    return strandStart(strands, strand) === first && strands.ends[strand] === last + 2
  }
  const examinePair =
    fresh === null
      ? (edge: number, other: number) => examine(coords, edge, other, onEdge, closes, sink)
      : (edge: number, other: number) => {
          if (fresh[edge] || fresh[other]) examine(coords, edge, other, onEdge, closes, sink)
        }
  if (forEachPair(coords, edges, examinePair, 0, budget)) return
  const examineAll = (crowd: Int32Array, start: number, end: number): void => {
    for (let i = start; i < end; i++) {
      budget.spend(end - i)
      for (let j = i + 1; j < end; j++) {
        const edge = crowd[i]
        const other = crowd[j]
        if (other === edge + 1 || (fresh && !fresh[edge] && !fresh[other])) continue
        examine(coords, edge, other, onEdge, closes, sink)
      }
    }
  }
  const visit = (crowd: Int32Array, box: Box): void => {
    const cells = divide(coords, crowd, box, budget)
    if (!cells) {
      examineAll(crowd, 0, crowd.length)
      return
    }
    // Long edges on top of each other, which rounding makes, stay together in cells of any size.
    const bundled = cells.edges.length > 2 * crowd.length
    for (let cell = 0; cell < cells.columns * cells.rows; cell++) {
      const start = cells.starts[cell]
      const end = cells.starts[cell + 1]
      const hopeless = bundled && end - start > crowd.length / 2
      if (end - start > CROWD && !hopeless) visit(cells.edges.subarray(start, end), cellBox(cells, box, cell))
      else if (end - start > 1) examineAll(cells.edges, start, end)
    }
  }
  visit(edges, boxOf(coords))
}

/** Returns all edges of the strands, ascending. */
export const allEdges = ({ coords, ends }: Strands): Int32Array => {
  const edges = new Int32Array(coords.length / 2 - ends.length)
  let count = 0
  for (let strand = 0, position = 0; strand < ends.length; strand++, position++)
    for (; position < ends[strand] - 1; position++) edges[count++] = position
  return edges
}

/** Returns the strand of a position. */
export const strandAt = (ends: Int32Array, position: number): number => {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ends[middle] > position) high = middle
    else low = middle + 1
  }
  return low
}

const findFolds = (strands: Strands, fresh: Uint8Array | null, onEdge: number, sink: ContactSink): void => {
  const { coords, ends } = strands
  for (let strand = 0; strand < ends.length; strand++) {
    const start = strandStart(strands, strand)
    const last = ends[strand] - 1
    const closed = coords[2 * start] === coords[2 * last] && coords[2 * start + 1] === coords[2 * last + 1]
    for (let position = closed ? start : start + 1; position < last; position++) {
      const before = position === start ? last - 1 : position - 1
      if (fresh && !fresh[before] && !fresh[position]) continue
      examineFold(coords, before, position, onEdge, sink)
    }
  }
}

/** `before` is the edge that ends at `position`, where the next edge begins. */
const examineFold = (
  coords: Int32Array,
  before: number,
  position: number,
  onEdge: number,
  sink: ContactSink,
): void => {
  const x = coords[2 * position]
  const y = coords[2 * position + 1]
  const ax = coords[2 * before]
  const ay = coords[2 * before + 1]
  const bx = coords[2 * position + 2]
  const by = coords[2 * position + 3]
  if ((ax - x) * (bx - x) + (ay - y) * (by - y) <= 0) return
  if (ax === bx && ay === by) {
    sink.fold(position)
    if (before !== position + 1) sink.meet(before, position + 1)
  } else if (isOn(x, y, bx, by, ax, ay, onEdge)) {
    sink.fold(position)
    sink.touch(before, position)
  } else if (isOn(ax, ay, x, y, bx, by, onEdge)) {
    sink.fold(position)
    sink.touch(position + 1, before)
  }
}

/** Examines two edges that do not follow one another, `edge` < `other`. */
const examine = (
  coords: Int32Array,
  edge: number,
  other: number,
  onEdge: number,
  closes: (first: number, last: number) => boolean,
  sink: ContactSink,
): void => {
  const ax = coords[2 * edge]
  const ay = coords[2 * edge + 1]
  const bx = coords[2 * edge + 2]
  const by = coords[2 * edge + 3]
  const cx = coords[2 * other]
  const cy = coords[2 * other + 1]
  const dx = coords[2 * other + 2]
  const dy = coords[2 * other + 3]
  if ((ax < cx && ax < dx && bx < cx && bx < dx) || (ax > cx && ax > dx && bx > cx && bx > dx)) return
  if ((ay < cy && ay < dy && by < cy && by < dy) || (ay > cy && ay > dy && by > cy && by > dy)) return

  let met = false
  if (ax === cx && ay === cy) {
    met = true
    sink.meet(edge, other)
  }
  if (bx === dx && by === dy) {
    met = true
    sink.meet(edge + 1, other + 1)
  }
  if (bx === cx && by === cy) {
    met = true
    sink.meet(edge + 1, other)
  }
  if (ax === dx && ay === dy) {
    // The end of a closed strand is its start; that pair of edges is tested as a fold.
    if (closes(edge, other)) return
    met = true
    sink.meet(edge, other + 1)
  }

  const sideC = turn(ax, ay, bx, by, cx, cy)
  const sideD = turn(ax, ay, bx, by, dx, dy)
  if (sideC > 0 === sideD > 0) {
    const nearest = Math.min(Math.abs(sideC), Math.abs(sideD))
    if (nearest > onEdge * (Math.abs(bx - ax) + Math.abs(by - ay))) return
  }
  let touched = false
  if (isOn(ax, ay, bx, by, cx, cy, onEdge)) {
    touched = true
    sink.touch(other, edge)
  }
  if (isOn(ax, ay, bx, by, dx, dy, onEdge)) {
    touched = true
    sink.touch(other + 1, edge)
  }
  if (isOn(cx, cy, dx, dy, ax, ay, onEdge)) {
    touched = true
    sink.touch(edge, other)
  }
  if (isOn(cx, cy, dx, dy, bx, by, onEdge)) {
    touched = true
    sink.touch(edge + 1, other)
  }
  if (met || touched || sideC > 0 === sideD > 0 || sideC === 0 || sideD === 0) return
  const sideA = turn(cx, cy, dx, dy, ax, ay)
  const sideB = turn(cx, cy, dx, dy, bx, by)
  if ((sideA > 0 && sideB < 0) || (sideA < 0 && sideB > 0)) sink.cross(edge, other)
}

/** True if p lies within `onEdge` of the edge from a to b, and is neither of its ends. */
const isOn = (
  ax: number,
  ay: number,
  bx: number,
  by: number,
  px: number,
  py: number,
  onEdge: number,
): boolean => {
  const dx = bx - ax
  const dy = by - ay
  const along = (px - ax) * dx + (py - ay) * dy
  if (along <= 0) return false
  const squared = dx * dx + dy * dy
  if (along >= squared || (px === bx && py === by)) return false
  return Math.abs(turn(ax, ay, bx, by, px, py)) <= onEdge * Math.sqrt(squared)
}
