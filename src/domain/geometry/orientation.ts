import { orient2d } from 'robust-predicates'

/** Below this, products of coordinate differences are exact, even if the coordinates are halves. */
const EXACT_PRODUCTS = 2 ** 50

/** Twice the rounding error of two products and their difference, relative to the products (three roundings of 2^-53). */
const RELATIVE_ERROR = 2 ** -51

/**
 * Positive if a → b → c turns left, negative if it turns right, zero if the three are on one line: twice the signed area of
 * the triangle. The sign is exact for all fixed-point coordinates (Shewchuk 1997 by `robust-predicates`, if double precision
 * cannot tell).
 */
export const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number => {
  const left = (bx - ax) * (cy - ay)
  const right = (by - ay) * (cx - ax)
  const difference = left - right
  const magnitude = Math.abs(left) + Math.abs(right)
  if (magnitude < EXACT_PRODUCTS || Math.abs(difference) > magnitude * RELATIVE_ERROR) return difference
  // In robust-predicates the y axis points down.
  return -orient2d(ax, ay, bx, by, cx, cy)
}

/** Returns the turn of a path at `position`; all three are position numbers of `coords`. */
export const turnAt = (coords: Int32Array, before: number, position: number, after: number): number =>
  turn(
    coords[2 * before],
    coords[2 * before + 1],
    coords[2 * position],
    coords[2 * position + 1],
    coords[2 * after],
    coords[2 * after + 1],
  )

/**
 * Orders the directions from (x, y) to a and to b counter-clockwise from straight down: of all that point to the right,
 * straight up comes last.
 */
export const compareDirections = (
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number => {
  const halfA = ax > x || (ax === x && ay > y) ? 0 : 1
  const halfB = bx > x || (bx === x && by > y) ? 0 : 1
  return halfA - halfB || -turn(x, y, ax, ay, bx, by)
}
