/**
 * What one country's words for its subdivisions mean in the twelve kinds: the shape of `data/kinds/<cc>.yaml` once read.
 * Knowledge of the world is data; the rules that use it are in `resolve-kind.ts`.
 */
import type { BoundaryId } from './id.ts'
import type { Kind } from './kind.ts'

/** How the value of a tag is compared. `starts` and `ends` match names: 横浜市, Quận 1. */
export type TagTest = 'is' | 'starts' | 'ends'

export interface TagRule {
  readonly key: string
  readonly test: TagTest
  readonly text: string
  readonly kind: Kind
  /** The rule applies at these levels only, both included; null for every level. */
  readonly levels: readonly [lowest: number, highest: number] | null
}

export interface KindTable {
  readonly levels: ReadonlyMap<number, Kind>
  /** Levels without a government of their own: statistical, planning or historic levels. */
  readonly withoutGovernment: readonly number[]
  readonly ids: ReadonlyMap<BoundaryId, Kind>
  /** Inside this boundary these levels have other meanings. */
  readonly within: ReadonlyMap<BoundaryId, ReadonlyMap<number, Kind>>
  /** In order: the first that matches decides. */
  readonly tags: readonly TagRule[]
  /** Additional kinds, so that a search for cities also finds a city that is a state. */
  readonly also: ReadonlyMap<BoundaryId, readonly Kind[]>
}

export interface KindTables {
  /** For countries without a table, and for cases that a country's table does not cover. */
  readonly fallback: KindTable
  /** The table of a country (ISO 3166-1 alpha-2, upper case), or null where there is none. */
  country(code: string): KindTable | null
}
