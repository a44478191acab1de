/**
 * Tests many points against a geometry that is used once: the points are sorted into bands of latitude, and one pass over
 * the edges counts for every point the edges that its eastward ray crosses. No index is built.
 */
import { BORDER, INSIDE, meetsRay, OUTSIDE, toUnits } from './contains.ts'
import { LatitudeBands } from './latitude-bands.ts'
import { onSeam } from './map-rim.ts'
import type { Rings } from './rings.ts'

/** Returns OUTSIDE, INSIDE or BORDER for each point, `[lon, lat, …]` in degrees. */
export const locateManyOnce = (rings: Rings, points: Float64Array): Uint8Array => {
  const { lons, lats, copied } = withSeamCopies(points)
  const locations = new Uint8Array(lons.length)
  const bands = new LatitudeBands(lats)
  let start = 0
  for (const end of rings.ringEnds) {
    countCrossings(rings.coords, 2 * start, 2 * end, lons, lats, bands, locations)
    start = end
  }
  const count = points.length / 2
  for (let copy = count; copy < locations.length; copy++) {
    const point = copied[copy - count]
    if (locations[point] === OUTSIDE) locations[point] = locations[copy]
  }
  return locations.subarray(0, count)
}

/**
 * Converts points to units; points on the seam are added again on the other side of the map, and `copied` has their indexes.
 */
const withSeamCopies = (points: Float64Array) => {
  const count = points.length / 2
  const copied: number[] = []
  for (let point = 0; point < count; point++) if (onSeam(toUnits(points[2 * point]))) copied.push(point)
  const lons = new Float64Array(count + copied.length)
  const lats = new Float64Array(count + copied.length)
  for (let point = 0; point < count; point++) {
    lons[point] = toUnits(points[2 * point])
    lats[point] = toUnits(points[2 * point + 1])
  }
  copied.forEach((point, i) => {
    lons[count + i] = -lons[point]
    lats[count + i] = lats[point]
  })
  return { lons, lats, copied }
}

const countCrossings = (
  coords: Int32Array,
  start: number,
  end: number,
  lons: Float64Array,
  lats: Float64Array,
  bands: LatitudeBands,
  locations: Uint8Array,
): void => {
  const { points, starts } = bands
  let ax = coords[end - 2]
  let ay = coords[end - 1]
  let bandA = bands.bandOf(ay)
  for (let i = start; i < end; i += 2) {
    const bx = coords[i]
    const by = coords[i + 1]
    const bandB = bands.bandOf(by)
    const until = starts[Math.max(bandA, bandB) + 1]
    for (let at = starts[Math.min(bandA, bandB)]; at < until; at++) {
      const point = points[at]
      const met = meetsRay(ax, ay, bx, by, lons[point], lats[point])
      if (met === INSIDE && locations[point] !== BORDER) locations[point] ^= INSIDE
      else if (met === BORDER) locations[point] = BORDER
    }
    ax = bx
    ay = by
    bandA = bandB
  }
}
