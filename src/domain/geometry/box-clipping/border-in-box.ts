/** Cuts the border of a ring at a box: returns the stretches inside it, from entry to exit. */
import { crossingAt } from '../cut-ring.ts'
import type { PathBuffer } from '../path-buffer.ts'
import type { TileBox } from '../tiles.ts'

export const WHOLE = 0
const CUT = 1
export const UNDECIDED = 2

/**
 * Adds the stretches of a ring, `[x, y, …]` from element `start` up to `end`. Each leads from side to side of the box
 * through its inside. Crossings are rounded to the grid of `unit`, alike for both areas along a border.
 *
 * @returns `WHOLE` for a ring that is inside; `UNDECIDED` if the ring passes a corner or only touches a side, so that
 * rounding decides what is inside.
 */
export const addBorderInBox = (
  stretches: PathBuffer,
  coords: Int32Array,
  start: number,
  end: number,
  box: TileBox,
  unit: number,
): typeof WHOLE | typeof CUT | typeof UNDECIDED => {
  const west = box[0]
  const south = box[1]
  const east = box[2]
  const north = box[3]
  let outside = start
  while (outside < end && beyond(coords[outside], coords[outside + 1], west, south, east, north) === 0)
    outside += 2
  if (outside === end) return WHOLE
  stretches.reserve(2 * (end - start) + MAX_CROSSING_NUMBERS)
  const into = stretches.coords
  let length = stretches.length
  let at = outside
  let sides = beyond(coords[at], coords[at + 1], west, south, east, north)
  do {
    if (sides !== 0) {
      // Most positions lie far away: skip to the last one that is beyond the same side.
      const limit = at < outside ? outside : end
      const last = lastBeyond(coords, at, limit, sides, box)
      if (last !== at) {
        at = last
        sides = beyond(coords[at], coords[at + 1], west, south, east, north)
      }
    }
    const next = at + 2 === end ? start : at + 2
    const nextSides = beyond(coords[next], coords[next + 1], west, south, east, north)
    if (sides === 0 && nextSides === 0) {
      into[length++] = coords[next]
      into[length++] = coords[next + 1]
    } else if ((sides & nextSides) === 0) {
      const crossed = addSideCrossings(into, length, coords, at, next, sides ^ nextSides, box, unit)
      if (sides !== 0 && nextSides !== 0) {
        if (crossed === 2) {
          orderCrossings(into, length, coords, at, next)
          length += 4
          stretches.endPath(length)
        } else if (crossed !== 0) return UNDECIDED
      } else if (crossed !== 1) return UNDECIDED
      else {
        length += 2
        if (sides === 0) stretches.endPath(length)
        else {
          into[length++] = coords[next]
          into[length++] = coords[next + 1]
        }
      }
    }
    at = next
    sides = nextSides
  } while (at !== outside)
  return CUT
}

/** Bits of the sides, in the order of a box. */
const WEST = 1 << 0
const SOUTH = 1 << 1
const EAST = 1 << 2
const NORTH = 1 << 3

/** An edge crosses each side at most once. */
const MAX_CROSSING_NUMBERS = 8

/** Returns the bits of the sides that a position lies on or beyond; 0 inside. */
const beyond = (x: number, y: number, west: number, south: number, east: number, north: number): number =>
  (x <= west ? WEST : x >= east ? EAST : 0) | (y <= south ? SOUTH : y >= north ? NORTH : 0)

/** Returns the last position from `at` to before `limit` up to which all are on or beyond one of the sides of the first. */
const lastBeyond = (coords: Int32Array, at: number, limit: number, sides: number, box: TileBox): number => {
  let next = at + 2
  if (sides & (WEST | EAST)) {
    const line = sides & WEST ? box[0] : box[2]
    if (sides & WEST) while (next < limit && coords[next] <= line) next += 2
    else while (next < limit && coords[next] >= line) next += 2
  } else {
    const line = sides & SOUTH ? box[1] : box[3]
    if (sides & SOUTH) while (next < limit && coords[next + 1] <= line) next += 2
    else while (next < limit && coords[next + 1] >= line) next += 2
  }
  return next - 2
}

/** Writes the crossings of the edge between two elements with some of the sides, and returns how many there are. */
const addSideCrossings = (
  into: Int32Array,
  length: number,
  coords: Int32Array,
  a: number,
  b: number,
  sides: number,
  box: TileBox,
  unit: number,
): number => {
  let at = length
  for (let side = 0; side < 4; side++) {
    if ((sides & (1 << side)) === 0) continue
    const axis = (side & 1) as 0 | 1
    const along = crossingAt(coords, a, b, axis, box[side], unit)
    if (along < box[1 - axis] || along > box[3 - axis]) continue
    into[at + axis] = box[side]
    into[at + 1 - axis] = along
    at += 2
  }
  return (at - length) / 2
}

/** Puts two crossings in the direction of their edge. */
const orderCrossings = (into: Int32Array, at: number, coords: Int32Array, a: number, b: number): void => {
  const dx = coords[b] - coords[a]
  const dy = coords[b + 1] - coords[a + 1]
  const alongOf = (i: number): number => (into[i] - coords[a]) * dx + (into[i + 1] - coords[a + 1]) * dy
  if (alongOf(at) < alongOf(at + 2)) return
  for (let i = at; i < at + 2; i++) {
    const first = into[i]
    into[i] = into[i + 2]
    into[i + 2] = first
  }
}
