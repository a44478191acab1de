/** PostgreSQL: a GIN index of tsvectors for words, GiST for boxes. Both are built in; no extension is needed. */
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { splitBBox } from '../../domain/geometry/bbox.ts'
import { DatabaseBusyError } from './database-busy.ts'
import type { SqlDialect, WordSearch } from './dialect.ts'

export const POSTGRES: SqlDialect = {
  name: 'postgres',
  changesInWith: true,
  placeholder: (position) => `$${position}`,
  forUpdate: sql`for update`,
  skipLocked: sql`for update skip locked`,

  lock: async (transaction, name) => {
    try {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(transaction)
      await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || ${name}, 0))`.execute(
        transaction,
      )
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      throw new DatabaseBusyError(LOCK_TIMEOUT_MS, error)
    }
  },

  keysByWords: (search) => {
    const fence = isFrequent(search) ? sql`` : sql`offset 0`
    return sql`(select key from boundary_text where words @@ ${matchExpression(search)}::tsquery ${fence})`
  },

  keysByPoints: (points) => {
    // Converted to a box: the index has no operator for a box that contains a point.
    const spots = points.map(([lon, lat]) => {
      const point = sql`point(${lon}::float8, ${lat}::float8)`
      return sql`box @> box(${point}, ${point})`
    })
    return sql`(select key from boundary_box where ${sql.join(spots, sql` or `)})`
  },

  keysByBoxes: (boxes) => {
    const meeting = boxes.map(
      ([west, south, east, north]) =>
        sql`box && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`,
    )
    return sql`(select key from boundary_box where ${sql.join(meeting, sql` or `)})`
  },

  // The words are final; `to_tsvector` would split them again by its own rules.
  insertTexts: async (transaction, rows) => {
    if (rows.length === 0) return
    const values = rows.map(({ key, words }) => sql`(${key}::bigint, array_to_tsvector(${words}::text[]))`)
    await sql`insert into boundary_text (key, words) values ${sql.join(values)}`.execute(transaction)
  },

  // The index maintains itself, a few hundred kilobytes at a time.
  optimizeIndex: async () => {},

  insertBoxes: async (transaction, rows) => {
    const values = rows.flatMap(({ key, bbox }) =>
      splitBBox(bbox).map(
        ([west, south, east, north]) =>
          sql`(${key}::bigint, box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8)))`,
      ),
    )
    if (values.length === 0) return
    await sql`insert into boundary_box (key, box) values ${sql.join(values)}`.execute(transaction)
  },

  deleteTextsAndBoxes: async (transaction, keys) => {
    if (keys.length === 0) return
    await sql`delete from boundary_text where key = any(${keys}::bigint[])`.execute(transaction)
    await sql`delete from boundary_box where key = any(${keys}::bigint[])`.execute(transaction)
  },
}

const LOCK_TIMEOUT_MS = 5_000
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: lock_not_available */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * For very frequent words a scan by prominence may be fastest, and the planner knows their frequency. For several words and
 * for prefixes it only guesses, and may scan the whole table: `offset 0` forces the index.
 */
const isFrequent = ({ words, lastIsPrefix, filters }: WordSearch): boolean =>
  words.length === 1 && filters.length === 0 && (!lastIsPrefix || words[0].every((word) => word.length <= 2))

/** Returns the text form of a tsquery; every word is quoted, so that none is parsed as an operator. */
const matchExpression = ({ words, lastIsPrefix, filters }: WordSearch): RawBuilder<string> => {
  const wanted = words.map((alternatives, index) =>
    anyWord(alternatives, lastIsPrefix && index === words.length - 1),
  )
  return sql`${[...wanted, ...filters.map((alternatives) => anyWord(alternatives, false))].join(' & ')}`
}

const anyWord = (words: readonly string[], isPrefix: boolean): string =>
  `(${words.map((word) => `'${word}'${isPrefix ? ':*' : ''}`).join(' | ')})`
