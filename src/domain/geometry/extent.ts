/** Extent of a run of positions in the plane, in units; ignores that longitudes wrap at the antimeridian. */
import { type BBox, type Rings, ringStart, UNITS_PER_DEGREE } from './rings.ts'

type Extent = [west: number, south: number, east: number, north: number]

/** Returns the extent of the positions from `start` to before `end`; infinite and inverted if there are none. */
export const extentOf = (coords: Int32Array, start = 0, end = coords.length / 2): Extent => {
  if (start >= end) return [Infinity, Infinity, -Infinity, -Infinity]
  // Start with coordinates, not infinity: integers compare faster.
  let west = coords[2 * start]
  let south = coords[2 * start + 1]
  let east = west
  let north = south
  for (let i = 2 * start + 2; i < 2 * end; i += 2) {
    const x = coords[i]
    const y = coords[i + 1]
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return [west, south, east, north]
}

export const extentOfRing = (rings: Rings, ring: number): Extent =>
  extentOf(rings.coords, ringStart(rings, ring), rings.ringEnds[ring])

export const inDegrees = ([west, south, east, north]: Readonly<Extent>): BBox => [
  west / UNITS_PER_DEGREE,
  south / UNITS_PER_DEGREE,
  east / UNITS_PER_DEGREE,
  north / UNITS_PER_DEGREE,
]
