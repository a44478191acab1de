/**
 * Web Mercator (EPSG:3857): longitudes and latitudes of WGS 84 in metres on a sphere (IOGP Guidance Note 7-2, method 1024). The plane is a
 * square, which ends at 85.0511° north and south.
 */
import { cutToBox } from './cut-to-box.ts'
import { extentOf } from './extent.ts'
import { positive, repair } from './repair.ts'
import { type Position, RADIANS_PER_UNIT, type Rings, UNITS_PER_DEGREE } from './rings.ts'

const RADIUS_METRES = 6_378_137
const RADIANS_PER_DEGREE = Math.PI / 180

/** Half the side of the square. */
const MAX_METRES = Math.PI * RADIUS_METRES

const MAX_LATITUDE = Math.floor((Math.atan(Math.sinh(Math.PI)) / RADIANS_PER_DEGREE) * UNITS_PER_DEGREE)

/**
 * Returns a valid area with positions in units of 10^-`decimals` metres, at most two decimals: more exceed 32 bits. Land nearer to a pole
 * than the square reaches is cut off. Only positions are moved, so edges stay straight; where that makes them cross, the overlap is inside.
 * O(n log n) in the positions.
 */
export const webMercatorRings = (rings: Rings, decimals: number): Rings => {
  const { coords, ringEnds, polygonEnds } = inSquare(rings)
  const scale = 10 ** decimals
  const moved = new Int32Array(coords.length)
  for (let i = 0; i < coords.length; i += 2) {
    moved[i] = Math.round(coords[i] * RADIANS_PER_UNIT * RADIUS_METRES * scale)
    moved[i + 1] = Math.round(northing(coords[i + 1] * RADIANS_PER_UNIT) * scale)
  }
  return repair({ coords: moved, ringEnds, polygonEnds }, 1, positive)
}

/** The result is valid only after a repair. */
const inSquare = (rings: Rings): Rings => {
  const [, south, , north] = extentOf(rings.coords)
  if (south >= -MAX_LATITUDE && north <= MAX_LATITUDE) return rings
  const eastEnd = 180 * UNITS_PER_DEGREE
  return cutToBox(rings, [-eastEnd, -MAX_LATITUDE, eastEnd, MAX_LATITUDE])
}

const northing = (latRadians: number): number => RADIUS_METRES * Math.asinh(Math.tan(latRadians))

/** Returns metres; those of a latitude beyond the square are at its rim. */
export const toWebMercator = ([lon, lat]: Position): readonly [x: number, y: number] => {
  const y = northing(lat * RADIANS_PER_DEGREE)
  return [lon * RADIANS_PER_DEGREE * RADIUS_METRES, Math.max(-MAX_METRES, Math.min(MAX_METRES, y))]
}

/** Returns degrees; those of x beyond the square are beyond ±180. */
export const fromWebMercator = (x: number, y: number): Position => [
  x / RADIUS_METRES / RADIANS_PER_DEGREE,
  Math.atan(Math.sinh(y / RADIUS_METRES)) / RADIANS_PER_DEGREE,
]
