/** Answers of the operations, reduced to the fields that the page shows. The reference describes each field. */

export type Position = readonly [lon: number, lat: number]
/** [west, south, east, north]; west is greater than east across the antimeridian. */
export type BBox = readonly [number, number, number, number]
export type Area =
  | { readonly type: 'Polygon'; readonly coordinates: number[][][] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: number[][][][] }

export const DETAILS = ['low', 'medium', 'high', 'full'] as const
export type Detail = (typeof DETAILS)[number]

export interface Ref {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly admin_level: number | null
}

export interface Child extends Ref {
  readonly bbox: BBox
}

export interface Dispute {
  readonly area: string
  readonly claimants: readonly string[]
  readonly administered_by: readonly string[]
  readonly source: string
}

export interface Candidate extends Ref {
  readonly country: string | null
  readonly iso: string | null
  readonly parents: readonly Ref[]
  readonly bbox: BBox
}

export interface Found {
  readonly candidates: readonly Candidate[]
  readonly hint: string | null
}

export interface Boundary {
  readonly id: string
  readonly bbox: BBox
  readonly geometry: Area | null
  readonly properties: Ref & {
    readonly country: string | null
    readonly iso: string | null
    readonly wikidata: string | null
    readonly population: number | null
    readonly parents: readonly Ref[]
    readonly disputed: readonly Dispute[]
    readonly area_km2: number
    readonly vertices: number
    readonly source: { readonly url: string; readonly timestamp: string | null; readonly stale: boolean }
    readonly attribution: string
  }
}

export interface Children {
  readonly children: readonly Child[]
  readonly notes: readonly string[]
}

export interface Ladder {
  readonly boundaries: readonly Candidate[]
  readonly nearby: readonly (Candidate & { readonly distance_km: number })[]
  readonly disputed: readonly Dispute[]
}

/** A drawn area. */
export interface DrawnArea {
  readonly bbox: BBox
  readonly geometry: Area | null
  /** Address of the geometry, if it is not in the answer. */
  readonly download_url?: string
}

export interface Union extends DrawnArea {
  readonly properties: { readonly area_km2: number; readonly parts: number; readonly vertices: number }
}

export interface Part extends Ref {
  readonly role: 'include' | 'exclude'
  readonly text: string
  readonly reason: string
}

export interface Described extends DrawnArea {
  readonly properties: {
    readonly summary: string
    readonly text: string
    readonly area_km2: number
    readonly vertices: number
    readonly parts: readonly Part[]
    readonly disputed: readonly Dispute[]
    readonly notes: readonly string[]
  }
}

export interface ExportedFile {
  readonly url: string
  readonly bytes: number
}

export interface Unmapped {
  readonly text: string
  readonly reason: string
  readonly candidates: readonly Candidate[]
}
