/** Reads GeoJSON polygons into rings, on the fixed-point grid and cut at the antimeridian. */
import { cutPolygon } from './antimeridian.ts'
import { POLE } from './map-rim.ts'
import { type PolygonPart, ringsFromParts } from './parts.ts'
import { type Rings, UNITS_PER_DEGREE } from './rings.ts'

/** Three turns around the Earth: larger longitudes are not degrees. */
const MAX_LONGITUDE = 1080

/** The two GeoJSON geometries that have an area (RFC 7946 §3.1.6 and §3.1.7), as `JSON.parse` gives them. */
export interface GeoJsonArea {
  readonly type: string
  readonly coordinates: unknown
}

/**
 * Ignores elevations. Longitudes may continue beyond ±180, for some turns, or jump across it. Rings are taken as given:
 * `repair` fixes crossings and wrong nesting.
 */
export const ringsFromGeoJson = (geometry: GeoJsonArea): Rings => {
  const polygons =
    geometry.type === 'Polygon'
      ? [readPolygon(geometry.coordinates, '')]
      : geometry.type === 'MultiPolygon'
        ? requiredList(geometry.coordinates, 'coordinates').map((polygon, i) =>
            readPolygon(polygon, ` of polygon ${i}`),
          )
        : wrongType(geometry.type)
  return ringsFromParts(
    polygons.filter((polygon) => polygon.length > 0).flatMap((polygon) => cutPolygon(polygon) ?? [polygon]),
  )
}

const wrongType = (type: string): never => {
  throw new TypeError(`A GeoJSON Polygon or MultiPolygon is needed here, not "${type}".`)
}

const readPolygon = (rings: unknown, where: string): PolygonPart =>
  requiredList(rings, `the rings${where}`).map((ring, i) => readRing(ring, `ring ${i}${where}`))

const readRing = (ring: unknown, where: string): number[] => {
  const positions = requiredList(ring, where)
  const coords: number[] = []
  for (const [i, position] of positions.entries()) {
    if (!isPosition(position)) {
      throw new TypeError(
        `Position ${i} of ${where} is not [lon, lat] in degrees with a longitude between -${MAX_LONGITUDE} and ${MAX_LONGITUDE} and a latitude between -90 and 90.`,
      )
    }
    coords.push(Math.round(position[0] * UNITS_PER_DEGREE), Math.round(position[1] * UNITS_PER_DEGREE))
  }
  if (coords.length > 2 && coords[0] === coords.at(-2) && coords[1] === coords.at(-1)) coords.length -= 2
  if (coords.length < 6) {
    throw new TypeError(
      `The GeoJSON ${where} has ${positions.length} positions; a closed ring needs at least 4.`,
    )
  }
  return coords
}

const requiredList = (value: unknown, where: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new TypeError(`In GeoJSON, ${where} must be an array.`)
  return value
}

const isPosition = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) &&
  Number.isFinite(value[0]) &&
  Number.isFinite(value[1]) &&
  Math.abs(value[0]) <= MAX_LONGITUDE &&
  Math.abs(value[1] * UNITS_PER_DEGREE) <= POLE
