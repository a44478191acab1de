/**
 * What the catalog needs from the world: places that know boundaries (`BoundarySource`) and the store that keeps
 * what an import found (`BoundaryStore`). Adapters in `sources/` and `storage/` implement these and are checked by
 * the suites in `test/contract/`.
 */
import type { BoundaryRecord, BoundarySummary, Origin } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import type { Coverage } from './coverage.ts'

/** How names are compared with a query. All texts are folded by `foldName`. */
export type NameMatch =
  /** The whole name is one of these spellings. */
  | { readonly by: 'name'; readonly spellings: readonly string[] }
  /** Every word is in the names, in any order; of a word any of its alternatives. The last one may be only begun. */
  | { readonly by: 'words'; readonly words: readonly (readonly string[])[]; readonly lastIsBegun: boolean }

export interface NameQuery {
  readonly match: NameMatch
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  /** Finds boundaries that also are of the kind, too. */
  readonly kind: Kind | null
  readonly adminLevel: number | null
  /** Only what lies in one of these boundaries or countries. */
  readonly within: NameContext | null
  /** At most this many hits, the most prominent ones. */
  readonly limit: number
}

/** "Texas" of "Paris, Texas": the boundaries that carry the name, and the countries among them. */
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
  /** Every name that it is found by, the local one first. */
  readonly forms: readonly NameForm[]
}

/** The polygon as stored: see `geometry/codec.ts`. Weights are absent where the source does not keep them. */
export interface StoredGeometry {
  readonly rings: Uint8Array
  readonly weights: Uint8Array | null
}

/** A boundary whose box has the point in it. */
export interface Candidate {
  readonly id: BoundaryId
  /** Changes whenever the polygon may have changed. */
  readonly revision: number
}

/** What a boundary is found by beside the names and codes of its record. */
export interface Aliases {
  /** As written in the source. */
  readonly names: readonly string[]
  /** Further ISO 3166 codes. */
  readonly isoCodes: readonly string[]
}

export interface BoundarySource {
  readonly origin: Origin
  /** All boundaries that the reference names, the best first (lowest admin_level, larger area, lowest id); empty when not mine. */
  find(reference: BoundaryReference): Promise<readonly BoundaryRecord[]>
  /** The known ones of these, in any order. */
  records(ids: readonly BoundaryId[]): Promise<readonly BoundaryRecord[]>
  /** Of those that have any; left out where records say everything. */
  aliases?(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Aliases>>
  geometry(id: BoundaryId): Promise<StoredGeometry | null>
  search(query: NameQuery): Promise<readonly NameHit[]>
  /** Words of names that may be what a misspelt word of at least four letters meant; the caller measures how far they are. */
  similarWords(word: string, edits: 1 | 2): Promise<readonly string[]>
  /** What may contain the point, by its bounding box; ±180 are equal. The caller asks the polygons. */
  candidates(point: Position): Promise<readonly Candidate[]>
  /** What has its bounding box meet this one, once or more often; ±180 are equal. */
  candidatesIn(box: BBox): Promise<readonly Candidate[]>
  /** The lowest admin_level above the given one that has boundaries in one of the parents. */
  nextLevel(parents: readonly BoundaryId[], aboveLevel: number): Promise<number | null>
  /** Boundaries of the level in any of the parents, in any order. */
  children(parents: readonly BoundaryId[], adminLevel: number): Promise<readonly BoundarySummary[]>
  /** What this source says of the ids of others: ids that the atlas once had, or what an import hides of it. */
  overrides?(): Promise<Overrides>
  /** Changes whenever an answer of this source may have changed. Part of every cache key. */
  version(): string | Promise<string>
}

/** What is known of countries beside their boundaries. */
export interface CountryFacts {
  /** Levels without a government of their own. ISO 3166-1 alpha-2, upper case. */
  levelsWithoutGovernment(country: string | null): readonly number[]
  /** How much of a country, or of a subdivision, the atlas shows. By its ISO 3166 code; null where nothing is known. */
  atlasCoverage(code: string | null): Coverage | null
}

/** One boundary on its way into the store. */
export interface BoundaryEntry {
  readonly record: BoundaryRecord
  readonly geometry: StoredGeometry
  /** Every name to be found by, local one first: name, name:*, alt_name, old_name, short_name, codes. Written as in the source. */
  readonly searchNames: readonly { readonly language: string | null; readonly name: string }[]
  /** Further ISO 3166 codes of the same boundary: Puerto Rico is PR and US-PR. */
  readonly isoAliases?: readonly string[]
  /** Ids under which a lower source (the atlas), or an earlier edition, has the same place. */
  readonly supersedes: readonly BoundaryId[]
}

/** The file that an import takes, and when. */
export interface ImportStamp {
  /** Its name, without the directory. */
  readonly file: string
  /** RFC 3339 UTC. */
  readonly importedAt: string
  /** RFC 3339 UTC: the state of the map in the file; null where the file does not say. */
  readonly dataTimestamp: string | null
}

/** What one import replaces. */
export interface ReplaceScope {
  readonly origin: Origin
  /** Countries whose subdivisions this import holds completely: older ones that it does not name are removed. */
  readonly coveredCountries: readonly string[]
  /** Recorded, so that the import can be listed and removed; absent for a catalog that is built once. */
  readonly import?: ImportStamp
  /** Countries that the import is about, null for what lies in none; what it has of others is its edge. All where it is left out. */
  readonly about?: readonly (string | null)[]
  /** Take data that are older than what the store has. */
  readonly allowOlder?: boolean
  /** Hears which entries are skipped because the store has a newer version. */
  readonly onOlder?: (record: BoundaryRecord) => void
}

/** An import that the store still has boundaries of. */
export interface ImportRecord extends ImportStamp {
  readonly id: number
  /** Those that no later import has taken over. */
  readonly boundaries: number
  readonly coveredCountries: readonly string[]
}

export interface ImportRemoval {
  readonly removed: ImportRecord
  /** Countries that another import held completely, until this one took some of their boundaries over and now away. */
  readonly incomplete: readonly { readonly country: string; readonly file: string }[]
}

export interface ReplaceSummary {
  readonly added: number
  readonly replaced: number
  readonly unchanged: number
  readonly removed: number
}

/** What a source says of ids that it does not have, and of the sources below it. */
export interface Overrides {
  /** Boundaries of lower sources, of an earlier edition or of a removed import, and the one that stands for each. */
  readonly superseded: ReadonlyMap<BoundaryId, BoundaryId>
  /** Countries whose subdivisions come from this store alone. */
  readonly coveredCountries: ReadonlySet<string>
}

export interface BoundaryStore extends BoundarySource {
  /**
   * Takes all entries in one transaction: after a failure, or a kill at any moment, the store is as it was. An entry that is
   * older than what the store has (by version, then the state of the file, then timestamp) is skipped and counts as unchanged.
   * A language in which the version before had a name keeps that name where the entry has none. Rejects with `OlderDataError` a
   * file that is older than what the store has in the countries that it is about, unless the scope allows it.
   */
  replace(entries: AsyncIterable<BoundaryEntry>, scope: ReplaceScope): Promise<ReplaceSummary>
  overrides(): Promise<Overrides>
  /** Whether an import removed the boundary because its source no longer has it. */
  isDeleted(id: BoundaryId): Promise<boolean>
  /** The imports that boundaries are of, the first one first. */
  imports(): Promise<readonly ImportRecord[]>
  /**
   * Removes the boundaries of an import, and what it has said of countries, in one transaction; null when there is no such import.
   * Lower sources answer for their places again.
   */
  removeImport(id: number): Promise<ImportRemoval | null>
}
