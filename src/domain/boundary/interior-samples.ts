/**
 * Spreads sample points evenly over a geometry, to find the boundary that contains most of its land. The points lie on
 * evenly spaced parallels, one in each equal step along the stretches inside the geometry, so that each represents about the
 * same share of the (planar) area.
 */
import { extentOf } from '../geometry/extent.ts'
import type { Rings } from '../geometry/rings.ts'

/**
 * Returns `count` points, `[lon, lat, …]` in units; none if every parallel misses the geometry, as with slivers or distant
 * islets.
 */
export const interiorSamples = (rings: Rings, count: number): Float64Array => {
  const parallels = chooseParallels(rings, Math.ceil(Math.sqrt(count)) * 2)
  const crossings = crossingsOf(rings, parallels)
  let inside = 0
  for (const longitudes of crossings) {
    longitudes.sort((a, b) => a - b)
    for (let i = 0; i + 1 < longitudes.length; i += 2) inside += longitudes[i + 1] - longitudes[i]
  }
  if (inside <= 0) return new Float64Array(0)
  const step = inside / count
  const samples: number[] = []
  /** Total length of the stretches up to this one. */
  let before = 0
  for (let index = 0; index < crossings.length; index++) {
    const longitudes = crossings[index]
    for (let i = 0; i + 1 < longitudes.length; i += 2) {
      const length = longitudes[i + 1] - longitudes[i]
      while (samples.length < 2 * count) {
        const along = step * (samples.length / 2 + offsetInStep(samples.length / 2)) - before
        if (along >= length) break
        samples.push(longitudes[i] + along, parallels[index])
      }
      before += length
    }
  }
  return Float64Array.from(samples)
}

/**
 * Offset of a sample in its step. Multiples of the golden ratio never fall into step with the widths of the stretches; the
 * margin at both ends keeps rounding from moving a sample outside.
 */
const offsetInStep = (sample: number): number => 0.02 + 0.96 * ((sample * GOLDEN_RATIO) % 1)
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2

/** Chooses latitudes between the units of the grid, so that no parallel passes through a vertex. */
const chooseParallels = (rings: Rings, count: number): number[] => {
  const [, south, , north] = extentOf(rings.coords)
  const height = north - south
  const parallels = Array.from(
    { length: count },
    (_, i) => Math.floor(south + (height * (i + 0.5)) / count) + 0.5,
  )
  return height > 0 ? [...new Set(parallels)].filter((lat) => lat > south && lat < north) : []
}

/** Returns the longitudes at which the border crosses each parallel, from one walk along the border. */
const crossingsOf = ({ coords, ringEnds }: Rings, parallels: readonly number[]): number[][] => {
  const crossings: number[][] = parallels.map(() => [])
  if (parallels.length === 0) return crossings
  const first = parallels[0]
  const spacing =
    parallels.length > 1 ? (parallels[parallels.length - 1] - first) / (parallels.length - 1) : 1
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = 2 * ringEnd
    let lon = coords[end - 2]
    let lat = coords[end - 1]
    for (let i = start; i < end; i += 2) {
      const nextLon = coords[i]
      const nextLat = coords[i + 1]
      const low = Math.min(lat, nextLat)
      const high = Math.max(lat, nextLat)
      // Parallels are evenly spaced only up to rounding: start two early and stop behind the edge.
      for (let p = Math.max(0, Math.floor((low - first) / spacing) - 2); p < parallels.length; p++) {
        const parallel = parallels[p]
        if (parallel > high) break
        if (parallel > low) crossings[p].push(lon + ((nextLon - lon) * (parallel - lat)) / (nextLat - lat))
      }
      lon = nextLon
      lat = nextLat
    }
    start = end
  }
  return crossings
}
