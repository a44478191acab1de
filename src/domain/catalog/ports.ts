/**
 * What the catalog needs from the world: places that know boundaries (`BoundarySource`) and the store that keeps
 * what an import found (`BoundaryStore`). Adapters in `sources/` and `storage/` implement these and are checked by
 * the suites in `test/contract/`.
 */
import type { BoundaryRecord, Origin } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Position, Rings } from '../geometry/rings.ts'

/** How a name of a boundary matched the query, best first. */
export type MatchMode = 'exact' | 'prefix' | 'tokens' | 'similar'

export interface NameQuery {
  /** The query folded by `foldName`: lower case, no accents, single spaces. */
  readonly folded: string
  readonly mode: MatchMode
  readonly countries: readonly string[]
  readonly kind: Kind | null
  readonly adminLevel: number | null
  /** At most this many hits, the most prominent first where the index has to choose. */
  readonly limit: number
}

export interface NameHit {
  readonly record: BoundaryRecord
  /** The name that matched, as written in the source. */
  readonly matchedName: string
  /** 0–1; 1 for every mode but `similar`, where it is the trigram similarity. */
  readonly similarity: number
}

/** The polygon as stored: see `geometry/codec.ts`. Weights are absent where the source does not keep them. */
export interface StoredGeometry {
  readonly rings: Uint8Array
  readonly weights: Uint8Array | null
}

export interface BoundarySource {
  readonly origin: Origin
  /** All boundaries that the reference names, the best first (lowest admin_level, larger area, lowest id); empty when not mine. */
  find(reference: BoundaryReference): Promise<readonly BoundaryRecord[]>
  geometry(id: BoundaryId): Promise<StoredGeometry | null>
  search(query: NameQuery): Promise<readonly NameHit[]>
  /** Every folded name, in every language, of the given boundaries: tells whether "Texas" names a parent. */
  foldedNames(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, readonly string[]>>
  /** Boundaries whose polygon contains the point or has it on its border. */
  containing(point: Position): Promise<readonly BoundaryRecord[]>
  /** Levels below the parent that have boundaries in it, ascending. */
  childLevels(parent: BoundaryId): Promise<readonly number[]>
  /** Boundaries of the level inside the parent, ordered by name. */
  children(parent: BoundaryId, adminLevel: number): Promise<readonly BoundaryRecord[]>
  /** Changes whenever an answer of this source may have changed. Part of every cache key. */
  version(): Promise<string>
}

/** One boundary on its way into the store. */
export interface BoundaryEntry {
  readonly record: BoundaryRecord
  readonly geometry: StoredGeometry
  /** Every name to be found by, local one first: name, name:*, alt_name, old_name, short_name, codes. Written as in the source. */
  readonly searchNames: readonly { readonly language: string | null; readonly name: string }[]
  /** Ids of boundaries of a lower source (the atlas) that are the same place. */
  readonly supersedes: readonly BoundaryId[]
}

/** What one import replaces. */
export interface ReplaceScope {
  readonly origin: Origin
  /** Countries whose subdivisions this import holds completely: older ones that it does not name are removed. */
  readonly coveredCountries: readonly string[]
}

export interface ReplaceSummary {
  readonly added: number
  readonly replaced: number
  readonly unchanged: number
  readonly removed: number
}

export interface BoundaryStore extends BoundarySource {
  /** Takes all entries in one transaction: after a failure, or a kill at any moment, the store is as it was. */
  replace(entries: AsyncIterable<BoundaryEntry>, scope: ReplaceScope): Promise<ReplaceSummary>
  /** The ids of lower sources that are hidden, and the boundary that stands for each. */
  superseded(): Promise<ReadonlyMap<BoundaryId, BoundaryId>>
  /** Countries whose subdivisions come from this store alone. */
  coveredCountries(): Promise<ReadonlySet<string>>
}
