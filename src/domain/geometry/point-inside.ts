/**
 * Finds a point that is certainly inside and looks so on a map: in the largest polygon, the middle of its widest east-west
 * span near half of its height, then moved to the middle of the north-south span there, and of the east-west span again.
 */
import { planarAreaOfRing } from './area.ts'
import { INSIDE, locateInRing, OUTSIDE } from './contains.ts'
import {
  type Position,
  polygonCount,
  polygonStart,
  RADIANS_PER_UNIT,
  type Rings,
  ringStart,
  UNITS_PER_DEGREE,
} from './rings.ts'

/**
 * Returns a point on the fixed-point grid if possible. In a needle so thin that no number fits into it, returns a corner,
 * which is on its border. The parts of a polygon that is cut at the antimeridian are separate polygons.
 */
export const pointOnSurface = (rings: Rings): Position => {
  if (polygonCount(rings) === 0) throw new RangeError('A geometry without polygons has no point inside.')
  const polygon = largestPolygon(rings)
  const spot = middleOfWidest(polygon) ?? anywhere(polygon) ?? cornerOf(polygon)
  return [spot[0] / UNITS_PER_DEGREE, spot[1] / UNITS_PER_DEGREE]
}

/** `[lon, lat]` in units. */
type Spot = readonly [number, number]

/** Direction of a line: 0 is east-west, 1 is north-south. The other axis gives its position. */
type LineDirection = 0 | 1

interface Polygon {
  readonly coords: Int32Array
  /** Starts of its rings in `coords`, exterior first, and the end of the last one. */
  readonly bounds: readonly number[]
}

interface CrossingSpan {
  readonly middle: number
  readonly width: number
}

/** Heights, as shares of the polygon's extent, at which the widest span is sought. */
const SHARES = [1 / 2, 1 / 3, 2 / 3]

const largestPolygon = (rings: Rings): Polygon => {
  let largest = 0
  let largestArea = -1
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    const lat = rings.coords[2 * ringStart(rings, exterior) + 1]
    const area = Math.abs(planarAreaOfRing(rings, exterior)) * Math.cos(lat * RADIANS_PER_UNIT)
    if (area <= largestArea) continue
    largest = polygon
    largestArea = area
  }
  const bounds: number[] = []
  for (let ring = polygonStart(rings, largest); ring < rings.polygonEnds[largest]; ring++) {
    bounds.push(2 * ringStart(rings, ring))
  }
  bounds.push(2 * rings.ringEnds[rings.polygonEnds[largest] - 1])
  return { coords: rings.coords, bounds }
}

const middleOfWidest = (polygon: Polygon): Spot | null => {
  const [south, north] = extent(polygon, 1)
  let best: Spot | null = null
  let widest = 0
  for (const share of SHARES) {
    const lat = Math.round(south + share * (north - south))
    for (const { middle, width } of spans(polygon, 0, lat)) {
      if (width <= widest) continue
      best = [Math.round(middle), lat]
      widest = width
    }
  }
  if (best === null) return null
  const upright = toMiddle(polygon, 1, best)
  const level = toMiddle(polygon, 0, upright)
  return [level, upright, best].find((spot) => polygonHolds(polygon, spot)) ?? null
}

/** Moves the position along one axis to the middle of its span. */
const toMiddle = (polygon: Polygon, axis: LineDirection, [lon, lat]: Spot): Spot => {
  const [along, at] = axis === 0 ? [lon, lat] : [lat, lon]
  const span = spans(polygon, axis, at).find(({ middle, width }) => Math.abs(along - middle) <= width / 2)
  if (span === undefined) return [lon, lat]
  const middle = Math.round(span.middle)
  return axis === 0 ? [middle, lat] : [lon, middle]
}

/** Searches between the lines of the grid, away from any vertex; for slivers. */
const anywhere = (polygon: Polygon): Spot | null => {
  for (const axis of [0, 1] as const) {
    const [low, high] = extent(polygon, axis === 0 ? 1 : 0)
    for (const share of SHARES) {
      const at = Math.floor(low + share * (high - low)) + 0.5
      for (const { middle } of spans(polygon, axis, at)) {
        const spot: Spot = axis === 0 ? [middle, at] : [at, middle]
        if (polygonHolds(polygon, spot)) return spot
      }
    }
  }
  return null
}

const cornerOf = ({ coords, bounds }: Polygon): Spot => [coords[bounds[0]], coords[bounds[0] + 1]]

const extent = ({ coords, bounds }: Polygon, axis: LineDirection): readonly [number, number] => {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = bounds[0] + axis; i < bounds[1]; i += 2) {
    low = Math.min(low, coords[i])
    high = Math.max(high, coords[i])
  }
  return [low, high]
}

/** Returns the stretches of a line that lie inside, in order. */
const spans = (polygon: Polygon, axis: LineDirection, at: number): CrossingSpan[] => {
  const crossings = crossingsOf(polygon, axis, at).sort()
  return Array.from({ length: crossings.length >> 1 }, (_, i) => {
    const from = crossings[2 * i]
    const to = crossings[2 * i + 1]
    return { middle: (from + to) / 2, width: to - from }
  })
}

/** Returns the crossings of edges with a line a hair beyond `at`, so that it meets no vertex. */
const crossingsOf = ({ coords, bounds }: Polygon, axis: LineDirection, at: number): Float64Array => {
  const found: number[] = []
  for (let ring = 0; ring + 1 < bounds.length; ring++) {
    addCrossings(coords, bounds[ring], bounds[ring + 1], axis, at, found)
  }
  return Float64Array.from(found)
}

const addCrossings = (
  coords: Int32Array,
  start: number,
  end: number,
  axis: LineDirection,
  at: number,
  found: number[],
): void => {
  // Coordinates are whole numbers, so comparing with the floor of `at` is equivalent, and faster.
  const limit = Math.floor(at)
  let a = coords[end - 1 - axis]
  for (let i = start; i < end; i += 2) {
    const b = coords[i + 1 - axis]
    if (a > limit !== b > limit) {
      const from = coords[(i === start ? end : i) - 2 + axis]
      found.push(from + ((at - a) * (coords[i + axis] - from)) / (b - a))
    }
    a = b
  }
}

const polygonHolds = ({ coords, bounds }: Polygon, [lon, lat]: Spot): boolean => {
  if (locateInRing(coords, bounds[0], bounds[1], lon, lat) !== INSIDE) return false
  for (let hole = 1; hole + 1 < bounds.length; hole++) {
    if (locateInRing(coords, bounds[hole], bounds[hole + 1], lon, lat) !== OUTSIDE) return false
  }
  return true
}
