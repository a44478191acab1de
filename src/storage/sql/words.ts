/**
 * The vocabulary of all names, for words that nobody spelt right. Of a word with one slip, either its first half or its second
 * half is right; of a word with two, its first letters or its last ones nearly always. So what somebody may have meant begins or
 * ends alike and is about as long: two ranges of an ordered index for each length, with no need for an index of letter triples.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CatalogTables } from './catalog-schema.ts'

/** Candidates for one word. The caller measures how far they are. */
export const similarWords = async (
  db: Kysely<CatalogTables>,
  word: string,
  edits: 1 | 2,
): Promise<readonly string[]> => {
  const letters = Array.from(word)
  const known = edits === 1 ? Math.floor((letters.length - 1) / 2) : Math.floor(letters.length / 4)
  if (known === 0) return []
  const lengths = Array.from({ length: 2 * edits + 1 }, (_, index) => letters.length - edits + index)
  const beginning = letters.slice(0, known).join('')
  const end = letters.reverse().slice(0, known).join('')
  const ranges = lengths.flatMap((length) => [
    lettersThatBegin(0, length, beginning),
    lettersThatBegin(1, length, end),
  ])
  const { rows } = await sql<CatalogTables['word']>`${sql.join(ranges, sql` union all `)}`.execute(db)
  return [...new Set(rows.map((row) => (row.reversed === 1 ? backwards(row.letters) : row.letters)))]
}

/** One range of the table's own order. */
const lettersThatBegin = (reversed: 0 | 1, length: number, beginning: string): RawBuilder<unknown> =>
  sql`select reversed, letters from word where reversed = ${reversed} and length = ${length}
    and letters >= ${beginning} and letters < ${beginning + LAST_LETTER}`

const LAST_LETTER = '\u{10FFFF}'

/** Rows that make a word findable; none for words too short to be misspelt recognisably, and for numbers. */
export const wordRows = (word: string): readonly CatalogTables['word'][] => {
  const length = Array.from(word).length
  if (length < SHORTEST || length > LONGEST || /\p{N}/u.test(word)) return []
  return [
    { reversed: 0, length, letters: word },
    { reversed: 1, length, letters: backwards(word) },
  ]
}

/** A word of three letters with one slip is another word. */
const SHORTEST = 3
const LONGEST = 40

const backwards = (word: string): string => Array.from(word).reverse().join('')
