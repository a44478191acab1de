/** What Metes knows about one boundary apart from its polygon, as sources deliver it and operations show it. */
import type { BBox, Position } from '../geometry/rings.ts'
import type { BoundaryId } from './id.ts'
import type { Kind } from './kind.ts'

/** Where a boundary came from. */
export type Origin = 'extract' | 'live' | 'atlas'

/** Data sets that polygons are made from, in the order of their credits. */
export const DATASETS = ['openstreetmap', 'natural_earth', 'us_census'] as const
export type Dataset = (typeof DATASETS)[number]

/** Where a population comes from when no source of the boundary has one: `towns` is the sum of its towns in GeoNames. */
export const POPULATION_SOURCES = ['towns'] as const
export type PopulationSource = (typeof POPULATION_SOURCES)[number]

/** The short form in lists and hierarchies. */
export interface BoundaryRef {
  readonly id: BoundaryId
  readonly name: string
  readonly kind: Kind
  /** OpenStreetMap's administrative level; null for postcode areas, and for mainlands that it does not have. */
  readonly adminLevel: number | null
}

/** A parent as stored with its child: all that a hierarchy shows, so that showing it needs no further lookup. */
export interface ParentRef extends BoundaryRef {
  readonly bbox: BBox
  /** Wikidata entity, `Q64`. */
  readonly wikidata: string | null
}

/** What lists of subdivisions show and sort by. */
export interface BoundarySummary extends ParentRef {
  readonly origin: Origin
  /** What the polygon was made from; OpenStreetMap alone when absent. */
  readonly datasets?: readonly Dataset[]
  /** Language tag → name (`name:xx` in OpenStreetMap). The local name is `name`. */
  readonly names: Readonly<Record<string, string>>
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null
  /** ISO 3166-2 code of a subdivision, or the alpha-2 code of a country, upper case. */
  readonly iso: string | null
  /** Area on the authalic sphere of WGS 84, from the full geometry. */
  readonly areaKm2: number
  /** Further kinds that it is as well: a city-state is a state and a city. Searches for either find it. */
  readonly alsoKinds?: readonly Kind[]
}

export interface BoundaryRecord extends BoundarySummary {
  /** FIPS 6-4 county code (five digits), United States counties of the atlas only. */
  readonly fips: string | null
  readonly population: number | null
  /** Absent where the population is the source's own, and where there is none. */
  readonly populationSource?: PopulationSource
  /** Estimated people where the population is unknown: for ranking only, never shown. */
  readonly probablePopulation?: number
  /** From the country down to the direct parent; empty for a country. */
  readonly parents: readonly ParentRef[]
  /** A representative point, always inside the polygon. */
  readonly centroid: Position
  /** Positions of the full geometry, closing ones included. */
  readonly vertices: number
  readonly source: SourceStamp
}

/** The object and version that an answer is based on. */
export interface SourceStamp {
  /** A page that shows the object. */
  readonly url: string
  readonly version: number | null
  /** RFC 3339 UTC: when the object was last edited in the source; where the file does not say, the date of the map in the file. */
  readonly timestamp: string | null
  /** RFC 3339 UTC: when Metes imported it. */
  readonly fetchedAt: string
  /** True when a newer state exists but is broken or implausible, so that an older one is served. */
  readonly stale: boolean
}

/** A boundary as stored with its children. */
export const parentRefOf = ({ id, name, kind, adminLevel, bbox, wikidata }: BoundaryRecord): ParentRef => ({
  id,
  name,
  kind,
  adminLevel,
  bbox,
  wikidata,
})
