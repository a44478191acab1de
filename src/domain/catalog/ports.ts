/**
 * Ports of the catalog: sources that read boundaries (`BoundarySource`), and the store that holds imported ones
 * (`BoundaryStore`). The adapters in `sources/` and `storage/` are checked by the suites in `test/contract/`.
 */
import type { NowOrLater } from '../../util/now-or-later.ts'
import type { BoundaryRecord, BoundarySummary, Origin } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import type { CoverageFacts } from './subdivision-coverage.ts'

/** Comparison of names with a query. All texts are folded by `foldName`. */
export type NameMatch =
  /** The whole name has one of these spellings. */
  | { readonly by: 'name'; readonly spellings: readonly string[] }
  /** Every word is in the names, in any order. Each word is a list of alternatives; the last word may be a prefix. */
  | { readonly by: 'words'; readonly words: readonly (readonly string[])[]; readonly lastIsPrefix: boolean }

export interface NameQuery {
  readonly match: NameMatch
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  /** Also finds boundaries that have the kind additionally. */
  readonly kind: Kind | null
  readonly adminLevel: number | null
  /** Only boundaries inside one of these boundaries or countries. */
  readonly within: NameContext | null
  /** Maximum number of hits, the most prominent first. */
  readonly limit: number
}

/** Of a query for any boundary with a name. */
export const NO_FILTERS = { countries: [], kind: null, adminLevel: null, within: null } as const

/** A page of boundaries of one kind. */
export interface BoundaryListQuery {
  /** Includes boundaries that have the kind additionally. */
  readonly kind: Kind
  /** Only boundaries whose box meets this one; ±180 are equal. */
  readonly box: BBox | null
  /** Only boundaries with exactly these values. */
  readonly properties: PropertyFilter
  /** Only ids after this one. */
  readonly after: BoundaryId | null
  readonly limit: number
}

export interface PropertyFilter {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly kind?: Kind | undefined
  readonly adminLevel?: number | undefined
  readonly country?: string | undefined
  readonly iso?: string | undefined
  readonly wikidata?: string | undefined
}

/** The boundaries named "Texas" in "Paris, Texas", and the countries among them. */
export interface NameContext {
  readonly ids: readonly BoundaryId[]
  readonly countries: readonly string[]
}

export interface NameForm {
  readonly folded: string
  /** As written in the source. */
  readonly name: string
}

export interface NameHit {
  readonly record: BoundaryRecord
  /** Every name that finds the boundary, the local one first. */
  readonly forms: readonly NameForm[]
}

/** Stored polygon: see `geometry/codec.ts`. Weights are absent if the source does not store them. */
export interface StoredGeometry {
  readonly rings: Uint8Array
  readonly weights: Uint8Array | null
}

/** A boundary whose box contains the point. */
export interface PointCandidate {
  readonly id: BoundaryId
  /** Changes whenever the polygon may change. */
  readonly revision: number
}

/** Additional names and codes that find a boundary. */
export interface Aliases {
  /** As written in the source. */
  readonly names: readonly string[]
  /** Additional ISO 3166 codes. */
  readonly isoCodes: readonly string[]
}

