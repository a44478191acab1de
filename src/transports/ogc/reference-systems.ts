/** Reference systems by their URIs: OGC API – Features, Part 2 (OGC 18-058r1). */
import { COORDINATES, type ReferenceSystem } from '../../domain/collections/reference-system.ts'
import { wrapLongitude } from '../../domain/geometry/bbox.ts'
import type { BBox } from '../../domain/geometry/rings.ts'

/** Longitude and latitude of WGS 84, as in all GeoJSON; the default. */
export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

const SYSTEMS = {
  [CRS84]: 'CRS84',
  'http://www.opengis.net/def/crs/EPSG/0/4326': 'EPSG:4326',
  'http://www.opengis.net/def/crs/EPSG/0/3857': 'EPSG:3857',
} as const satisfies Readonly<Record<string, ReferenceSystem>>

export type SystemUri = keyof typeof SYSTEMS

export const SYSTEM_URIS = Object.keys(SYSTEMS) as readonly SystemUri[]

export const systemOf = (uri: SystemUri): ReferenceSystem => SYSTEMS[uri]

/** The numbers of `bbox`: four, or six with heights after the second and the fifth. */
type BoxNumbers = readonly number[]

/** Returns a sentence about an invalid box; null for a valid one. */
export const boxFault = (numbers: BoxNumbers, uri: SystemUri): string | null => {
  const [[, south], [, north]] = cornersOf(numbers, uri)
  if (Math.max(Math.abs(south), Math.abs(north)) > 90)
    return `bbox must have latitudes between -90 and 90.${ADVICE[systemOf(uri)]}`
  if (south > north) return 'bbox must have the southern latitude before the northern one.'
  if (numbers.length === 6 && numbers[2] > numbers[5]) return 'bbox must have the lower height first.'
  return null
}

const ADVICE: Readonly<Record<ReferenceSystem, string>> = {
  CRS84: ' bbox-crs names the reference system of a box in metres.',
  'EPSG:4326': ' In EPSG:4326 the latitude comes first.',
  'EPSG:3857': '',
}

/** Returns a valid box in degrees between ±180. */
export const boxOfNumbers = (numbers: BoxNumbers, uri: SystemUri): BBox => {
  const [[west, south], [east, north]] = cornersOf(numbers, uri)
  // Maps that show the Earth several times ask for longitudes beyond ±180.
  if (east - west >= 360) return [-180, south, 180, north]
  return [wrapLongitude(west % 360), south, wrapLongitude(east % 360), north]
}

const cornersOf = (numbers: BoxNumbers, uri: SystemUri) => {
  const { positionOf } = COORDINATES[systemOf(uri)]
  const upper = numbers.length / 2
  return [positionOf(numbers[0], numbers[1]), positionOf(numbers[upper], numbers[upper + 1])] as const
}
