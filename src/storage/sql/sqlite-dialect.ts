/** SQLite: FTS5 for words, R*Tree for boxes. */
import { type RawBuilder, sql } from 'kysely'
import { splitBBox } from '../../domain/geometry/bbox.ts'
import type { SqlDialect, WordSearch } from './dialect.ts'

export const SQLITE: SqlDialect = {
  name: 'sqlite',
  changesInWith: false,
  placeholder: () => '?',

  // SQLite serializes the transactions that write.
  forUpdate: sql``,
  skipLocked: sql``,
  lock: async () => {},

  // In the order of rowid, which FTS5 yields without sorting, so that a limit ends the search early.
  keysByWords: (search) =>
    sql`(select rowid as key from boundary_text where boundary_text match ${matchExpression(search)})`,

  keysByPoints: (points) => {
    const inBox = points.map(
      ([lon, lat]) =>
        sql`select id >> 1 as key from boundary_box where min_lon <= ${lon} and max_lon >= ${lon} and min_lat <= ${lat} and max_lat >= ${lat}`,
    )
    return sql`(${sql.join(inBox, sql` union all `)})`
  },

  keysByBoxes: (boxes) => {
    const meeting = boxes.map(
      ([west, south, east, north]) =>
        sql`select id >> 1 as key from boundary_box where min_lon <= ${east} and max_lon >= ${west} and min_lat <= ${north} and max_lat >= ${south}`,
    )
    return sql`(${sql.join(meeting, sql` union all `)})`
  },

  insertTexts: async (transaction, rows) => {
    for (const { key, words } of rows) {
      await sql`insert into boundary_text (rowid, words) values (${key}, ${words.join(' ')})`.execute(
        transaction,
      )
    }
  },

  // FTS5 keeps adding segments, and a search reads each of them: a single segment is five times as fast.
  optimizeIndex: async (transaction) => {
    await sql`insert into boundary_text (boundary_text) values ('optimize')`.execute(transaction)
  },

  insertBoxes: async (transaction, rows) => {
    for (const { key, bbox } of rows) {
      for (const [part, [west, south, east, north]] of splitBBox(bbox).entries()) {
        await sql`insert into boundary_box values (${2 * key + part}, ${west}, ${east}, ${south}, ${north})`.execute(
          transaction,
        )
      }
    }
  },

  deleteTextsAndBoxes: async (transaction, keys) => {
    for (const key of keys) {
      await sql`delete from boundary_text where rowid = ${key}`.execute(transaction)
      await sql`delete from boundary_box where id = ${2 * key} or id = ${2 * key + 1}`.execute(transaction)
    }
  },
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
