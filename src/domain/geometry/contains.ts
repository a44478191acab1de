/**
 * Tests exactly whether a point lies inside a geometry. Callers count a point on the border as inside, so the border is a
 * separate result. Points are doubles in units: `toUnits` converts degrees so that up to seven decimals give exactly that
 * grid position, and finer positions keep their precision.
 */
import { orient2d } from 'robust-predicates'
import { onSeam } from './map-rim.ts'
import { type Rings, UNITS_PER_DEGREE } from './rings.ts'

export const OUTSIDE = 0
export const INSIDE = 1
export const BORDER = 2
export type PointLocation = typeof OUTSIDE | typeof INSIDE | typeof BORDER

/** Tests one point against all edges, in the order they are stored. −180 and 180 are the same longitude. */
export const locate = (rings: Rings, lonUnits: number, latUnits: number): PointLocation => {
  const here = locateOnMap(rings, lonUnits, latUnits)
  return here === OUTSIDE && onSeam(lonUnits) ? locateOnMap(rings, -lonUnits, latUnits) : here
}

export const toUnits = (degrees: number): number => {
  const units = degrees * UNITS_PER_DEGREE
  const nearest = Math.round(units)
  // Testing first whether they are near saves most of the divisions.
  return Math.abs(units - nearest) < 1e-6 && nearest / UNITS_PER_DEGREE === degrees ? nearest : units
}

/** Like `locate`, for a single ring, `[lon, lat, …]` from element `start` up to `end`. */
export const locateInRing = (
  coords: ArrayLike<number>,
  start: number,
  end: number,
  lonUnits: number,
  latUnits: number,
): PointLocation => {
  let crossings = 0
  let ax = coords[end - 2]
  let ay = coords[end - 1]
  for (let i = start; i < end; i += 2) {
    const bx = coords[i]
    const by = coords[i + 1]
    const met = meetsRay(ax, ay, bx, by, lonUnits, latUnits)
    if (met === BORDER) return BORDER
    crossings ^= met
    ax = bx
    ay = by
  }
  return crossings === 1 ? INSIDE : OUTSIDE
}

/**
 * Returns 1 if the eastward ray from the point crosses the edge, 0 if not, BORDER if the point is on the edge. An edge owns
 * its lower end and not its upper one, so that a ray through a vertex is counted once.
 */
export const meetsRay = (
  ax: number,
  ay: number,
  bx: number,
  by: number,
  px: number,
  py: number,
): PointLocation => {
  if ((ay > py && by > py) || (ay < py && by < py) || (ax < px && bx < px)) return OUTSIDE
  const straddles = ay > py !== by > py
  if (ax > px && bx > px) return straddles ? INSIDE : OUTSIDE
  const side = sideOfEdge(ax, ay, bx, by, px, py)
  if (side === 0) return BORDER
  return straddles && side > 0 === by > ay ? INSIDE : OUTSIDE
}

/**
 * Positive when the point is left of the line from a to b, negative when right of it, zero only when exactly on it: exact for
 * all doubles (Shewchuk's adaptive predicates; the package's y axis points down).
 */
export const sideOfEdge = (ax: number, ay: number, bx: number, by: number, px: number, py: number): number =>
  -orient2d(ax, ay, bx, by, px, py)

const locateOnMap = (rings: Rings, lonUnits: number, latUnits: number): PointLocation => {
  const { coords, ringEnds } = rings
  let crossings = 0
  let start = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const end = 2 * ringEnds[ring]
    const found = locateInRing(coords, start, end, lonUnits, latUnits)
    if (found === BORDER) return BORDER
    crossings ^= found
    start = end
  }
  return crossings === 1 ? INSIDE : OUTSIDE
}
