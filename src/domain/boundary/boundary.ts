/** What Metes knows of one boundary apart from its polygon, as the sources deliver it and the operations show it. */
import type { BBox, Position } from '../geometry/rings.ts'
import type { BoundaryId } from './id.ts'
import type { Kind } from './kind.ts'

/** Where a boundary came from. */
export type Origin = 'extract' | 'live' | 'atlas'

/** Data sets that polygons are made from, in the order in which they are credited. */
export const DATASETS = ['openstreetmap', 'natural_earth', 'us_census'] as const
export type Dataset = (typeof DATASETS)[number]

/** Where a population is from that no source of the boundary has: `towns`, the sum of its towns in GeoNames. */
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

/** A parent as stored with its child: everything a hierarchy shows, so that showing it needs no further lookup. */
export interface ParentRef extends BoundaryRef {
  readonly bbox: BBox
  /** Wikidata entity, `Q64`. */
  readonly wikidata: string | null
}

/** What lists of subdivisions show and sort by. */
export interface BoundarySummary extends ParentRef {
  readonly origin: Origin
  /** What the polygon was made from; OpenStreetMap alone where it is left out. */
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
  /** Left out where the population is the source's own, and where there is none. */
  readonly populationSource?: PopulationSource
  /** How many people may live there, where the population is unknown: for ranking alone, never shown. */
  readonly probablePopulation?: number
  /** From the country down to the direct parent; empty for a country. */
  readonly parents: readonly ParentRef[]
  /** A representative point, always inside the polygon. */
  readonly centroid: Position
  /** Positions of the full geometry, closing ones included. */
  readonly vertices: number
  readonly source: SourceStamp
}

/** Which object of which version an answer rests on. */
export interface SourceStamp {
  /** A page that shows the object. */
  readonly url: string
  readonly version: number | null
  /** RFC 3339 UTC: when the object was last edited in the source; where its file does not say, of when the map in the file is. */
  readonly timestamp: string | null
  /** RFC 3339 UTC: when Metes took it over. */
  readonly fetchedAt: string
  /** True when a newer state exists that could not be used (broken or implausible), so that an older one is served. */
  readonly stale: boolean
}

/** A boundary as its children keep it. */
export const parentRefOf = ({ id, name, kind, adminLevel, bbox, wikidata }: BoundaryRecord): ParentRef => ({
  id,
  name,
  kind,
  adminLevel,
  bbox,
  wikidata,
})
