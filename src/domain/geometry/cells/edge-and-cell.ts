/**
 * Edges and cells. An edge is four numbers in `coords`, from element `edge` on: its left end first (of a vertical edge the lower one), in units.
 *
 * To know on which side of an area a point of a cell lies, the edges that meet the cell suffice, if it is known whether the place west of
 * them all is inside. For that, an edge whose left end lies west of the cell is *open*: it goes on west for ever, in its direction, and if it is
 * horizontal down. What is left of the border then never ends west of the cell at the height of one of its points, so for all of them it is
 * crossed equally often, and the parity of its crossings is a fact of the cell.
 */
import { turn } from '../orientation.ts'
import type { MortonCell } from './morton.ts'

export const isOpen = (coords: Int32Array, edge: number, left: number): boolean => coords[edge] < left

/**
 * Returns 1 if the westward ray from the point crosses the edge, else 0. An edge owns its lower end and not its upper one; a point on the edge
 * is west of it.
 */
export const crossesWestward = (
  coords: Int32Array,
  edge: number,
  open: boolean,
  lon: number,
  lat: number,
): 0 | 1 => {
  const ay = coords[edge + 1]
  const by = coords[edge + 3]
  if (open ? lat >= by !== ay > by : ay > lat === by > lat) return 0
  const side = turn(coords[edge], ay, coords[edge + 2], by, lon, lat)
  return (by >= ay ? side < 0 : side > 0) ? 1 : 0
}

/** More than the rounding errors of two products of differences of coordinates, 6.5e18 at most, and of their difference. */
const ROUNDING = 4096

/** True if the edge meets the cell, its border included; true too of a few edges that pass a corner within less than a unit. */
export const meetsCell = (coords: Int32Array, edge: number, cell: MortonCell): boolean => {
  const ax = coords[edge]
  const bx = coords[edge + 2]
  if (bx < cell.left || ax > cell.right) return false
  const ay = coords[edge + 1]
  const by = coords[edge + 3]
  const rises = by >= ay
  if (rises ? by < cell.bottom || ay > cell.top : ay < cell.bottom || by > cell.top) return false
  // The corners that are farthest from the edge's line on both sides.
  const upper = (bx - ax) * ((rises ? cell.top : cell.bottom) - ay) - (by - ay) * (cell.left - ax)
  const lower = (bx - ax) * ((rises ? cell.bottom : cell.top) - ay) - (by - ay) * (cell.right - ax)
  return rises ? upper >= -ROUNDING && lower <= ROUNDING : upper <= ROUNDING && lower >= -ROUNDING
}
