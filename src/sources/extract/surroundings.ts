/**
 * Finds the known boundaries around an object: the country and state around a city extract. They decide the object's country
 * and parents, which its own tags cannot.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { COUNTRY_LEVEL } from '../../domain/boundary/kind.ts'
import type { LayerView } from '../../domain/catalog/layers.ts'
import { bboxContains } from '../../domain/geometry/bbox.ts'
import { type Position, UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import type { Compared } from './compared-fields.ts'
import { layersOf, type PlacingTools, polygonsAt } from './placing-tools.ts'

const MIN_SHARE = 0.5

export interface Surroundings {
  /** Administrative boundaries that contain most of the given one, or of its land, and have a lower level; country first. */
  readonly around: readonly BoundaryRecord[]
  /** The country, or the first-level unit, with most of it, if it lies in several and belongs to none. */
  readonly straddles: BoundaryRecord | null
  /** The country with most of an object at the level of countries or above it. Null for all others. */
  readonly mostIn: BoundaryRecord | null
}

/** A large boundary may not reach into another country; of a small one, an atlas may draw the border through it. */
const SMALL_KM2 = 5_000
const MIN_SHARE_OF_LARGE = 0.9

/** O(k) in the known boundaries whose boxes its own meets, of which a limited number is looked at (`known-nearby.ts`). */
export const surroundings = async (
  view: LayerView,
  boundary: Compared,
  tools: PlacingTools,
): Promise<Surroundings> => {
  const level = boundary.adminLevel ?? Number.POSITIVE_INFINITY
  const isAbove = (record: BoundaryRecord): boolean =>
    record.adminLevel !== null &&
    record.adminLevel >= COUNTRY_LEVEL &&
    record.adminLevel < level &&
    record.id !== boundary.id
  const found = await containing(view, boundary, tools, isAbove)
  const least = boundary.areaKm2 > SMALL_KM2 ? MIN_SHARE_OF_LARGE : MIN_SHARE
  if (!found.some(({ record, share }) => isWholeCountry(record) && share >= least)) {
    const most = await countryOfMost(view, boundary, tools)
    const mostIn = level <= COUNTRY_LEVEL ? (most?.record ?? null) : null
    if (most !== null && most.share < least) return { around: [], straddles: most.record, mostIn }
    if (level <= COUNTRY_LEVEL) return { around: [], straddles: null, mostIn }
  }
  const around = onePerLevel(found.filter(({ share }) => share >= MIN_SHARE))
  const sharing = (isWanted: (record: BoundaryRecord) => boolean) =>
    sharingLand(view, boundary, tools, (record) => isAbove(record) && isWanted(record))
  const sharingUnits = (country: BoundaryRecord) =>
    sharing((record) => !isWholeCountry(record) && isIn(record, country))
  const known = around.find(isWholeCountry)
  if (known !== undefined) {
    const isInPart = around.some((record) => isPartOf(known, record))
    const straddles = isInPart ? null : straddledOf(known, await sharingUnits(known))
    return { around, straddles, mostIn: null }
  }
  const [country, ...others] = await sharing(isWholeCountry)
  if (country === undefined) return { around, straddles: null, mostIn: null }
  const land = others.reduce((sum, each) => sum + each.land, country.land)
  if (country.land < MIN_SHARE * land) return { around: [], straddles: country.record, mostIn: null }
  const units = await sharingUnits(country.record)
  return {
    around: onePerLevel([
      country,
      ...units.filter((unit) => unit.land >= MIN_SHARE * land),
      ...around.map((record) => ({ record })),
    ]),
    straddles: straddledOf(country.record, units),
    mostIn: null,
  }
}

/**
 * Returns the first-level unit with most of the land, unless it has half of what all at its level have. Only the first level
 * counts: a city may lie in several counties, but no municipality in several states.
 */
const straddledOf = (country: BoundaryRecord, units: readonly Sharing[]): BoundaryRecord | null => {
  const parts = units.filter(({ record }) => isPartOf(country, record))
  const levels = [...Map.groupBy(parts, ({ record }) => record.adminLevel)]
    .map(([level, [most, ...others]]) => ({
      level: level ?? Number.POSITIVE_INFINITY,
      most,
      land: others.reduce((sum, each) => sum + each.land, most.land),
    }))
    .sort((a, b) => a.level - b.level)
  const widest = Math.max(...levels.map(({ land }) => land))
  const first = levels.find(({ land }) => land >= MIN_SHARE * widest)
  return first === undefined || first.most.land >= MIN_SHARE * first.land ? null : first.most.record
}

