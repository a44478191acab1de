/** Projects a position onto an SVG drawing: an equirectangular projection onto a grid of whole numbers. */
import { bboxOf } from '../geometry/bbox.ts'
import { FULL_TURN } from '../geometry/map-rim.ts'
import { type BBox, type Rings, UNITS_PER_DEGREE, vertexCount } from '../geometry/rings.ts'

export interface SvgProjection {
  /** Width and height in SVG units. */
  readonly width: number
  readonly height: number
  /** Decimals of a coordinate: the grid has 10^decimals lines for each unit. */
  readonly decimals: number
  /** Degrees at the left and the upper edge. */
  readonly west: number
  readonly north: number
  /** SVG units for each degree. */
  readonly perDegreeLon: number
  readonly perDegreeLat: number
  /** Return the grid column of a longitude and the grid row of a latitude, in fixed-point units. */
  readonly column: (lonUnits: number) => number
  readonly row: (latUnits: number) => number
}

const LONGER_SIDE = 1000

/** Pass `decimals` for a grid finer or coarser than the rings need. */
export const projectionOf = (rings: Rings, decimals: number = decimalsFor(rings)): SvgProjection =>
  projectionOfBox(bboxOf(rings), decimals)

export const projectionOfBox = ([west, south, east, north]: BBox, decimals: number): SvgProjection => {
  const crosses = west > east
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const degreesWide = (crosses ? east + 360 - west : east - west) * shrink
  const degreesHigh = north - south
  const perDegreeLat = LONGER_SIDE / Math.max(degreesWide, degreesHigh)
  const perDegreeLon = perDegreeLat * shrink

  const left = west * UNITS_PER_DEGREE
  const top = north * UNITS_PER_DEGREE
  const columns = (perDegreeLon * 10 ** decimals) / UNITS_PER_DEGREE
  const rows = (perDegreeLat * 10 ** decimals) / UNITS_PER_DEGREE
  // Use the middle of the empty stretch, so that a coordinate rounded past an end stays on its side.
  const seam = crosses ? ((west + east) / 2) * UNITS_PER_DEGREE : Number.NEGATIVE_INFINITY
  return {
    width: degreesWide * perDegreeLat,
    height: degreesHigh * perDegreeLat,
    decimals,
    west,
    north,
    perDegreeLon,
    perDegreeLat,
    column: (lon) => Math.round(((lon < seam ? lon + FULL_TURN : lon) - left) * columns),
    row: (lat) => Math.round((top - lat) * rows),
  }
}

/**
 * Neighbouring points on an outline of n positions are about 2000/n units apart: a grid of a twentieth of that keeps them
 * apart and the area true. More than four decimals exceed the 24 bits with which renderers draw.
 */
const decimalsFor = (rings: Rings): number =>
  Math.min(4, Math.max(1, Math.ceil(Math.log10(vertexCount(rings))) - 2))
