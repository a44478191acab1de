/**
 * Ports of the catalog: sources that know boundaries (`BoundarySource`), and the store that keeps what imports found
 * (`BoundaryStore`). Adapters in `sources/` and `storage/` implement these and are checked by the suites in `test/contract/`.
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
  /** Every word is in the names, in any order; each word has alternatives. The last one may be a prefix. */
  | { readonly by: 'words'; readonly words: readonly (readonly string[])[]; readonly lastIsPrefix: boolean }

export interface NameQuery {
  readonly match: NameMatch
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  /** Also finds boundaries that have the kind additionally. */
  readonly kind: Kind | null
  readonly adminLevel: number | null
  /** Only boundaries that lie in one of these boundaries or countries. */
  readonly within: NameContext | null
  /** At most this many hits, the most prominent ones first. */
  readonly limit: number
}

/** Boundaries of a kind, page by page. */
export interface ListQuery {
  /** Also lists boundaries that have the kind additionally. */
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

/** "Texas" of "Paris, Texas": the boundaries with that name, and the countries among them. */
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
  /** Every name that finds it, the local one first. */
  readonly forms: readonly NameForm[]
}

/** The polygon as stored: see `geometry/codec.ts`. Weights are absent where the source does not keep them. */
export interface StoredGeometry {
  readonly rings: Uint8Array
  readonly weights: Uint8Array | null
}

/** A boundary whose box contains the point. */
export interface Candidate {
  readonly id: BoundaryId
  /** Changes whenever the polygon may change. */
  readonly revision: number
}

/** Additional names and codes that find a boundary. */
export interface Aliases {
  /** As written in the source. */
  readonly names: readonly string[]
  /** Further ISO 3166 codes. */
  readonly isoCodes: readonly string[]
}

export interface BoundarySource {
  readonly origin: Origin
  /** All boundaries that the reference names, the best first (lowest admin_level, larger area, lowest id); empty for an unknown one. */
  find(reference: BoundaryReference): Promise<readonly BoundaryRecord[]>
  /** The known ones of these, in any order. */
  records(ids: readonly BoundaryId[]): Promise<readonly BoundaryRecord[]>
  /** Aliases of the ids that have any; absent where records are complete. */
  aliases?(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Aliases>>
  geometry(id: BoundaryId): Promise<StoredGeometry | null>
  /** The rings of the known ones of these; without weights, which only a boundary that is simplified alone needs. */
  geometries(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Uint8Array>>
  search(query: NameQuery): Promise<readonly NameHit[]>
  /** Words of names similar to a misspelt word of at least four letters; the caller measures the distance. */
  similarWords(word: string, edits: 1 | 2): Promise<readonly string[]>
  /** Boundaries whose box contains the point; ±180 are equal. The caller tests the polygons. */
  candidates(point: Position): Promise<readonly Candidate[]>
  /** Boundaries whose box meets this one; an id may come more than once; ±180 are equal. */
  candidatesIn(box: BBox): Promise<readonly Candidate[]>
  /** The first ids that the query finds, in the order of their characters. */
  list(query: ListQuery): Promise<readonly BoundaryId[]>
  /** The box around all boundaries of each kind, for the kinds that there are. */
  extents(): Promise<ReadonlyMap<Kind, BBox>>
  /** The lowest admin_level above the given one that has boundaries in one of the parents. */
  nextLevel(parents: readonly BoundaryId[], aboveLevel: number): Promise<number | null>
  /** Boundaries of the level in any of the parents, in any order. */
  children(parents: readonly BoundaryId[], adminLevel: number): Promise<readonly BoundarySummary[]>
  /** How this source overrides lower ones: ids that it replaces, and countries that it covers. */
  overrides?(): Promise<Overrides>
  /** Changes whenever an answer of this source may change. Part of every cache key. */
  version(): string | Promise<string>
}

/** Facts about countries beyond their boundaries. */
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
  /** Every name that finds it, the local one first: name, name:*, alt_name, old_name, short_name, codes. As written in the source. */
  readonly searchNames: readonly { readonly language: string | null; readonly name: string }[]
  /** Further ISO 3166 codes of the same boundary: Puerto Rico is PR and US-PR. */
  readonly isoAliases?: readonly string[]
  /** Ids of the same place in a lower source (the atlas) or an earlier edition. */
  readonly supersedes: readonly BoundaryId[]
}

/** The imported file, and the time of the import. */
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
  /** Countries whose subdivisions this import holds completely: older boundaries that it does not name are removed. */
  readonly coveredCountries: readonly string[]
  /** Recorded so that the import can be listed and removed; absent for a catalog that is built once. */
  readonly import?: ImportStamp
  /** Countries that the import is about, null for boundaries in no country; its other boundaries are its edge. Absent: all. */
  readonly about?: readonly (string | null)[]
  /** Accept data that are older than the store's. */
  readonly allowOlder?: boolean
  /** Called for each entry that is skipped because the store has a newer version. */
  readonly onOlder?: (record: BoundaryRecord) => void
}

/** An import that the store still has boundaries of. */
export interface ImportRecord extends ImportStamp {
  readonly id: number
  /** Boundaries that no later import has replaced. */
  readonly boundaries: number
  readonly coveredCountries: readonly string[]
}

export interface ImportRemoval {
  readonly removed: ImportRecord
  /** Countries that another import held completely, until this one replaced some of their boundaries and was removed. */
  readonly incomplete: readonly { readonly country: string; readonly file: string }[]
}

export interface ReplaceSummary {
  readonly added: number
  readonly replaced: number
  readonly unchanged: number
  readonly removed: number
}

/** How a source overrides the sources below it, and ids that it does not have. */
export interface Overrides {
  /** Boundaries of lower sources, of an earlier edition or of a removed import, each with its replacement. */
  readonly superseded: ReadonlyMap<BoundaryId, BoundaryId>
  /** Countries whose subdivisions come from this store alone. */
  readonly coveredCountries: ReadonlySet<string>
}

export interface BoundaryStore extends BoundarySource {
  /**
   * Stores all entries in one transaction: after a failure, or a kill at any moment, the store is unchanged. An entry that is older
   * than the stored one (by version, then the state of the file, then timestamp) is skipped and counts as unchanged. Where the entry
   * lacks a name in a language, the previous version's name is kept. Rejects with `OlderDataError` a file that is older than the
   * stored data of the countries that it is about, unless the scope allows it.
   */
  replace(entries: AsyncIterable<BoundaryEntry>, scope: ReplaceScope): Promise<ReplaceSummary>
  overrides(): Promise<Overrides>
  /** Another one for a store that was lost and made anew. */
  identity(): Promise<string>
  /** Removes boundaries that their source no longer has, in one transaction. */
  remove(ids: readonly BoundaryId[]): Promise<void>
  /** Whether the boundary was removed because its source no longer has it. */
  isDeleted(id: BoundaryId): Promise<boolean>
  /** The imports that still have boundaries, the oldest first. */
  imports(): Promise<readonly ImportRecord[]>
  /**
   * Removes an import's boundaries, and its claims to countries, in one transaction; null when there is no such import.
   * Lower sources then answer for those places again.
   */
  removeImport(id: number): Promise<ImportRemoval | null>
}
