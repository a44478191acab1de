/**
 * Finds known words that are similar to a misspelt one. In a word with one typing error its first or its second half is
 * correct (or the two letters in its middle are swapped); with two errors its first or its last letters nearly always are.
 * So the intended word starts or ends alike and is about as long: two ranges of an ordered index for each length, without an
 * index of letter triples.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CatalogTables } from './schema.ts'

/** Returns candidates for one word, up to a maximum; the caller measures the distance. */
export const readSimilarWords = async (
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

/** The words of a range joined into one text, which is far cheaper to transfer than thousands of rows. */
interface FoundWords {
  readonly reversed: number
  readonly words: string | null
}

const wordsIn = (words: string, reversed: boolean): readonly string[] =>
  reversed ? words.split(' ').map(backwards) : words.split(' ')

/** Too many words begin with a given letter to test each. */
const MIN_HALF = 2
const MIN_KNOWN = 3

/** Selects one range of the table's own order. */
const lettersThatBegin = (reversed: 0 | 1, length: number, beginning: string): RawBuilder<unknown> =>
  sql`select ${sql.lit(reversed)} as reversed, string_agg(letters, ' ') as words from (
    select letters from word where reversed = ${reversed} and length = ${length}
    and letters >= ${beginning} and letters < ${beginning + LAST_LETTER} limit ${MAX_IN_RANGE}) as range`

/** So many words end in "…burg" that the ending is useless; the beginning of the word is used then. */
const MAX_IN_RANGE = 2_000

const LAST_LETTER = '\u{10FFFF}'

/** Returns the vocabulary rows of a word; none for words too short for a recognizable misspelling, and for numbers. */
export const wordRows = (word: string): readonly CatalogTables['word'][] => {
  const length = Array.from(word).length
  if (length < MIN_LENGTH || length > MAX_LENGTH || /\p{N}/u.test(word)) return []
  return [
    { reversed: 0, length, letters: word },
    { reversed: 1, length, letters: backwards(word) },
  ]
}

/** One typing error in a word of three letters makes another word. */
const MIN_LENGTH = 3
const MAX_LENGTH = 40

const backwards = (word: string): string => Array.from(word).reverse().join('')