/** Returns the country with most of its sample points, and its share of those in any country, which may claim the same land. */
const countryOfMost = async (
  view: LayerView,
  { id, samples }: Compared,
  tools: PlacingTools,
): Promise<{ readonly record: BoundaryRecord; readonly share: number } | null> => {
  const points = pointsOf(samples)
  const found: { readonly record: BoundaryRecord; readonly points: readonly number[] }[] = []
  for (const layer of layersOf(view)) {
    for await (const { record, polygon } of polygonsAt(
      layer,
      id,
      points.map(degreesOf),
      isWholeCountry,
      tools,
    )) {
      const shares = await tools.work.shares({ polygon, samples: points })
      found.push({ record, points: shares.flatMap((share, index) => (share > 0 ? [index] : [])) })
    }
  }
  const onLand = new Set(found.flatMap((each) => each.points)).size
  const [most] = found.sort((a, b) => b.points.length - a.points.length)
  return onLand > 0 ? { record: most.record, share: most.points.length / onLand } : null
}

const pointsOf = (samples: Float64Array): readonly Float64Array[] =>
  Array.from({ length: samples.length / 2 }, (_, index) => samples.subarray(2 * index, 2 * index + 2))

const degreesOf = ([lon, lat]: Float64Array): Position => [lon / UNITS_PER_DEGREE, lat / UNITS_PER_DEGREE]

/** The Netherlands have level 3; Puerto Rico is in the United States. */
const isWholeCountry = ({ kind, parents }: BoundaryRecord): boolean =>
  kind === 'country' && parents.length === 0

/** Not the country itself, or most of it: metropolitan France. */
const isPartOf = (country: BoundaryRecord, record: BoundaryRecord): boolean =>
  !isWholeCountry(record) && record.areaKm2 < country.areaKm2 / 2

const isIn = (record: BoundaryRecord, country: BoundaryRecord): boolean =>
  record.country === country.country || record.parents.some(({ id }) => id === country.id)

/** Returns the records whose box contains the centre of the boundary, with the share of the boundary inside it. */
const containing = async (
  view: LayerView,
  boundary: Compared,
  tools: PlacingTools,
  isAbove: (record: BoundaryRecord) => boolean,
) => {
  const { id, centroid, areaKm2, samples } = boundary
  const isWanted = (record: BoundaryRecord): boolean =>
    isAbove(record) && record.areaKm2 >= areaKm2 / 2 && bboxContains(record.bbox, centroid)
  const found: { readonly record: BoundaryRecord; readonly share: number }[] = []
  for (const layer of layersOf(view)) {
    for await (const { record, polygon } of polygonsAt(layer, id, [centroid], isWanted, tools)) {
      const [share] = await tools.work.shares({ polygon, samples: [samples] })
      found.push({ record, share })
    }
  }
  return found
}

interface Sharing {
  readonly record: BoundaryRecord
  /** In square degrees. */
  readonly land: number
}

/** Returns every wanted record that shares land with the boundary, and how much; the most first. */
const sharingLand = async (
  view: LayerView,
  boundary: Compared,
  { work, nearby }: PlacingTools,
  isWanted: (record: BoundaryRecord) => boolean,
): Promise<readonly Sharing[]> => {
  const found: Sharing[] = []
  for (const [layer, source] of view.sources.entries()) {
    const known = await nearby.in(source, boundary.id, boundary.bbox)
    const wanted = known.map(({ record }) => record).filter(isWanted)
    for (const record of nearby.compared(boundary.id, await view.visible(layer, wanted))) {
      const geometry = await source.geometry(record.id)
      if (geometry === null) continue
      const others = [geometry.rings]
      const [land] = await work.sharedLand({ area: boundary.rings(), bbox: boundary.bbox, others })
      if (land > 0) found.push({ record, land })
    }
  }
  return found.sort((a, b) => b.land - a.land)
}

/**
 * Returns the smallest of several at a level: the dependency, not the realm. On land that two countries share, only records
 * of the chosen country.
 */
const onePerLevel = (found: readonly { readonly record: BoundaryRecord }[]): BoundaryRecord[] => {
  const chain = smallestPerLevel(found)
  const country = chain.find(({ kind }) => kind === 'country')
  return country === undefined || country.parents.length > 0
    ? chain
    : chain.filter((record) => record.country === null || record.country === country.country)
}

const smallestPerLevel = (found: readonly { readonly record: BoundaryRecord }[]): BoundaryRecord[] => {
  const byLevel = new Map<number, BoundaryRecord>()
  for (const { record } of found) {
    const level = record.adminLevel ?? 0
    const rival = byLevel.get(level)
    if (rival === undefined || record.areaKm2 < rival.areaKm2) byLevel.set(level, record)
  }
  return [...byLevel.entries()].sort(([a], [b]) => a - b).map(([, record]) => record)
}
