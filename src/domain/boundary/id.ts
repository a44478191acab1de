/**
 * Boundary ids: every form that callers use for one place, read into one type, and the one canonical form that answers use.
 */

/** Canonical id: `r<relation>`, `w<way>`, or for a boundary without either `iso:…`, `wikidata:…`, `fips:…`. */
export type BoundaryId = string & { readonly __brand: 'BoundaryId' }

/** What a caller's id refers to. `wikidata` and `iso` may name several boundaries. */
export type BoundaryReference =
  | { readonly by: 'relation' | 'way'; readonly number: number }
  | { readonly by: 'wikidata'; readonly entity: string }
  | { readonly by: 'iso'; readonly code: string }
  | { readonly by: 'fips'; readonly code: string }
