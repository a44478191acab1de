/** Tests exactly whether a geometry has a point in a box. The border belongs to both. */
import { orient2d } from 'robust-predicates'
import { locate, OUTSIDE } from './contains.ts'
import { type BBox, type Rings, ringCount, ringStart, UNITS_PER_DEGREE } from './rings.ts'

/** @param box in degrees, with west ≤ east */
export const meetsBox = (rings: Rings, box: BBox): boolean => {
  const [west, south, east, north] = box.map((degrees) => degrees * UNITS_PER_DEGREE)
  const { coords, ringEnds } = rings
  for (let ring = 0; ring < ringCount(rings); ring++) {
    let previous = 2 * (ringEnds[ring] - 1)
    for (let i = 2 * ringStart(rings, ring); i < 2 * ringEnds[ring]; previous = i, i += 2) {
      const [ax, ay, bx, by] = [coords[previous], coords[previous + 1], coords[i], coords[i + 1]]
      if ((ax < west && bx < west) || (ax > east && bx > east)) continue
      if ((ay < south && by < south) || (ay > north && by > north)) continue
      if (!isBesideLine(ax, ay, bx, by, west, south, east, north)) return true
    }
  }
  // No edge meets the box, so all of it is inside or outside.
  return locate(rings, west, south) !== OUTSIDE
}

/** True if all corners of the box are on the same side of the line. */
const isBesideLine = (
  ax: number,
  ay: number,
  bx: number,
  by: number,
  west: number,
  south: number,
  east: number,
  north: number,
): boolean => {
  const side = Math.sign(orient2d(ax, ay, bx, by, west, south))
  return (
    side !== 0 &&
    side === Math.sign(orient2d(ax, ay, bx, by, east, south)) &&
    side === Math.sign(orient2d(ax, ay, bx, by, east, north)) &&
    side === Math.sign(orient2d(ax, ay, bx, by, west, north))
  )
}
