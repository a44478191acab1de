/** What hints say about places that no boundary is: cities under another name, groups, and units that the atlas lacks. */

/** Boundaries that are cities although their kind or name does not say so. */
export interface CityBoundaries {
  /** ISO 3166-2 codes of first-level units that are cities: Istanbul. */
  readonly cityUnits: ReadonlySet<string>
  /** Folded names of the city that a boundary is, by its id: Orleans Parish is New Orleans. */
  readonly cityNames: ReadonlyMap<string, ReadonlySet<string>>
}

/** A group of boundaries, or a name without an agreed list. */
export interface GroupFact {
  /** Ids of its members; empty if create_area refuses the name. */
  readonly members: readonly string[]
  /** Why create_area refuses the name; null if it draws the group. */
  readonly refusal: string | null
}

/** A unit that the atlas lacks. */
export interface MissingUnitFact {
  readonly name: string
  /** ISO 3166-2; null for a unit without a code. */
  readonly code: string | null
  /** Ids of the atlas's boundaries that have its land. */
  readonly landIn: readonly string[]
}

/** Each table is read at its first use. */
export interface HintFacts {
  /** By folded name. */
  readonly groups: () => ReadonlyMap<string, GroupFact>
  /** By folded name, and by code. */
  readonly missingUnits: () => ReadonlyMap<string, MissingUnitFact>
}

export const NO_HINT_FACTS: HintFacts = {
  groups: () => new Map(),
  missingUnits: () => new Map(),
}
