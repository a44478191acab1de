/** The index of words, in SQLite's FTS5: boundaries whose names and filters have the words. */
import { type RawBuilder, sql } from 'kysely'
import type { BoundaryKeys, CatalogTransaction } from './schema.ts'

export interface WordSearch {
  /** Words that must all match; each is a list of alternatives. Words of letters, digits and marks only. */
  readonly words: readonly (readonly string[])[]
  /** True if the last of `words` is a prefix. */
  readonly lastIsPrefix: boolean
  /** Filters that must all match, each with any alternative: see `filter-words.ts`. */
  readonly filters: readonly (readonly string[])[]
}

export interface TextRow {
  readonly key: number
  readonly words: readonly string[]
}

/** In the order of rowid, which FTS5 yields without sorting, so that a limit ends the search early. */
export const keysByWords = (search: WordSearch): BoundaryKeys =>
  sql`(select rowid as key from boundary_text where boundary_text match ${matchExpression(search)})`

export const insertTexts = async (
  transaction: CatalogTransaction,
  rows: readonly TextRow[],
): Promise<void> => {
  for (const { key, words } of rows) {
    await sql`insert into boundary_text (rowid, words) values (${key}, ${words.join(' ')})`.execute(
      transaction,
    )
  }
}

export const deleteTexts = async (
  transaction: CatalogTransaction,
  keys: readonly number[],
): Promise<void> => {
  for (const key of keys) await sql`delete from boundary_text where rowid = ${key}`.execute(transaction)
}

/**
 * Makes word searches as fast as possible again, after many changes: FTS5 keeps adding segments, and a search reads each of them. A
 * single segment is five times as fast.
 */
export const optimizeWords = async (transaction: CatalogTransaction): Promise<void> => {
  await sql`insert into boundary_text (boundary_text) values ('optimize')`.execute(transaction)
}

/** Returns a query in FTS5's language; every word is quoted, so that none is parsed as an operator. */
const matchExpression = ({ words, lastIsPrefix, filters }: WordSearch): RawBuilder<string> => {
  const wanted = words.map((alternatives, index) =>
    anyWord(alternatives, lastIsPrefix && index === words.length - 1),
  )
  return sql`${[...wanted, ...filters.map((alternatives) => anyWord(alternatives, false))].join(' AND ')}`
}

const anyWord = (words: readonly string[], isPrefix: boolean): string =>
  `(${words.map((word) => `"${word}"${isPrefix ? ' *' : ''}`).join(' OR ')})`
