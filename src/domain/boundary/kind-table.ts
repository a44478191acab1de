/**
 * Meaning of a country's words for subdivisions in the twelve kinds: the parsed form of `data/kinds/<cc>.yaml`. Facts about
 * the world are data; `resolve-kind.ts` has the rules that use them.
 */
import type { BoundaryId } from './id.ts'
import type { Kind } from './kind.ts'

/** Comparison with the value of a tag. `starts` and `ends` match names: 横浜市, Quận 1. */
export type TagTest = 'is' | 'starts' | 'ends'

export interface TagRule {
  readonly key: string
  readonly test: TagTest
  readonly text: string
  readonly kind: Kind
  /** First and last level to which the rule applies; null for every level. */
  readonly levels: readonly [lowest: number, highest: number] | null
}

export interface KindTable {
  readonly levels: ReadonlyMap<number, Kind>
  /** Levels without a government of their own: statistical, planning or historic levels. */
  readonly withoutGovernment: readonly number[]
  readonly ids: ReadonlyMap<BoundaryId, Kind>
  /** Other meanings of levels inside a boundary. */
  readonly within: ReadonlyMap<BoundaryId, ReadonlyMap<number, Kind>>
  /** Ordered: the first rule that matches decides. */
  readonly tags: readonly TagRule[]
  /** Additional kinds, so that a search for cities also finds a city that is a state. */
  readonly also: ReadonlyMap<BoundaryId, readonly Kind[]>
}

export interface KindTables {
  /** Used for countries without a table, and for cases that a country's table does not cover. */
  readonly fallback: KindTable
  /** Returns the table of a country (ISO 3166-1 alpha-2, upper case), or null if it has none. */
  country(code: string): KindTable | null
}
