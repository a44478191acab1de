/**
 * Point location for many points at once: finds the side of the edge that bounds the face of each point.
 *
 * The points are positions of the arrangement, and the face is the one directly west of the point (and, if an edge runs
 * exactly west, below it). It is found on a path from the lower left corner of the point's grid cell, up along the left
 * border and then east: the last edge that the path crosses bounds the face. If it crosses none, the face is that of the
 * corner, which is known from the previous corner. All these paths stay west of the point, so a point that is the
 * westernmost of its own component never finds an edge of this component.
 *
 * Edges must be noded. Corners are treated as a hair lower than they are, so that no edge passes through one.
 */
import { turn } from '../orientation.ts'
import { UNLIMITED, type WorkBudget } from '../work-budget.ts'
import { type Box, boxOf, type Cells, cellBox, divide } from './cells.ts'

/** No edge: the unbounded face. */
export const OUTSIDE = -1

/** The side of an edge that faces the point: `2 * edge` is its left side, `2 * edge + 1` its right side. */
type Side = number

/** The edges of a cell, as a range of the list of all cells. */
interface EdgeRange {
  edges: Int32Array
  start: number
  end: number
}

/** With fewer points in a box, testing each edge is cheaper than dividing the box. */
const FEW_POINTS = 3

/**
 * Returns, for each point (a position number), the side of an edge that faces it, or `OUTSIDE`. O(n log n) in the edges and points, as long
 * as boxes with many edges can be divided; long edges side by side are all tested, which the budget counts.
 */
export const sidesFacing = (
  coords: Int32Array,
  edges: Int32Array,
  points: Int32Array,
  budget: WorkBudget = UNLIMITED,
): Int32Array => {
  const found = new Int32Array(points.length).fill(OUTSIDE)
  const path = new PathSteps(coords, budget)

  const visit = (list: EdgeRange, box: Box, indices: Int32Array, corner: Side): void => {
    const few = indices.length < FEW_POINTS
    const cells = few ? null : divide(coords, list.edges.subarray(list.start, list.end), box, budget)
    if (!cells) {
      for (const index of indices) {
        const x = coords[2 * points[index]]
        const y = coords[2 * points[index] + 1]
        found[index] = path.east(list, y, box.left, x, path.north(list, box.left, box.bottom, y, corner))
      }
      return
    }
    const { starts, members } = pointsByCell(coords, points, indices, cells, box)
    const inCell: EdgeRange = { edges: cells.edges, start: 0, end: 0 }
    let rowCorner = corner
    for (let row = 0; row < cells.rows; row++) {
      const firstCell: number = row * cells.columns
      const bottom = box.bottom + row * cells.height
      let cellCorner = rowCorner
      for (let column = 0; column < cells.columns; column++) {
        const cell = firstCell + column
        // This row has no more edges further east.
        if (starts[cell] === starts[firstCell + cells.columns]) break
        const left = box.left + column * cells.width
        inCell.start = cells.starts[cell]
        inCell.end = cells.starts[cell + 1]
        if (starts[cell] < starts[cell + 1]) {
          const within = members.subarray(starts[cell], starts[cell + 1])
          visit({ ...inCell }, cellBox(cells, box, cell), within, cellCorner)
        }
        cellCorner = path.east(inCell, bottom, left, left + cells.width, cellCorner)
      }
      inCell.start = cells.starts[firstCell]
      inCell.end = cells.starts[firstCell + 1]
      rowCorner = path.north(inCell, box.left, bottom, bottom + cells.height, rowCorner)
    }
  }

  const box = boxOf(coords)
  const indices = new Int32Array(points.length)
  for (let index = 0; index < indices.length; index++) indices[index] = index
  if (points.length > 0) visit({ edges, start: 0, end: edges.length }, box, indices, OUTSIDE)
  return found
}

/** Steps of a path. Each returns the side that faces its end, or `side` if it crosses nothing. */
class PathSteps {
  private readonly coords: Int32Array
  private readonly budget: WorkBudget

  constructor(coords: Int32Array, budget: WorkBudget) {
    this.coords = coords
    this.budget = budget
  }

  /** Steps east from (left, y) to (right, y), a hair below y. */
  east({ edges, start, end }: EdgeRange, y: number, left: number, right: number, side: Side): Side {
    const { coords } = this
    this.budget.spend(end - start)
    let last = OUTSIDE
    for (let i = start; i < end; i++) {
      const edge = edges[i]
      const y1 = coords[2 * edge + 1]
      const y2 = coords[2 * edge + 3]
      if (y1 < y === y2 < y) continue
      const [low, high] = y1 < y2 ? [2 * edge, 2 * edge + 2] : [2 * edge + 2, 2 * edge]
      if (!this.crossesEastOf(low, high, left, y) || this.crossesEastOf(low, high, right, y)) continue
      if (last === OUTSIDE || this.isEastOf(edge, last)) last = edge
    }
    if (last === OUTSIDE) return side
    // Behind a rising edge, the path continues on its right side.
    return coords[2 * last + 1] < coords[2 * last + 3] ? 2 * last + 1 : 2 * last
  }

