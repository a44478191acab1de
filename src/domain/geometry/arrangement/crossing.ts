import { turn } from '../orientation.ts'
import { toGrid } from './strands.ts'

/** Returns the crossing of two edges, rounded to the grid. */
export const crossing = (
  coords: Int32Array,
  edge: number,
  other: number,
  unit: number,
): [x: number, y: number] => {
  const [x, y] = exactCrossing(coords, edge, other)
  return [toGrid(x, unit), toGrid(y, unit)]
}

/** Returns the crossing as exactly as doubles allow. */
export const exactCrossing = (coords: Int32Array, edge: number, other: number): [x: number, y: number] => {
  const ax = coords[2 * edge]
  const ay = coords[2 * edge + 1]
  const bx = coords[2 * edge + 2]
  const by = coords[2 * edge + 3]
  const cx = coords[2 * other]
  const cy = coords[2 * other + 1]
  const dx = coords[2 * other + 2]
  const dy = coords[2 * other + 3]
  const sideA = turn(cx, cy, dx, dy, ax, ay)
  const along = sideA / (sideA - turn(cx, cy, dx, dy, bx, by))
  return [ax + along * (bx - ax), ay + along * (by - ay)]
}
