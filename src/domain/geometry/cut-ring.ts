import { toGrid } from './arrangement/strands.ts'

export interface Cut {
  /** 0 for a meridian, 1 for a parallel. */
  readonly axis: 0 | 1
  /** Its longitude or latitude in units. */
  readonly line: number
  /** True to keep the side west or south of the line. */
  readonly isLower: boolean
  /** Units of the grid to which crossings are rounded. */
  readonly unit: number
}

/**
 * Returns the part of a ring on one side of a meridian or parallel (Sutherland and Hodgman 1974); the same ring if all of it
 * is there. Between leaving and re-entering, edges remain along the line that cover each other; the union of the rings, by
 * winding numbers, is correct nevertheless.
 */
export const cutRing = (ring: Int32Array, cut: Cut): Int32Array => {
  const { axis, line, unit } = cut
  const sign = cut.isLower ? 1 : -1
  let stays = false
  let kept = 0
  let crossings = 0
  let sideBefore = sign * (ring[ring.length - 2 + axis] - line)
  for (let i = axis; i < ring.length; i += 2) {
    const side = sign * (ring[i] - line)
    if (side < 0) stays = true
    if (side <= 0) kept++
    if ((side < 0 && sideBefore > 0) || (side > 0 && sideBefore < 0)) crossings++
    sideBefore = side
  }
  if (!stays) return NOTHING
  if (2 * kept === ring.length) return ring
  const part = new Int32Array(2 * (kept + crossings))
  let length = 0
  let before = ring.length - 2
  sideBefore = sign * (ring[before + axis] - line)
  for (let i = 0; i < ring.length; before = i, i += 2) {
    const side = sign * (ring[i + axis] - line)
    if ((side < 0 && sideBefore > 0) || (side > 0 && sideBefore < 0)) {
      part[length + axis] = line
      part[length + 1 - axis] = crossingAt(ring, before, i, axis, line, unit)
      length += 2
    }
    if (side <= 0) {
      part[length++] = ring[i]
      part[length++] = ring[i + 1]
    }
    sideBefore = side
  }
  return part
}
const NOTHING = new Int32Array(0)

/** Returns the position at which the edge between the elements `a` and `b` crosses the line. */
export const crossingOf = (
  ring: Int32Array,
  a: number,
  b: number,
  { axis, line, unit }: Omit<Cut, 'isLower'>,
): [lon: number, lat: number] => {
  const at = crossingAt(ring, a, b, axis, line, unit)
  return axis === 0 ? [line, at] : [at, line]
}

/**
 * Returns the place of the crossing along the line: its latitude on a meridian. Computed from the lower end, so that both
 * sides and both neighbours of a common border get the same result.
 */
export const crossingAt = (
  ring: Int32Array,
  a: number,
  b: number,
  axis: 0 | 1,
  line: number,
  unit: number,
): number => {
  const isForward = ring[a + axis] < ring[b + axis]
  const low = isForward ? a : b
  const high = isForward ? b : a
  const along = (line - ring[low + axis]) / (ring[high + axis] - ring[low + axis])
  const from = ring[low + 1 - axis]
  return toGrid(from + along * (ring[high + 1 - axis] - from), unit)
}