  /** Steps north from (x, bottom) to (x, top), both a hair lower; no position has this x. */
  north({ edges, start, end }: EdgeRange, x: number, bottom: number, top: number, side: Side): Side {
    const { coords } = this
    this.budget.spend(end - start)
    let last = OUTSIDE
    for (let i = start; i < end; i++) {
      const edge = edges[i]
      const x1 = coords[2 * edge]
      const x2 = coords[2 * edge + 2]
      if (x1 < x === x2 < x) continue
      const [west, east] = x1 < x2 ? [2 * edge, 2 * edge + 2] : [2 * edge + 2, 2 * edge]
      if (!this.passesNorthOf(west, east, x, bottom) || this.passesNorthOf(west, east, x, top)) continue
      if (last === OUTSIDE || this.isNorthOf(edge, last)) last = edge
    }
    if (last === OUTSIDE) return side
    return coords[2 * last] < coords[2 * last + 2] ? 2 * last : 2 * last + 1
  }

  /** True if the edge from its low to its high end crosses the line just below y, east of x and not at an end there. */
  private crossesEastOf(low: number, high: number, x: number, y: number): boolean {
    const { coords } = this
    const side = turn(coords[low], coords[low + 1], coords[high], coords[high + 1], x, y)
    // Through the point itself: just below it, a rising edge is further west unless it leans back.
    return side > 0 || (side === 0 && coords[high] < coords[low])
  }

  /** True if the edge from its west to its east end passes x at the height y or above. */
  private passesNorthOf(west: number, east: number, x: number, y: number): boolean {
    const { coords } = this
    return turn(coords[west], coords[west + 1], coords[east], coords[east + 1], x, y) <= 0
  }

  /** Of two edges that cross the same horizontal line, true if `edge` crosses it further east. */
  private isEastOf(edge: number, other: number): boolean {
    const { coords } = this
    const [low, high] = ascendingEnds(coords, edge, 1)
    const [otherLow, otherHigh] = ascendingEnds(coords, other, 1)
    if (coords[low + 1] >= coords[otherLow + 1]) {
      const side = this.side(otherLow, otherHigh, low) || this.side(otherLow, otherHigh, high)
      return side < 0
    }
    return (this.side(low, high, otherLow) || this.side(low, high, otherHigh)) > 0
  }

  /** Of two edges that cross the same vertical line, true if `edge` crosses it further north. */
  private isNorthOf(edge: number, other: number): boolean {
    const { coords } = this
    const [west, east] = ascendingEnds(coords, edge, 0)
    const [otherWest, otherEast] = ascendingEnds(coords, other, 0)
    if (coords[west] >= coords[otherWest]) {
      const side = this.side(otherWest, otherEast, west) || this.side(otherWest, otherEast, east)
      return side > 0
    }
    return (this.side(west, east, otherWest) || this.side(west, east, otherEast)) < 0
  }

  private side(a: number, b: number, point: number): number {
    const { coords } = this
    return turn(coords[a], coords[a + 1], coords[b], coords[b + 1], coords[point], coords[point + 1])
  }
}

/** Returns the two ends of an edge as indices into `coords`, the lower one along `axis` (0 x, 1 y) first. */
const ascendingEnds = (coords: Int32Array, edge: number, axis: 0 | 1): [number, number] =>
  coords[2 * edge + axis] < coords[2 * edge + 2 + axis] ? [2 * edge, 2 * edge + 2] : [2 * edge + 2, 2 * edge]

const pointsByCell = (
  coords: Int32Array,
  points: Int32Array,
  indices: Int32Array,
  cells: Cells,
  box: Box,
): { starts: Int32Array; members: Int32Array } => {
  const cellOf = indices.map((index) => {
    const column = Math.floor((coords[2 * points[index]] - box.left) / cells.width)
    const row = Math.floor((coords[2 * points[index] + 1] - box.bottom) / cells.height)
    return row * cells.columns + column
  })
  const starts = new Int32Array(cells.columns * cells.rows + 1)
  for (const cell of cellOf) starts[cell + 1]++
  for (let cell = 0; cell < starts.length - 1; cell++) starts[cell + 1] += starts[cell]
  const next = starts.slice(0, -1)
  const members = new Int32Array(indices.length)
  for (let i = 0; i < indices.length; i++) members[next[cellOf[i]]++] = indices[i]
  return { starts, members }
}
