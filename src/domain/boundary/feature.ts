/** The GeoJSON Feature of one boundary, apart from its geometry. */
import type { DisputeClaims } from '../catalog/disputes.ts'
import type { FeatureHead } from '../formats/feature-head.ts'
import { attributionOfOne } from './attribution.ts'
import type { BoundaryRecord, BoundarySummary } from './boundary.ts'
import type { Detail } from './detail-level.ts'
import { nameIn } from './language.ts'
import { childBody, disputeBody, parentBody, type Reading, refBody } from './wire.ts'

export interface FeatureParts {
  readonly detail: Detail
  /** Decimals of the coordinates. */
  readonly precision: number
  /** Positions of the geometry as it is shown. */
  readonly vertices: number
  readonly reading: Reading
  /** Every level of the hierarchy, with boxes; else only the country and the direct parent. */
  readonly allParents: boolean
  /** Direct subdivisions, where they were requested. */
  readonly children: readonly BoundarySummary[] | null
  /** Other boundaries that the same reference names. */
  readonly alternatives: readonly BoundarySummary[]
  /** Disputed land in the boundary; null where it is not shown, as in files. */
  readonly disputes: readonly DisputeClaims[] | null
}

export const featureHead = (record: BoundaryRecord, parts: FeatureParts): FeatureHead => {
  const { languages } = parts.reading
  // Set one by one: literals that spread others are several times slower, and files have a hundred thousand heads.
  const properties: Record<string, unknown> = {
    id: record.id,
    name: nameIn(record, languages),
    names: record.names,
    kind: record.kind,
    admin_level: record.adminLevel,
    country: record.country,
    iso: record.iso,
    wikidata: record.wikidata,
    population: record.population,
    population_source: record.populationSource ?? null,
    parents: parentsOf(record, parts),
  }
  if (parts.children !== null)
    properties.children = parts.children.map((child) => childBody(child, languages))
  properties.alternatives = parts.alternatives.map((other) => refBody(other, () => nameIn(other, languages)))
  if (parts.disputes !== null) properties.disputed = parts.disputes.map(disputeBody)
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

const parentsOf = (record: BoundaryRecord, { allParents, reading: { nameOfParent } }: FeatureParts) =>
  allParents
    ? record.parents.map((parent) => parentBody(parent, nameOfParent))
    : countryAndDirectParent(record).map((parent) => refBody(parent, nameOfParent))

const countryAndDirectParent = ({ parents }: BoundaryRecord) =>
  parents.length <= 2 ? parents : [parents[0], parents[parents.length - 1]]

/** The integral is accurate to 9e-6; digits after the ninth are arithmetic noise. */
const SIGNIFICANT_DIGITS = 9

export const significant = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS))
