/** Builds the GeoJSON Feature of one boundary, except its geometry. */
import type { FeatureHead } from '../formats/feature-head.ts'
import { attributionOfOne } from './attribution.ts'
import type { BoundaryRecord, BoundarySummary } from './boundary.ts'
import { childBody, claimsBody, type Naming, parentBody, refBody } from './boundary-json.ts'
import { DEFAULT_PRECISION, type Detail } from './detail-levels.ts'
import type { DisputeClaims } from './dispute.ts'
import { idsBody } from './external-ids.ts'
import { nameIn } from './language.ts'
import { namesWithLocal } from './local-name.ts'

export interface FeatureParts {
  readonly detail: Detail
  /** Decimals of the coordinates. */
  readonly precision: number
  /** Positions of the geometry in the answer. */
  readonly vertices: number
  readonly reading: Naming
  /** True for every level of the hierarchy, with boxes; false for only the country and the direct parent. */
  readonly allParents: boolean
  /** Direct subdivisions; null if they were not requested. */
  readonly children: readonly BoundarySummary[] | null
  /** Other boundaries with the same reference. */
  readonly alternatives: readonly BoundarySummary[]
  /** Disputed and shared land in the boundary; null if it is not shown, as in files. */
  readonly disputes: readonly DisputeClaims[] | null
  /** Whether the ids in other systems are shown; files have columns instead. */
  readonly hasIds: boolean
}

/** The head in a file: no disputes, and only the country and the direct parent. Names are chosen here, so languages that give the same name share a file. */
export const fileHead = (
  record: BoundaryRecord,
  { detail, languages }: { readonly detail: Detail; readonly languages: readonly string[] },
  vertices = 0,
): FeatureHead =>
  featureHead(record, {
    disputes: null,
    hasIds: false,
    detail,
    precision: DEFAULT_PRECISION[detail],
    vertices,
    reading: { languages, nameOfParent: ({ name }) => name },
    allParents: false,
    children: null,
    alternatives: [],
  })

export const featureHead = (record: BoundaryRecord, parts: FeatureParts): FeatureHead => {
  const { languages } = parts.reading
  // Assigned one by one: literals with spreads are several times slower, and a file has a hundred thousand features.
  const properties: Record<string, unknown> = {
    id: record.id,
    name: nameIn(record, languages),
    names: namesWithLocal(record),
    kind: record.kind,
    admin_level: record.adminLevel,
    country: record.country,
    iso: record.iso,
    wikidata: record.wikidata,
    population: record.population,
    population_source: record.populationSource ?? null,
    parents: parentBodies(record, parts),
  }
  if (parts.hasIds) properties.ids = idsBody(record)
  if (parts.children !== null)
    properties.children = parts.children.map((child) => childBody(child, languages))
  properties.alternatives = parts.alternatives.map((other) => refBody(other, () => nameIn(other, languages)))
  if (parts.disputes !== null) {
    const { disputed, condominiums } = claimsBody(parts.disputes)
    properties.disputed = disputed
    properties.condominiums = condominiums
  }
  properties.bbox = record.bbox
  properties.centroid = record.centroid
  properties.area_km2 = significant(record.areaKm2)
  properties.detail = parts.detail
  properties.precision = parts.precision
  properties.vertices = parts.vertices
  properties.source = {
    url: record.source.url,
    version: record.source.version,
    timestamp: record.source.timestamp,
    fetched_at: record.source.fetchedAt,
    stale: record.source.stale,
  }
  properties.attribution = attributionOfOne(record)
  return { id: record.id, bbox: record.bbox, properties }
}

const parentBodies = (record: BoundaryRecord, { allParents, reading: { nameOfParent } }: FeatureParts) =>
  allParents
    ? record.parents.map((parent) => parentBody(parent, nameOfParent))
    : countryAndDirectParent(record).map((parent) => refBody(parent, nameOfParent))

const countryAndDirectParent = ({ parents }: BoundaryRecord) =>
  parents.length <= 2 ? parents : [parents[0], parents[parents.length - 1]]

/** The integral is accurate to 9e-6; digits after the ninth are rounding noise. */
const SIGNIFICANT_DIGITS = 9

export const significant = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS))
