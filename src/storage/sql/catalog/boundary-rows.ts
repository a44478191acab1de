/** Converts a boundary to a row and back. */
import type {
  BoundaryRecord,
  BoundarySummary,
  Dataset,
  InheritedCode,
  Origin,
  ParentRef,
  PopulationSource,
  TaggedCodes,
} from '../../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type { Kind } from '../../../domain/boundary/kind.ts'
import { foldName } from '../../../domain/catalog/fold.ts'
import { nameForms } from '../../../domain/catalog/name-forms.ts'
import type { Aliases, BoundaryEntry, NameForm } from '../../../domain/catalog/ports.ts'
import type { BoundaryTable } from './schema.ts'

/** Columns of a summary: a list of 30,000 municipalities reads only these. */
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
  'also_kinds',
  'datasets',
] as const satisfies readonly (keyof BoundaryTable)[]

/** Columns of a record in a finished file, which has no boundaries with tags. */
export const FINISHED_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'fips',
  'population',
  'population_source',
  'probable_population',
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

export const RECORD_COLUMNS = [
  ...FINISHED_COLUMNS,
  'codes',
  'inherited_codes',
] as const satisfies readonly (keyof BoundaryTable)[]

export type RecordColumns = readonly (typeof RECORD_COLUMNS)[number][]

export type SummaryRow = Pick<BoundaryTable, (typeof SUMMARY_COLUMNS)[number]>
export type RecordRow = Pick<BoundaryTable, (typeof FINISHED_COLUMNS)[number]> &
  Partial<Pick<BoundaryTable, 'codes' | 'inherited_codes'>>

export const boundaryRowOf = (
  { record, searchNames, isoAliases = [] }: BoundaryEntry,
  key: number,
): BoundaryTable => ({
  key,
  id: record.id,
  origin: record.origin,
  name: record.name,
  names: namesToJson(record.names),
  other_names: namesToStore(record, searchNames),
  iso_aliases: isoAliases.join(),
  kind: record.kind,
  also_kinds: record.alsoKinds?.length ? `,${record.alsoKinds.join(',')},` : '',
  admin_level: record.adminLevel,
  country: record.country,
  iso: record.iso,
  wikidata: record.wikidata,
  fips: record.fips,
  codes: codesToStore(record.codes ?? {}).join(),
  inherited_codes: (record.inherited ?? []).join(),
  population: record.population === null ? null : Math.round(record.population),
  population_source: record.populationSource ?? null,
  probable_population: record.probablePopulation ?? null,
  parents: parentsToJson(record.parents),
  west: record.bbox[0],
  south: record.bbox[1],
  east: record.bbox[2],
  north: record.bbox[3],
  centroid_lon: record.centroid[0],
  centroid_lat: record.centroid[1],
  area_km2: record.areaKm2,
  vertices: record.vertices,
  source_url: record.source.url === objectPage(record.id) ? null : record.source.url,
  source_version: record.source.version,
  source_timestamp: record.source.timestamp,
  fetched_at: record.source.fetchedAt,
  stale: record.source.stale ? 1 : 0,
  datasets: (record.datasets ?? []).join(),
})

export const boundaryRecordOf = (row: RecordRow): BoundaryRecord => ({
  ...boundarySummaryOf(row),
  fips: row.fips,
  ...(row.codes ? { codes: storedTaggedCodes(row.codes) } : {}),
  ...(row.inherited_codes ? { inherited: row.inherited_codes.split(',') as InheritedCode[] } : {}),
  population: row.population,
  ...(row.population_source === null ? {} : { populationSource: row.population_source as PopulationSource }),
  ...(row.probable_population === null ? {} : { probablePopulation: row.probable_population }),
  parents: storedParentsOf(row),
  centroid: [row.centroid_lon, row.centroid_lat],
  vertices: row.vertices,
  source: {
    url: row.source_url ?? objectPage(row.id),
    version: row.source_version,
    timestamp: row.source_timestamp,
    fetchedAt: row.fetched_at,
    stale: row.stale === 1,
  },
})

