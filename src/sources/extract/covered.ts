/** Finds countries that a file contains completely, so that no other source is needed for their subdivisions. */
import type { BBox } from '../../domain/geometry/rings.ts'
import type { PlacedBoundary } from './place.ts'

const COUNTRY_LEVEL = 2
/** Degrees by which a file's box may be tighter than the country: boxes are rounded. */
const BOX_SLACK_DEGREES = 0.01
/** For a file without a box: share of the country that the subdivisions of one level must cover. Few of them include sea. */
const MIN_SUBDIVIDED = 0.5

/**
 * A country is covered if its border is complete and the file was not cut smaller: extracts often contain the whole border
 * of a country of which they have only one town.
 */
export const coveredCountries = (boundaries: readonly PlacedBoundary[], fileBox: BBox | null): string[] => {
  const covered = new Set<string>()
  const subdivided = fileBox === null ? largestSubdivision(boundaries) : null
  for (const { id, adminLevel, country, bbox, areaKm2 } of boundaries) {
    if (adminLevel !== COUNTRY_LEVEL || country === null) continue
    const isWhole =
      fileBox !== null ? isInside(bbox, fileBox) : (subdivided?.get(id) ?? 0) >= MIN_SUBDIVIDED * areaKm2
    if (isWhole) covered.add(country)
  }
  return [...covered].sort()
}

const isInside = ([west, south, east, north]: BBox, box: BBox): boolean => {
  if (south < box[1] - BOX_SLACK_DEGREES || north > box[3] + BOX_SLACK_DEGREES) return false
  if (box[0] <= -180 && box[2] >= 180) return true
  if (west > east)
    return box[0] > box[2] && west >= box[0] - BOX_SLACK_DEGREES && east <= box[2] + BOX_SLACK_DEGREES
  return west >= box[0] - BOX_SLACK_DEGREES && east <= box[2] + BOX_SLACK_DEGREES
}

/** Returns the area of each country's subdivisions at the level that covers most. */
const largestSubdivision = (boundaries: readonly PlacedBoundary[]): ReadonlyMap<string, number> => {
  const areas = new Map<string, Map<number, number>>()
  for (const { adminLevel, areaKm2, parents } of boundaries) {
    const country = parents.find((parent) => parent.adminLevel === COUNTRY_LEVEL)
    if (adminLevel === null || country === undefined) continue
    const levels = areas.get(country.id) ?? new Map<number, number>()
    levels.set(adminLevel, (levels.get(adminLevel) ?? 0) + areaKm2)
    areas.set(country.id, levels)
  }
  return new Map([...areas].map(([id, levels]) => [id, Math.max(...levels.values())]))
}
