/** What the two databases do not do alike: full text, boxes, and how a database is opened, locked and closed. */
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { splitBBox } from '../../domain/geometry/bbox.ts'
import type { BBox, Position } from '../../domain/geometry/rings.ts'
import type { CatalogTables } from './catalog/schema.ts'

/** Rows with the keys of boundaries; to be joined. */
type Keys = RawBuilder<{ key: number }>

export interface WordSearch {
  /** All of these, of each any alternative. Words of letters, digits and marks only. */
  readonly words: readonly (readonly string[])[]
  /** The last of `words` is the beginning of a word. */
  readonly lastIsBegun: boolean
  /** All of these too, of each any alternative: see `catalog/filter-words.ts`. */
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
  /** A statement may change one table by what another change inside its `with` gives back. */
  readonly changesInWith: boolean
  /** How the parameter at a position, counted from 1, is written in a statement. */
  readonly placeholder: (position: number) => string
  /** At the end of a select: locks the rows until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>
  /** At the end of a select: locks the rows for a change and leaves out those that another transaction has locked. */
  readonly skipLocked: RawBuilder<unknown>
  readonly keysByWords: (search: WordSearch) => Keys
  /** Keys of the boxes that contain one of the points; one key may come twice. */
  readonly keysByPoints: (points: readonly Position[]) => Keys
  /** Keys of the boxes that meet one of these, each with west ≤ east; one key may come twice. */
  readonly keysByBoxes: (boxes: readonly BBox[]) => Keys
  readonly insertTexts: (transaction: Transaction<CatalogTables>, rows: readonly TextRow[]) => Promise<void>
  readonly insertBoxes: (transaction: Transaction<CatalogTables>, rows: readonly BoxRow[]) => Promise<void>
  /** After many of these: whatever makes searching the words as fast as it can be. */
  readonly optimizeIndex: (transaction: Transaction<CatalogTables>) => Promise<void>
  readonly deleteTextsAndBoxes: (
    transaction: Transaction<CatalogTables>,
    keys: readonly number[],
  ) => Promise<void>
}

/** A database with the tables `T`, open. */
export interface OpenDatabase<T> {
  readonly flavour: SqlDialect
  readonly read: Kysely<T>
  /**
   * Runs the work in one transaction that nobody else's writing can disturb. Waits a moment for another writer, then fails
   * with `DatabaseBusyError`. Reading goes on meanwhile and sees the state before.
   */
  readonly write: <R>(work: (transaction: Transaction<T>) => Promise<R>) => Promise<R>
  /** `write` for a single statement, which PostgreSQL takes in one round trip. Not for tables with one writer. */
  readonly writeOne: <R>(statement: (db: Kysely<T>) => Promise<R>) => Promise<R>
  /** What a database wants after much was written. */
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

/** As boxes with west ≤ east; one that ends at ±180 has the other side of that meridian as well. */
export const sameBoxes = (box: BBox): readonly BBox[] => {
  const [west, south, east, north] = box
  const boxes = splitBBox(box)
  return [
    ...boxes,
    ...(boxes.length === 1 && east === 180 ? [[-180, south, -180, north] as const] : []),
    ...(boxes.length === 1 && west === -180 ? [[180, south, 180, north] as const] : []),
  ]
}
