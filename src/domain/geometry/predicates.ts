/** The one question all exact geometry comes down to, answered without rounding (Shewchuk's adaptive predicates). */
import { orient2d } from 'robust-predicates'

/** Positive when the point is left of the line from a to b, negative when right of it, zero only when exactly on it. */
export const sideOfLine = (ax: number, ay: number, bx: number, by: number, px: number, py: number): number =>
  // The package's y axis points down, so its sign is the other way round.
  -orient2d(ax, ay, bx, by, px, py)
