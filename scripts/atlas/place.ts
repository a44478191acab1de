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

export interface Place {
  /** The data set that it comes from. */
  readonly layer: Layer
  /** All data sets that its polygon is made from. */
  readonly datasets: readonly Dataset[]
  readonly name: string
  /** Language tag → name. */
  readonly names: Readonly<Record<string, string>>
  /** Additional search names. */
  readonly otherNames: readonly string[]
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

/** Territories are countries as well, though they have a parent. */
export const isCountry = ({ layer }: Place): boolean => layer === 'countries' || layer === 'countriesLand'

/** Units of a country as a whole, apart from the counties of the United States. */
export const isSubdivision = ({ layer }: Place): boolean =>
  layer === 'subdivisions' || layer === 'moroccanRegions'
