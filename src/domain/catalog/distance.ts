/** Approximate distance from a place to a point; good enough to prefer near places. */
import { KM_PER_DEGREE } from '../geometry/perimeter.ts'
import type { BBox, Position } from '../geometry/rings.ts'

/** Returns the distance from the point to the nearest edge of the box, the shorter way around the Earth; 0 inside it. */
export const distanceKm = ([lon, lat]: Position, [west, south, east, north]: BBox): number => {
  const latDegrees = Math.max(south - lat, lat - north, 0)
  const nearestLat = Math.min(Math.max(lat, south), north)
  const widthDegrees = degreesInTurn(east - west)
  const offsetDegrees = degreesInTurn(lon - west)
  const lonDegrees =
    offsetDegrees <= widthDegrees ? 0 : Math.min(offsetDegrees - widthDegrees, 360 - offsetDegrees)
  const parallel = Math.cos((((lat + nearestLat) / 2) * Math.PI) / 180)
  return KM_PER_DEGREE * Math.hypot(latDegrees, lonDegrees * parallel)
}

/** Returns how many times a distance doubles beyond 20 km. */
export const doublingsOf = (km: number): number => Math.log2(1 + km / NEAR_KM)

/** Beyond this, ten times the distance outweighs ten times the people. */
const NEAR_KM = 20

/** Normalizes to 0–360, but keeps 360: a box from −180 to 180 is a full turn wide, not 0. */
const degreesInTurn = (degrees: number): number => (degrees === 360 ? 360 : ((degrees % 360) + 360) % 360)