/** Reads records. */
export interface RecordSource {
  /**
   * Returns all boundaries of the reference, the best first (lowest admin_level, larger area, lowest id); none if it is
   * unknown.
   */
  find(reference: BoundaryReference): Promise<readonly BoundaryRecord[]>
  /** Returns the records of the ids that are known, in any order. */
  records(ids: readonly BoundaryId[]): Promise<readonly BoundaryRecord[]>
  /** Returns the aliases of the ids that have any; absent if records are complete. */
  aliases?(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Aliases>>
}

/** Reads polygons. */
export interface PolygonSource {
  readonly origin: Origin
  geometry(id: BoundaryId): Promise<StoredGeometry | null>
  /** Returns the rings of the ids that are known, without weights: only a boundary that is simplified alone needs them. */
  geometries(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Uint8Array>>
}

/** Searches names. */
export interface NameIndex {
  search(query: NameQuery): Promise<readonly NameHit[]>
  /** Returns the folded names that a boundary has, and rarely one that none has. */
  namesAmong(folded: readonly string[]): Promise<readonly string[]>
  /** Returns words of names similar to a misspelt word of at least four letters; the caller measures the distance. */
  similarWords(word: string, edits: 1 | 2): Promise<readonly string[]>
}

/** Searches boxes; the caller tests the polygons. ±180 are equal. */
export interface BoxIndex {
  /** Returns boundaries whose box contains the point, or any `most` of them. */
  candidates(point: Position, most?: number): Promise<readonly PointCandidate[]>
  /** Returns boundaries whose box meets this one, or any `most` of them; ids may repeat. */
  candidatesIn(box: BBox, most?: number): Promise<readonly PointCandidate[]>
}

/** Lists boundaries by kind and by level. */
export interface BoundaryLists {
  /** Returns the first ids that match the query, in the order of their code units. */
  list(query: BoundaryListQuery): Promise<readonly BoundaryId[]>
  /** Returns the box around all boundaries of each kind that occurs. */
  extents(): Promise<ReadonlyMap<Kind, BBox>>
  /** Returns the lowest admin_level above the given one that has boundaries in one of the parents. */
  nextLevel(parents: readonly BoundaryId[], aboveLevel: number): Promise<number | null>
  /** Returns boundaries of the level in any of the parents, in any order. */
  children(parents: readonly BoundaryId[], adminLevel: number): Promise<readonly BoundarySummary[]>
}

export interface BoundarySource extends RecordSource, PolygonSource, NameIndex, BoxIndex, BoundaryLists {
  /** Returns what this source overrides in lower ones: ids that it replaces, and countries that it covers. */
  overrides?(): Promise<Overrides>
  /** Changes whenever an answer of this source may change; part of every cache key. */
  version(): NowOrLater<string>
}

/** Facts about countries beyond their boundaries. */
export interface CountryFacts {
  /** Returns levels without a government of their own. ISO 3166-1 alpha-2, upper case. */
  levelsWithoutGovernment(country: string | null): readonly number[]
  /** Returns the atlas's coverage of a country or subdivision by its ISO 3166 code; null if unknown. */
  atlasCoverage(code: string | null): CoverageFacts | null
}

/** Something that an object claims and a known boundary has, although they are not the same place. */
export interface IdentityConflict {
  /** The code, entity, id or name: `iso:US`, `wikidata:Q30`, `Italy`; or `its place`. */
  readonly claim: string
  /** The known boundary, which keeps it; in the store itself, or in a source below or above it. */
  readonly holder: {
    readonly id: BoundaryId
    readonly name: string
    readonly isIn: 'lower source' | 'store' | 'higher source'
  }
  /**
   * True if each has at least half of the other's land: then an object that an operator keeps replaces the known boundary.
   * Otherwise it is listed beside it, without the claim.
   */
  readonly replacesIfKept: boolean
  /** One sentence or more. */
  readonly reason: string
}

/** A conflict of a stored object, for the operator. */
export interface StoredConflict extends IdentityConflict {
  readonly id: BoundaryId
  readonly name: string
  readonly origin: Origin
  /** RFC 3339 UTC. */
  readonly notedAt: string
}

/** `keep`: the object is listed, and replaces known boundaries that it shares most land with. `reject`: it is neither. */
export type IdentityDecision = 'keep' | 'reject'

/** A decision, and what it was made about: level, codes and entity of the object. */
export interface DecidedIdentity {
  readonly decision: IdentityDecision
  readonly claims: readonly string[]
}

/** A boundary to store. */
export interface BoundaryEntry {
  readonly record: BoundaryRecord
  readonly geometry: StoredGeometry
  /**
   * Every name that finds it, the local one first: name, name:*, alt_name, old_name, short_name, codes. As written in the
   * source.
   */
  readonly searchNames: readonly { readonly language: string | null; readonly name: string }[]
  /** Additional ISO 3166 codes of the same boundary: Puerto Rico is PR and US-PR. */
  readonly isoAliases?: readonly string[]
  /** Ids of the same place in a lower source (the atlas) or an earlier edition. */
  readonly supersedes: readonly BoundaryId[]
  /**
   * If there are any, the boundary takes nothing: it is found by its own id only, and keeps what it claims in case an operator
   * decides for it. An earlier version stays as it is.
   */
  readonly conflicts?: readonly IdentityConflict[]
  /** Stored boundaries whose place it takes, although they have other ids: they are found by their own ids only. */
  readonly displaces?: readonly BoundaryId[]
  /** True if it is an older version, stored by an earlier import, which stays its owner. */
  readonly isKept?: boolean
}

/** The imported file and the time of the import. */
export interface ImportStamp {
  /** File name without the directory. */
  readonly file: string
  /** RFC 3339 UTC. */
  readonly importedAt: string
  /** RFC 3339 UTC: date of the map data in the file; null if the file does not state it. */
  readonly dataTimestamp: string | null
}

/** Defines the stored boundaries that an import replaces. */
export interface ReplaceScope {
  readonly origin: Origin
  /** Countries whose subdivisions this import contains completely: older boundaries that it lacks are removed. */
  readonly coveredCountries: readonly string[]
  /** Recorded so that the import can be listed and removed; absent for a catalog that is built once. */
  readonly import?: ImportStamp
  /**
   * Countries that the import is about, null for boundaries in no country; its other boundaries are at its edge. All if
   * absent.
   */
  readonly about?: readonly (string | null)[]
  /** Accepts data that are older than the store's. */
  readonly allowOlder?: boolean
  /** Called for each entry that is skipped because the store has a newer version. */
  readonly onOlder?: (record: BoundaryRecord) => void
}

/** An import with boundaries still in the store. */
export interface ImportRecord extends ImportStamp {
  readonly id: number
  /** Boundaries that no later import has replaced. */
  readonly boundaries: number
  readonly coveredCountries: readonly string[]
}

export interface ImportRemoval {
  readonly removed: ImportRecord
  /** Countries that another import covered, until this one replaced some of their boundaries and was removed. */
  readonly incomplete: readonly { readonly country: string; readonly file: string }[]
}

export interface ReplaceSummary {
  readonly added: number
  readonly replaced: number
  readonly unchanged: number
  readonly removed: number
}

/** What a source overrides in the sources below it, and the ids that it no longer has. */
export interface Overrides {
  /** Replacement of each boundary of lower sources, an earlier edition or a removed import. */
  readonly superseded: ReadonlyMap<BoundaryId, BoundaryId>
  /** Countries whose subdivisions come from this store alone. */
  readonly coveredCountries: ReadonlySet<string>
}

/** Stores and removes boundaries, each call in one transaction: after a failure, or a kill at any moment, nothing has changed. */
export interface ImportStore {
  /**
   * Stores all entries. Skips an entry that is older than the stored one (by version, then date of the file, then timestamp) and
   * counts it as unchanged. If the entry lacks a name in a language, the name of the previous version is kept. Rejects with
   * `OlderDataError` a file that is older than the stored data of the countries that it is about, unless the scope allows it.
   */
  replace(entries: AsyncIterable<BoundaryEntry>, scope: ReplaceScope): Promise<ReplaceSummary>
  /** Removes boundaries that their source no longer has. */
  remove(ids: readonly BoundaryId[]): Promise<void>
  /** Returns the imports that still have boundaries, the oldest first. */
  imports(): Promise<readonly ImportRecord[]>
  /**
   * Removes an import's boundaries, and its claims to countries; null if there is no such import. Lower sources then answer for
   * those places again.
   */
  removeImport(id: number): Promise<ImportRemoval | null>
}

/** What operators decide about objects that claim the identity of known boundaries. */
export interface IdentityStore {
  /** Returns the undecided conflicts, the newest first. */
  conflicts(): Promise<readonly StoredConflict[]>
  decisions(): Promise<ReadonlyMap<BoundaryId, DecidedIdentity>>
  /**
   * Decides about an object, for now and for later imports and fetches; null if the store does not have it. Rejecting one that is
   * listed takes back what it has replaced.
   */
  decide(id: BoundaryId, decision: IdentityDecision, decidedAt: string): Promise<DecidedIdentity | null>
  /** Records a decision about an object that another store has. */
  recordDecision(id: BoundaryId, decided: DecidedIdentity, decidedAt: string): Promise<void>
}

export interface BoundaryStore extends BoundarySource, ImportStore, IdentityStore {
  overrides(): Promise<Overrides>
  /** True if it has a boundary that replaces no known one and lies in no country that it covers. */
  hasUnconfirmed(): Promise<boolean>
  /** Identifies the store; changes if it is lost and created again. */
  identity(): Promise<string>
  /** True if the boundary was removed because its source no longer has it. */
  isDeleted(id: BoundaryId): Promise<boolean>
  /** Takes what other servers have stored by now; a store that is shared as it is has it already. */
  catchUp(): Promise<void>
}
