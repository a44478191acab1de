import { arrange, evenOdd, type Fill } from './arrange.ts'
import { strandsOfRings } from './arrangement/strands.ts'
import type { Rings } from './rings.ts'

/**
 * Makes areas valid on the grid of `unit` fixed-point units (1 is 1e-7 degrees, 10,000 is three decimals), with the winding
 * of RFC 7946. Areas that are already valid there keep their polygons, rings and positions in order.
 *
 * By default the area within an odd number of rings is inside, in any winding and nesting. `positive` is for areas that were
 * valid before they were deformed (rounded, simplified): new overlaps stay inside, and parts that were turned inside out are
 * dropped.
 */
export const repair = (rings: Rings, unit = 1, fill: Fill = evenOdd): Rings =>
  arrange(strandsOfRings([[rings]], unit), unit, fill)

/** Counts a face as inside if rings wind around it counter-clockwise more often than clockwise. */
export const positive: Fill = (winding) => winding > 0
