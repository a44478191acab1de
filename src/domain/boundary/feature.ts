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

export const featureHead = (record: BoundaryRecord, parts: FeatureParts): FeatureHead => ({
  id: record.id,
  bbox: record.bbox,
  properties: {
    id: record.id,
    name: nameIn(record, parts.reading.languages),
    names: record.names,
    kind: record.kind,
    admin_level: record.adminLevel,
    country: record.country,
    iso: record.iso,
    wikidata: record.wikidata,
    population: record.population,
    population_source: record.populationSource ?? null,
    parents: parentsOf(record, parts),
    ...(parts.children === null
      ? {}
      : { children: parts.children.map((child) => childBody(child, parts.reading.languages)) }),
    alternatives: parts.alternatives.map((other) =>
      refBody(other, () => nameIn(other, parts.reading.languages)),
    ),
    ...(parts.disputes === null ? {} : { disputed: parts.disputes.map(disputeBody) }),
    bbox: record.bbox,
    centroid: record.centroid,
    area_km2: significant(record.areaKm2),
    detail: parts.detail,
    precision: parts.precision,
    vertices: parts.vertices,
    source: {
      url: record.source.url,
      version: record.source.version,
      timestamp: record.source.timestamp,
      fetched_at: record.source.fetchedAt,
      stale: record.source.stale,
    },
    attribution: attributionOfOne(record),
  },
})

const parentsOf = (record: BoundaryRecord, { allParents, reading: { nameOfParent } }: FeatureParts) =>
  allParents
    ? record.parents.map((parent) => parentBody(parent, nameOfParent))
    : countryAndDirectParent(record).map((parent) => refBody(parent, nameOfParent))

const countryAndDirectParent = ({ parents }: BoundaryRecord) =>
  parents.length <= 2 ? parents : [parents[0], parents[parents.length - 1]]

/** The integral is accurate to 9e-6; digits after the ninth are arithmetic noise. */
const SIGNIFICANT_DIGITS = 9

export const significant = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS))
