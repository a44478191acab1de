/** Ways to write bits and joins that several dialects share. */
import { LOCATED_COLUMNS } from './dialect.ts'

/** Operators as in C. */
export const OPERATORS = {
  shiftLeft: (bits: string, count: number): string => `(${bits} << ${count})`,
  or: (a: string, b: string): string => `(${a} | ${b})`,
  and: (a: string, b: string): string => `(${a} & ${b})`,
}

/**
 * For engines without a join to the nearest row: rows and points meet in buckets of codes. A row is in the buckets of its own order of
 * size, so no row is in more than some thousands, and few rows are in one.
 */
export const BUCKET_BITS = [34, 46, 58] as const

/** The bits of the bucket of a row. */
export const BUCKET_OF_ROW = `CASE WHEN hi - lo >= ${2n ** 58n} THEN 58 WHEN hi - lo >= ${2n ** 46n} THEN 46 ELSE 34 END`

/** `points` and `rows` are table expressions with the columns `bits` and `bucket`. */
export const bucketJoin = (points: string, rows: string): string =>
  `SELECT ${LOCATED_COLUMNS}
FROM (${points}) p
JOIN (${rows}) c
  ON p.bits = c.bits AND p.bucket = c.bucket AND p.code BETWEEN c.lo AND c.hi`
