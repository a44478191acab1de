/** Finds countries that a file contains completely, so that no other source is needed for their subdivisions. */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import type { KnownWorld } from './known-world.ts'

/** How much of the world a source contains. */
export interface SourceExtent {
  /** Null if a file does not say it. */
  readonly box: BBox | null
}

interface Unit {
  readonly bbox: BBox
  readonly areaKm2: number
  readonly adminLevel: number | null
  /** Indexes of its parents, from the country down. */
  readonly parents: readonly number[]
  /** Code of a country whose land is confirmed; null for other boundaries. */
  readonly country: string | null
  readonly standsFor: readonly BoundaryRecord[]
}

/** Degrees by which a file's box may be tighter than the country: boxes are rounded. */
const BOX_SLACK_DEGREES = 0.01
/** Share of the country's land that the subdivisions of one level must cover. */
const MIN_SUBDIVIDED = 0.5

/**
 * A country is complete if its border is, the file was not cut smaller, and the file divides it, if other sources do: extracts
 * often contain the whole border of a country of which they have only one town. O(n) in the boundaries and their parents.
 *
 * @param extent null for an answer of the live map, which has no country completely
 */
export const coveredCountries = async (
  boundaries: readonly Unit[],
  extent: SourceExtent | null,
  world: Pick<KnownWorld, 'hasUnits'>,
): Promise<ReadonlySet<string>> => {
  const covered = new Set<string>()
  if (extent === null) return covered
  const divisions = largestDivisions(boundaries)
  for (const [index, { country, bbox, areaKm2, standsFor }] of boundaries.entries()) {
    if (country === null) continue
    if (extent.box !== null && !isInside(bbox, extent.box)) continue
    // The border may include a wide sea, which units rarely do.
    const landKm2 = Math.min(areaKm2, ...standsFor.map((known) => known.areaKm2))
    const isDivided = (divisions.get(index) ?? 0) >= MIN_SUBDIVIDED * landKm2
    if (isDivided || (extent.box !== null && !(await world.hasUnits(standsFor)))) covered.add(country)
  }
  return covered
}

const isInside = ([west, south, east, north]: BBox, box: BBox): boolean => {
  if (south < box[1] - BOX_SLACK_DEGREES || north > box[3] + BOX_SLACK_DEGREES) return false
  if (box[0] <= -180 && box[2] >= 180) return true
  if (west > east)
    return box[0] > box[2] && west >= box[0] - BOX_SLACK_DEGREES && east <= box[2] + BOX_SLACK_DEGREES
  return west >= box[0] - BOX_SLACK_DEGREES && east <= box[2] + BOX_SLACK_DEGREES
}

/**
 * Returns, for each boundary with a country's code, the area of its subdivisions at the level that covers most. O(n) in the boundaries
 * and their parents.
 */
const largestDivisions = (boundaries: readonly Unit[]): ReadonlyMap<number, number> => {
  const areas = new Map<number, Map<number, number>>()
  for (const { adminLevel, areaKm2, parents } of boundaries) {
    if (adminLevel === null) continue
    for (const parent of parents) {
      if (boundaries[parent].country === null) continue
      const ofParent = areas.get(parent) ?? new Map<number, number>()
      areas.set(parent, ofParent.set(adminLevel, (ofParent.get(adminLevel) ?? 0) + areaKm2))
    }
  }
  return new Map([...areas].map(([parent, ofParent]) => [parent, Math.max(...ofParent.values())]))
}
