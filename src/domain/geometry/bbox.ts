/**
 * Bounding boxes by RFC 7946 §5: a box that crosses the antimeridian has west > east, so that Fiji is `[176.9, -21, -178.2,
 * -12.5]` and not a belt around the Earth.
 */
import { extentOfRing, inDegrees } from './extent.ts'
import {
  type BBox,
  type Position,
  polygonCount,
  polygonStart,
  type Rings,
  UNITS_PER_DEGREE,
} from './rings.ts'

/** Returns the smallest box: its longitudes leave out the largest empty stretch of the circle. */
export const bboxOf = (rings: Rings): BBox => {
  if (polygonCount(rings) === 0) throw new RangeError('A geometry without polygons has no bounding box.')
  const { wests, easts, south, north } = extents(rings)
  const [west, east] = smallestSpan(wests, easts, FULL_CIRCLE)
  return inDegrees([west, south, east, north])
}

/** Returns the smallest box around several. */
export const joinBBoxes = (boxes: Iterable<BBox>): BBox => {
  const parts = Array.from(boxes).flatMap(splitBBox)
  if (parts.length === 0) throw new RangeError('No boxes have no box around them.')
  const side = (index: number): Float64Array => Float64Array.from(parts, (part) => part[index])
  const [west, east] = smallestSpan(side(0), side(2), 360)
  const south = side(1).reduce((least, each) => Math.min(least, each))
  const north = side(3).reduce((most, each) => Math.max(most, each))
  return [west, south, east, north]
}

/**
 * Returns the ends of the smallest span of longitudes around spans that do not cross the antimeridian. Sorts both arrays.
 */
const smallestSpan = (
  wests: Int32Array | Float64Array,
  easts: Int32Array | Float64Array,
  fullCircle: number,
): readonly [west: number, east: number] => {
  wests.sort()
  easts.sort()
  const last = easts.length - 1

  // Start with the stretch that is empty if nothing crosses ±180: from the easternmost longitude to the westernmost one.
  let west = wests[0]
  let east = easts[last]
  let largest = fullCircle - (east - west)
  // Of the polygons, i + 1 begin west of wests[i + 1], and i + 1 end at easts[i] or west of it. If wests[i + 1] is further
  // east, no polygon lies between.
  for (let i = 0; i < last; i++) {
    const gap = wests[i + 1] - easts[i]
    if (gap > largest) {
      largest = gap
      west = wests[i + 1]
      east = easts[i]
    }
  }
  return [west, east]
}

/** Returns one box, or two if it crosses the antimeridian: plain boxes with west ≤ east, for indexes. */
export const splitBBox = (bbox: BBox): readonly BBox[] => {
  const [west, south, east, north] = bbox
  if (west <= east) return [bbox]
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ]
}

/** Returns boxes with west ≤ east; a box that ends at ±180 also gets the other side of that meridian. */
export const sameBoxes = (box: BBox): readonly BBox[] => {
  const [west, south, east, north] = box
  const boxes = splitBBox(box)
  return [
    ...boxes,
    ...(boxes.length === 1 && east === 180 ? [[-180, south, -180, north] as const] : []),
    ...(boxes.length === 1 && west === -180 ? [[180, south, 180, north] as const] : []),
  ]
}

/** Boxes that only touch count as overlapping, even at ±180. */
export const bboxesOverlap = (a: BBox, b: BBox): boolean =>
  a[1] <= b[3] && b[1] <= a[3] && (longitudeInside(a, b[0]) || longitudeInside(b, a[0]) || meetAtSeam(a, b))

/** The rim belongs to the box; −180 and 180 are one longitude. */
export const bboxContains = (bbox: BBox, [lon, lat]: Position): boolean =>
  bbox[1] <= lat &&
  lat <= bbox[3] &&
  (longitudeInside(bbox, lon) || (Math.abs(lon) === 180 && reachesSeam(bbox)))

/** Returns a box that contains everything within this many kilometres of the point; at a pole it goes around the Earth. */
export const bboxAround = ([lon, lat]: Position, km: number): BBox => {
  const latDegrees = km / MIN_KM_PER_DEGREE
  const [south, north] = [Math.max(-90, lat - latDegrees), Math.min(90, lat + latDegrees)]
  const parallel = Math.cos((Math.max(-south, north) * Math.PI) / 180)
  const lonDegrees = latDegrees / parallel
  if (!(lonDegrees < 180)) return [-180, south, 180, north]
  return [wrapLongitude(lon - lonDegrees), south, wrapLongitude(lon + lonDegrees), north]
}

/** Returns a box that contains everything within this many kilometres of the box. */
export const paddedBBox = ([west, south, east, north]: BBox, km: number): BBox => {
  const [, farSouth, southEast] = bboxAround([0, south], km)
  const [, , northEast, farNorth] = bboxAround([0, north], km)
  const widest = Math.max(southEast, northEast)
  return lonSpan(west, east) + 2 * widest >= 360
    ? [-180, farSouth, 180, farNorth]
    : [wrapLongitude(west - widest), farSouth, wrapLongitude(east + widest), farNorth]
}

/** True if nothing of the first box is outside the second one. */
export const bboxWithin = (inner: BBox, outer: BBox): boolean =>
  outer[1] <= inner[1] &&
  inner[3] <= outer[3] &&
  (lonSpan(outer[0], outer[2]) >= 360 ||
    lonSpan(outer[0], inner[0]) + lonSpan(inner[0], inner[2]) <= lonSpan(outer[0], outer[2]))

/** Degrees of longitude from west to east: 360 around the Earth. */
const lonSpan = (west: number, east: number): number => (west <= east ? east - west : east - west + 360)

/** Less than the shortest degree on WGS 84. */
const MIN_KM_PER_DEGREE = 110

/** The same meridian between ±180, of a longitude that is less than a turn beyond. */
export const wrapLongitude = (lon: number): number => (lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon)

const FULL_CIRCLE = 360 * UNITS_PER_DEGREE

/** Returns west and east of each polygon, whose longitudes are one unbroken stretch, and south and north of all. */
const extents = (rings: Rings) => {
  const wests = new Int32Array(polygonCount(rings))
  const easts = new Int32Array(polygonCount(rings))
  let south = Number.POSITIVE_INFINITY
  let north = Number.NEGATIVE_INFINITY
  for (let polygon = 0; polygon < wests.length; polygon++) {
    const [west, lowest, east, highest] = extentOfRing(rings, polygonStart(rings, polygon))
    wests[polygon] = west
    easts[polygon] = east
    south = Math.min(south, lowest)
    north = Math.max(north, highest)
  }
  return { wests, easts, south, north }
}

const longitudeInside = ([west, , east]: BBox, lon: number): boolean =>
  west <= east ? west <= lon && lon <= east : lon >= west || lon <= east

const reachesSeam = ([west, , east]: BBox): boolean => west > east || west === -180 || east === 180

const meetAtSeam = (a: BBox, b: BBox): boolean => reachesSeam(a) && reachesSeam(b)
