/** The stretches of a ring inside a box, from where it enters to where it leaves. */
import { crossingOf } from './cut-ring.ts'
import { type Rings, ringStart } from './rings.ts'
import type { TileBox } from './tiles.ts'

/** `[x, y, …]` from side to side of the box; all between lies inside it. */
export type Stretch = readonly number[]

export const WHOLE = 'whole'

/**
 * `WHOLE` for a ring that is inside; null where it meets the box so that rounding decides what is inside: at a corner, or where it only
 * touches a side. Crossings are rounded to the grid of `unit`, alike for both areas along a border.
 */
export const borderInBox = (
  rings: Rings,
  ring: number,
  box: TileBox,
  unit: number,
): readonly Stretch[] | typeof WHOLE | null => {
  const { coords } = rings
  const [start, end] = [2 * ringStart(rings, ring), 2 * rings.ringEnds[ring]]
  let outside = start
  while (outside < end && beyond(coords[outside], coords[outside + 1], box) === 0) outside += 2
  if (outside === end) return WHOLE
  const found: Stretch[] = []
  let current: number[] = []
  let at = outside
  let sides = beyond(coords[at], coords[at + 1], box)
  do {
    const next = at + 2 === end ? start : at + 2
    const nextSides = beyond(coords[next], coords[next + 1], box)
    if (sides === 0 && nextSides === 0) current.push(coords[next], coords[next + 1])
    else if ((sides & nextSides) === 0) {
      const crossings = crossingsOf(coords, at, next, sides ^ nextSides, box, unit)
      if (sides === 0 || nextSides === 0) {
        if (crossings.length !== 2) return null
        if (sides === 0) found.push([...current, ...crossings])
        else current = [...crossings, coords[next], coords[next + 1]]
      } else if (crossings.length === 4) found.push(crossings)
      else if (crossings.length !== 0) return null
    }
    at = next
    sides = nextSides
  } while (at !== outside)
  return found
}

const WEST = 1
const SOUTH = 2
const EAST = 4
const NORTH = 8

/** The sides that a position lies on or beyond, added up; 0 inside. */
const beyond = (x: number, y: number, [west, south, east, north]: TileBox): number =>
  (x <= west ? WEST : x >= east ? EAST : 0) | (y <= south ? SOUTH : y >= north ? NORTH : 0)

/** Where the edge between two elements crosses some of the sides, in its direction. */
const crossingsOf = (
  coords: Int32Array,
  a: number,
  b: number,
  sides: number,
  [west, south, east, north]: TileBox,
  unit: number,
): number[] => {
  const found: number[] = []
  const add = (axis: 0 | 1, line: number, low: number, high: number): void => {
    const crossing = crossingOf(coords, a, b, { axis, line, unit })
    if (crossing[1 - axis] >= low && crossing[1 - axis] <= high) found.push(...crossing)
  }
  if (sides & WEST) add(0, west, south, north)
  if (sides & EAST) add(0, east, south, north)
  if (sides & SOUTH) add(1, south, west, east)
  if (sides & NORTH) add(1, north, west, east)
  if (found.length !== 4) return found
  const along = (at: number): number =>
    (found[at] - coords[a]) * (coords[b] - coords[a]) +
    (found[at + 1] - coords[a + 1]) * (coords[b + 1] - coords[a + 1])
  return along(0) < along(2) ? found : [found[2], found[3], found[0], found[1]]
}
