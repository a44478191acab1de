/** A boundary as a row, and back. */
import type { BoundaryRecord, BoundarySummary, Origin, ParentRef } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import type { NameForm } from '../../domain/catalog/ports.ts'
import type { BoundaryTable } from './catalog-schema.ts'

/** Columns of a summary: a list of 30,000 municipalities reads these alone. */
export const SUMMARY_COLUMNS = [
  'id',
  'origin',
  'name',
  'names',
  'kind',
  'admin_level',
  'country',
  'iso',
  'wikidata',
  'west',
  'south',
  'east',
  'north',
  'area_km2',
] as const satisfies readonly (keyof BoundaryTable)[]

export const RECORD_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'also_kinds',
  'fips',
  'population',
  'parents',
  'centroid_lon',
  'centroid_lat',
  'vertices',
  'source_url',
  'source_version',
  'source_timestamp',
  'fetched_at',
  'stale',
] as const satisfies readonly (keyof BoundaryTable)[]

export type SummaryRow = Pick<BoundaryTable, (typeof SUMMARY_COLUMNS)[number]>
export type RecordRow = Pick<BoundaryTable, (typeof RECORD_COLUMNS)[number]>

export const rowOf = (record: BoundaryRecord, key: number, forms: readonly NameForm[]): BoundaryTable => ({
  key,
  id: record.id,
  origin: record.origin,
  name: record.name,
  names: JSON.stringify(record.names),
  forms: JSON.stringify(forms.flatMap(({ folded, name }) => [folded, name])),
  kind: record.kind,
  also_kinds: record.alsoKinds?.length ? `,${record.alsoKinds.join(',')},` : '',
  admin_level: record.adminLevel,
  country: record.country,
  iso: record.iso,
  wikidata: record.wikidata,
  fips: record.fips,
  population: record.population === null ? null : Math.round(record.population),
  parents: JSON.stringify(record.parents.map(parentToJson)),
  west: record.bbox[0],
  south: record.bbox[1],
  east: record.bbox[2],
  north: record.bbox[3],
  centroid_lon: record.centroid[0],
  centroid_lat: record.centroid[1],
  area_km2: record.areaKm2,
  vertices: record.vertices,
  source_url: record.source.url,
  source_version: record.source.version,
  source_timestamp: record.source.timestamp,
  fetched_at: record.source.fetchedAt,
  stale: record.source.stale ? 1 : 0,
})

export const recordOf = (row: RecordRow): BoundaryRecord => ({
  ...summaryOf(row),
  alsoKinds: row.also_kinds === '' ? [] : (row.also_kinds.slice(1, -1).split(',') as Kind[]),
  fips: row.fips,
  population: row.population,
  parents: parentsOf(row),
  centroid: [row.centroid_lon, row.centroid_lat],
  vertices: row.vertices,
  source: {
    url: row.source_url,
    version: row.source_version,
    timestamp: row.source_timestamp,
    fetchedAt: row.fetched_at,
    stale: row.stale === 1,
  },
})

export const summaryOf = (row: SummaryRow): BoundarySummary => ({
  id: row.id as BoundaryId,
  name: row.name,
  kind: row.kind as Kind,
  adminLevel: row.admin_level,
  bbox: [row.west, row.south, row.east, row.north],
  wikidata: row.wikidata,
  origin: row.origin as Origin,
  names: row.names === '{}' ? NO_NAMES : JSON.parse(row.names),
  country: row.country,
  iso: row.iso,
  areaKm2: row.area_km2,
})

export const parentsOf = (row: Pick<BoundaryTable, 'parents'>): readonly ParentRef[] =>
  (JSON.parse(row.parents) as ParentJson[]).map(parentFromJson)

export const formsOf = (row: Pick<BoundaryTable, 'forms'>): readonly NameForm[] => {
  const texts = JSON.parse(row.forms) as string[]
  const forms: NameForm[] = []
  for (let index = 0; index < texts.length; index += 2)
    forms.push({ folded: texts[index], name: texts[index + 1] })
  return forms
}

const NO_NAMES: Readonly<Record<string, string>> = Object.freeze({})

/** Parents are repeated in every child, so their keys are positions: `[id, name, kind, admin_level, wikidata, bbox]`. */
type ParentJson = readonly [BoundaryId, string, Kind, number | null, string | null, ParentRef['bbox']]

const parentToJson = ({ id, name, kind, adminLevel, wikidata, bbox }: ParentRef): ParentJson => [
  id,
  name,
  kind,
  adminLevel,
  wikidata,
  bbox,
]

const parentFromJson = ([id, name, kind, adminLevel, wikidata, bbox]: ParentJson): ParentRef => ({
  id,
  name,
  kind,
  adminLevel,
  bbox,
  wikidata,
})
