/** The differences between the two databases: full text, boxes, and how a database is opened, locked and closed. */
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { BBox, Position } from '../../domain/geometry/rings.ts'
import type { CatalogTransaction } from './catalog/schema.ts'

/** Selects the keys of boundaries, for joins. */
export type BoundaryKeys = RawBuilder<{ key: number }>

export interface WordSearch {
  /** Words that must all match; each is a list of alternatives. Words of letters, digits and marks only. */
  readonly words: readonly (readonly string[])[]
  /** True if the last of `words` is a prefix. */
  readonly lastIsPrefix: boolean
  /** Filters that must all match, each with any alternative: see `catalog/filter-words.ts`. */
  readonly filters: readonly (readonly string[])[]
}

export interface TextRow {
  readonly key: number
  readonly words: readonly string[]
}

export interface BoxRow {
  readonly key: number
  readonly bbox: BBox
}

export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** True if a statement may use the rows returned by another change in its `with`. */
  readonly changesInWith: boolean
  /** Returns the placeholder of the parameter at a position, counted from 1. */
  readonly placeholder: (position: number) => string
  /** At the end of a select: locks the rows until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>
  /** At the end of a select: locks the rows for update and skips those that another transaction has locked. */
  readonly skipLocked: RawBuilder<unknown>
  /**
   * Isolates the transaction, until it ends, from others that lock the same name. Waits a moment, then fails with
   * `DatabaseBusyError`.
   */
  readonly lock: <T>(transaction: Transaction<T>, name: string) => Promise<void>
  readonly keysByWords: (search: WordSearch) => BoundaryKeys
  /** BoundaryKeys of the boxes that contain one of the points; a key may come twice. */
  readonly keysByPoints: (points: readonly Position[]) => BoundaryKeys
  /** BoundaryKeys of the boxes that meet one of these, each with west ≤ east; a key may come twice. */
  readonly keysByBoxes: (boxes: readonly BBox[]) => BoundaryKeys
  readonly insertTexts: (transaction: CatalogTransaction, rows: readonly TextRow[]) => Promise<void>
  readonly insertBoxes: (transaction: CatalogTransaction, rows: readonly BoxRow[]) => Promise<void>
  /** Makes word searches as fast as possible again, after many changes. */
  readonly optimizeIndex: (transaction: CatalogTransaction) => Promise<void>
  readonly deleteTextsAndBoxes: (transaction: CatalogTransaction, keys: readonly number[]) => Promise<void>
}

/** An open database with the tables `T`. */
export interface OpenDatabase<T> {
  readonly dialect: SqlDialect
  readonly read: Kysely<T>
  /**
   * Runs the work in one transaction, isolated from other writers. Waits a moment for another writer, then fails with
   * `DatabaseBusyError`. Readers continue meanwhile and see the previous state.
   */
  readonly write: <R>(work: (transaction: Transaction<T>) => Promise<R>) => Promise<R>
  /** Like `write` for a single statement, which PostgreSQL runs in one round trip. Not for tables with one writer. */
  readonly writeOne: <R>(statement: (db: Kysely<T>) => Promise<R>) => Promise<R>
  /** Optimizes the database after large writes. */
  readonly maintain: () => Promise<void>
  readonly close: () => Promise<void>
}

/** −180 and 180 are the same longitude. */
export const sameSpots = ([lon, lat]: Position): readonly Position[] =>
  Math.abs(lon) === 180
    ? [
        [180, lat],
        [-180, lat],
      ]
    : [[lon, lat]]
