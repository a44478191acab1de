import { arrange, evenOdd, type Fill } from './arrange.ts'
import { strandsOfRings } from './arrangement/strands.ts'
import type { Rings } from './rings.ts'

/**
 * Valid areas on the grid of `unit` fixed-point units (1 is 1e-7 degrees, 10,000 is three decimals), rings wound as
 * RFC 7946 wants them. What is valid there already keeps its polygons, rings and positions in their order.
 *
 * With the default fill whatever an odd number of rings encloses is inside, however the rings are wound and nested.
 * `positive` is for areas that were valid and were deformed since (rounded, simplified): where rings came to overlap stays
 * inside, and what was turned inside out goes.
 */
export const repair = (rings: Rings, unit = 1, fill: Fill = evenOdd): Rings =>
  arrange(strandsOfRings([[rings]], unit), unit, fill)

/** Inside is what rings wind around counter-clockwise more often than clockwise. */
export const positive: Fill = (winding) => winding > 0
