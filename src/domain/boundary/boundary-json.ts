/** Boundaries in the JSON of answers: the short forms shared by lists, hierarchies and search results. */

import type { BoundaryRecord, BoundaryRef, BoundarySummary, ParentRef } from './boundary.ts'
import type { DisputeClaims } from './dispute.ts'
import { idsBody } from './external-ids.ts'
import { nameIn } from './language.ts'

/** Returns the boundary's name in the requested language, or else its local name. */
export type NameOf = (boundary: BoundaryRef) => string

export const refBody = (boundary: BoundaryRef, nameOf: NameOf = localName) => ({
  id: boundary.id,
  name: nameOf(boundary),
  kind: boundary.kind,
  admin_level: boundary.adminLevel,
})

const localName: NameOf = (boundary) => boundary.name

/** Disputes and condominiums of an answer, each in its own list. */
export const claimsBody = (claims: readonly DisputeClaims[]) => ({
  disputed: claims
    .filter(({ isCondominium }) => !isCondominium)
    .map(({ area, claimants, administeredBy, source }) => ({
      area,
      claimants,
      administered_by: administeredBy,
      source,
    })),
  condominiums: claims
    .filter(({ isCondominium }) => isCondominium)
    .map(({ area, claimants, source }) => ({ area, countries: claimants, source })),
})

/** A level of a full hierarchy. */
export const parentBody = (parent: ParentRef, nameOf: NameOf) => ({
  ...refBody(parent, nameOf),
  bbox: parent.bbox,
  wikidata: parent.wikidata,
})

/** A subdivision in a list. */
export const childBody = (child: BoundarySummary, languages: readonly string[]) => ({
  ...refBody(child, () => nameIn(child, languages)),
  bbox: child.bbox,
})

export interface Naming {
  readonly languages: readonly string[]
  readonly nameOfParent: NameOf
}

/** Match of a name, as callers see it: the whole name or a code, its beginning, its words, or a similar name. */
export const MATCHES = ['exact', 'prefix', 'words', 'fuzzy'] as const
export type Match = (typeof MATCHES)[number]

/** `found` has the match of a search by name; null for other answers. */
export const candidateBody = (
  record: BoundaryRecord,
  reading: Naming,
  found: { readonly matchedName: string; readonly match: Match } | null,
) => ({
  ...refBody(record, () => nameIn(record, reading.languages)),
  country: record.country,
  parents: record.parents.map((parent) => refBody(parent, reading.nameOfParent)),
  bbox: record.bbox,
  centroid: record.centroid,
  population: record.population,
  population_source: record.populationSource ?? null,
  wikidata: record.wikidata,
  iso: record.iso,
  ids: idsBody(record),
  matched_name: found?.matchedName ?? null,
  match: found?.match ?? null,
})
