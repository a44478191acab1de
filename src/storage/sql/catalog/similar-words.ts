/**
 * The vocabulary of all names, for words that nobody spelt right. Of a word with one slip, its first half or its second half is
 * right (or the two letters in its middle are swapped); of a word with two, its first letters or its last ones nearly always.
 * So what somebody may have meant begins or ends alike and is about as long: two ranges of an ordered index for each length,
 * with no need for an index of letter triples.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CatalogTables } from './schema.ts'

/** Candidates for one word. The caller measures how far they are. */
export const similarWords = async (
  db: Kysely<CatalogTables>,
  word: string,
  edits: 1 | 2,
): Promise<readonly string[]> => {
  const letters = Array.from(word)
  const half = Math.floor(letters.length / 2)
  const known = edits === 1 ? half : Math.max(MIN_KNOWN, Math.floor(letters.length / 4))
  if (half < MIN_HALF) return []
  const lengths = Array.from({ length: 2 * edits + 1 }, (_, index) => letters.length - edits + index)
  const beginning = letters.slice(0, known).join('')
  const end = letters.toReversed().slice(0, known).join('')
  const swapped = letters
    .with(half - 1, letters[half])
    .with(half, letters[half - 1])
    .join('')
  const ranges = lengths.flatMap((length) => [
    lettersThatBegin(0, length, beginning),
    lettersThatBegin(1, length, end),
  ])
  ranges.push(
    sql`select reversed, letters from word where reversed = 0 and length = ${letters.length} and letters = ${swapped}`,
  )
  const { rows } = await sql<FoundWords>`${sql.join(ranges, sql` union all `)}`.execute(db)
  return [
    ...new Set(rows.flatMap(({ reversed, words }) => (words === null ? [] : wordsIn(words, reversed === 1)))),
  ]
}

/** The words of a range in one text, which is far less work to hand over than thousands of rows. */
interface FoundWords {
  readonly reversed: number
  readonly words: string | null
}

const wordsIn = (words: string, reversed: boolean): readonly string[] =>
  reversed ? words.split(' ').map(backwards) : words.split(' ')

/** A single letter begins too many words to look at each. */
const MIN_HALF = 2
const MIN_KNOWN = 3

/** One range of the table's own order. */
const lettersThatBegin = (reversed: 0 | 1, length: number, beginning: string): RawBuilder<unknown> =>
  sql`select ${sql.lit(reversed)} as reversed, string_agg(letters, ' ') as words from (
    select letters from word where reversed = ${reversed} and length = ${length}
    and letters >= ${beginning} and letters < ${beginning + LAST_LETTER} limit ${MAX_IN_RANGE}) as range`

/** "…burg" ends so many words that it tells nothing; the beginning of the word does then. */
const MAX_IN_RANGE = 2_000

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
