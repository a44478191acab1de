/** Leaves out what no tile of a block shows, before any work is done on it: most rings of coasts are islets. */
import { extentOfRing } from '../geometry/extent.ts'
import { ringPart, ringsFromParts } from '../geometry/parts.ts'
import { polygonCount, polygonStart, type Rings, UNITS_PER_DEGREE } from '../geometry/rings.ts'

/** Without polygons narrower and lower than `step` (1e-7 degrees at the equator, as Mercator has it); the largest polygon stays. */
export const withoutSpecks = (rings: Rings, step: number): Rings => {
  const kept: number[] = []
  let largest = 0
  let largestSide = -1
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const side = ringSide(rings, polygonStart(rings, polygon))
    if (side >= step) kept.push(polygon)
    if (side <= largestSide) continue
    largest = polygon
    largestSide = side
  }
  if (kept.length === polygonCount(rings)) return rings
  return ringsFromParts((kept.length > 0 ? kept : [largest]).map((polygon) => ringCoordsOf(rings, polygon)))
}

/** The longer side of a ring's box, measured along the equator. */
const ringSide = (rings: Rings, ring: number): number => {
  const [west, south, east, north] = extentOfRing(rings, ring)
  const middle = (south + north) / 2 / UNITS_PER_DEGREE
  return Math.max(east - west, (north - south) / Math.cos((middle * Math.PI) / 180))
}

const ringCoordsOf = (rings: Rings, polygon: number): readonly Int32Array[] => {
  const first = polygonStart(rings, polygon)
  return Array.from({ length: rings.polygonEnds[polygon] - first }, (_, i) => ringPart(rings, first + i))
}
