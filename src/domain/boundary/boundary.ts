/** The record of a boundary without its polygon, as sources deliver it and operations show it. */
import type { BBox, Position } from '../geometry/rings.ts'
import type { BoundaryId } from './id.ts'
import type { Kind } from './kind.ts'

/** Source of a boundary. */
export type Origin = 'extract' | 'live' | 'atlas'

/** Data sets of polygons, in the order of their credits. */
export const DATASETS = ['openstreetmap', 'natural_earth', 'us_census'] as const
export type Dataset = (typeof DATASETS)[number]

/** Source of a population that the boundary's own source lacks: `towns` is the sum of its towns in GeoNames. */
export const POPULATION_SOURCES = ['towns'] as const
export type PopulationSource = (typeof POPULATION_SOURCES)[number]

/** Codes that only tags give. */
export interface TaggedCodes {
  readonly geonames?: string
  /** The shortest, of the largest region, first. */
  readonly nuts?: readonly string[]
}

/** Codes that a boundary takes over from the one that it replaces. */
export const INHERITED_CODES = ['iso', 'wikidata', 'fips'] as const
export type InheritedCode = (typeof INHERITED_CODES)[number]

/** Short form for lists and hierarchies. */
export interface BoundaryRef {
  readonly id: BoundaryId
  readonly name: string
  readonly kind: Kind
  /** OpenStreetMap's administrative level; null for postcode areas, and for mainlands, which OpenStreetMap lacks. */
  readonly adminLevel: number | null
}

/** A parent as stored with its child. It has every field that a hierarchy shows, which saves a lookup. */
export interface ParentRef extends BoundaryRef {
  readonly bbox: BBox
  /** Wikidata entity, `Q64`. */
  readonly wikidata: string | null
}

/** Fields that lists of subdivisions show and sort by. */
export interface BoundarySummary extends ParentRef {
  readonly origin: Origin
  /** Data sets of the polygon; OpenStreetMap alone when absent. */
  readonly datasets?: readonly Dataset[]
  /** Language tag → name (`name:xx` in OpenStreetMap). The local name is `name`. */
  readonly names: Readonly<Record<string, string>>
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null
  /** ISO 3166-2 code of a subdivision, or the alpha-2 code of a country, upper case. */
  readonly iso: string | null
  /** Area on the authalic sphere of WGS 84, from the full geometry. */
  readonly areaKm2: number
  /** Additional kinds: a city-state is a state and a city, and searches for either find it. */
  readonly alsoKinds?: readonly Kind[]
}

export interface BoundaryRecord extends BoundarySummary {
  /** FIPS 6-4 county code (five digits), of the United States. */
  readonly fips: string | null
  /** Absent if it has none. */
  readonly codes?: TaggedCodes
  /** Which of its codes the atlas's boundary had that it replaces; absent if it has none of these. */
  readonly inherited?: readonly InheritedCode[]
  readonly population: number | null
  /** Absent when the population comes from the boundary's own source, or is unknown. */
  readonly populationSource?: PopulationSource
  /**
   * For ranking only, never shown: an estimate where the population is unknown; for a fetched boundary the people of the known
   * one that it replaces, because anyone can write its tags.
   */
  readonly probablePopulation?: number
  /** From the country down to the direct parent; empty for a country. */
  readonly parents: readonly ParentRef[]
  /** A representative point, always inside the polygon. */
  readonly centroid: Position
  /** Positions of the full geometry, including closing positions. */
  readonly vertices: number
  readonly source: SourceStamp
}

/** Object and version in the source from which a record was made. */
export interface SourceStamp {
  /** Address of a page that shows the object. */
  readonly url: string
  readonly version: number | null
  /** RFC 3339 UTC: last edit of the object in the source, or else the date of the file. */
  readonly timestamp: string | null
  /** RFC 3339 UTC: time of the import. */
  readonly fetchedAt: string
  /** True if an older state is served because the newest is broken or implausible. */
  readonly stale: boolean
}

/** Returns the form in which a boundary is stored with its children. */
export const parentRefOf = ({ id, name, kind, adminLevel, bbox, wikidata }: ParentRef): ParentRef => ({
  id,
  name,
  kind,
  adminLevel,
  bbox,
  wikidata,
})