export const boundarySummaryOf = (row: SummaryRow): BoundarySummary => ({
  id: row.id as BoundaryId,
  name: row.name,
  kind: row.kind as Kind,
  adminLevel: row.admin_level,
  bbox: [row.west, row.south, row.east, row.north],
  wikidata: row.wikidata,
  origin: row.origin as Origin,
  names: namesFromJson(row.names),
  country: row.country,
  iso: row.iso,
  areaKm2: row.area_km2,
  alsoKinds: row.also_kinds === '' ? [] : (row.also_kinds.slice(1, -1).split(',') as Kind[]),
  ...(row.datasets === '' ? {} : { datasets: row.datasets.split(',') as Dataset[] }),
})

export const storedNamesOf = (row: Pick<BoundaryTable, 'names'>): Readonly<Record<string, string>> =>
  namesFromJson(row.names)

export const storedParentsOf = (row: Pick<BoundaryTable, 'parents'>): readonly ParentRef[] =>
  (JSON.parse(row.parents) as ParentJson[]).map(parentFromJson)

export const NAME_COLUMNS = [
  'name',
  'names',
  'iso',
  'other_names',
  'iso_aliases',
] as const satisfies readonly (keyof BoundaryTable)[]

export const aliasesOf = (row: Pick<BoundaryTable, 'other_names' | 'iso_aliases'>): Aliases => ({
  names: row.other_names === '' ? [] : (JSON.parse(row.other_names) as string[]),
  isoCodes: row.iso_aliases === '' ? [] : row.iso_aliases.split(','),
})

/** Folds the names again, which takes microseconds; storing them folded would double the table. */
export const storedFormsOf = (
  row: Pick<BoundaryTable, (typeof NAME_COLUMNS)[number]>,
): readonly NameForm[] => {
  const { names, isoCodes } = aliasesOf(row)
  return nameForms(
    { name: row.name, names: namesFromJson(row.names), iso: row.iso },
    names.map((name) => ({ name })),
    isoCodes,
  )
}

const codesToStore = ({ geonames, nuts = [] }: TaggedCodes): readonly string[] => [
  ...(geonames === undefined ? [] : [`geonames:${geonames}`]),
  ...nuts.map((code) => `nuts:${code}`),
]

const storedTaggedCodes = (text: string): TaggedCodes => {
  const codesOf = (system: string): readonly string[] =>
    text.split(',').flatMap((each) => (each.startsWith(system) ? [each.slice(system.length)] : []))
  const [geonames] = codesOf('geonames:')
  const nuts = codesOf('nuts:')
  return { ...(geonames === undefined ? {} : { geonames }), ...(nuts.length === 0 ? {} : { nuts }) }
}

/** Returns names that are not in the record itself. */
const namesToStore = (record: BoundaryRecord, searchNames: BoundaryEntry['searchNames']): string => {
  const known = new Set(nameForms(record, []).map(({ folded }) => folded))
  const others = searchNames.filter(({ name }) => !known.has(foldName(name)))
  return others.length === 0 ? '' : JSON.stringify(others.map(({ name }) => name))
}

const objectPage = (id: string): string =>
  `https://www.openstreetmap.org/${id.startsWith('w') ? 'way' : 'relation'}/${id.slice(1)}`

/** Half of the languages spell a name alike, so each spelling is stored once, followed by its languages. */
const namesToJson = (names: Readonly<Record<string, string>>): string => {
  const languages = new Map<string, string[]>()
  for (const [language, name] of Object.entries(names)) {
    const same = languages.get(name)
    if (same === undefined) languages.set(name, [language])
    else same.push(language)
  }
  return languages.size === 0
    ? ''
    : JSON.stringify([...languages].flatMap(([name, same]) => [name, same.join(' ')]))
}

const namesFromJson = (json: string): Readonly<Record<string, string>> => {
  if (json === '') return NO_NAMES
  const names: Record<string, string> = {}
  const texts = JSON.parse(json) as string[]
  for (let index = 0; index < texts.length; index += 2) {
    for (const language of texts[index + 1].split(' ')) names[language] = texts[index]
  }
  return names
}

const NO_NAMES: Readonly<Record<string, string>> = Object.freeze({})

/** Parents are repeated in every child, so they are arrays without keys: `[id, name, kind, admin_level, wikidata, bbox]`. */
type ParentJson = readonly [BoundaryId, string, Kind, number | null, string | null, ParentRef['bbox']]

export const parentsToJson = (parents: readonly ParentRef[]): string =>
  JSON.stringify(parents.map(parentToJson))

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
