/**
 * The catalog: what operations ask for places. It puts several sources together so that one place is one boundary.
 */
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Position } from '../geometry/rings.ts'
import type { StoredGeometry } from './ports.ts'

export interface Catalog {
  find(reference: BoundaryReference): Promise<FindAnswer>
  /** The known ones of these: parents in the caller's language, for instance. */
  records(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, BoundaryRecord>>
  /** The full polygon; `record` must come from this catalog. */
  geometry(record: BoundaryRecord): Promise<StoredGeometry>
  /** Best first. */
  search(question: SearchQuestion): Promise<readonly FoundByName[]>
  /** Everything that contains the point or has it on its border: from the country to the smallest, then postcode areas. */
  reverse(point: Position): Promise<readonly BoundaryRecord[]>
  children(parent: BoundaryRecord, adminLevel: number | null): Promise<Children>
  /** Changes whenever an answer may have changed. Part of every cache key. */
  version(): Promise<string>
}

export type FindAnswer =
  | {
      readonly found: true
      readonly record: BoundaryRecord
      readonly alternatives: readonly BoundaryRecord[]
    }
  | { readonly found: false; readonly deleted: boolean }

export interface SearchQuestion {
  /** As the caller wrote it: a name in any language and script, parents after it where it is ambiguous. */
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  readonly kind: Kind | null
  readonly adminLevel: number | null
  readonly near: Position | null
  readonly limit: number
}

export interface FoundByName {
  readonly record: BoundaryRecord
  /** The name that matched, as written in the source. */
  readonly matchedName: string
}

export interface Children {
  /** The level of the children; null when there are none. */
  readonly adminLevel: number | null
  /** Ordered by name. */
  readonly children: readonly BoundarySummary[]
}
