/** What the engines of SQL write differently, for the statements that join points with a cover. */

export interface Dialect {
  /** Name for readers. */
  readonly title: string
  /** Whether the tests run the statements in this engine. */
  readonly isTested: boolean
  /** Statements and comments that provide `cover`, before the view. */
  readonly cover: string
  /** Begins the statement of the view. */
  readonly createView: string
  /** Names of types: 64-bit floating point and 64-bit integers. */
  readonly double: string
  /** The whole number below a floating-point number, as a 64-bit integer. */
  readonly floor: (number: string) => string
  readonly shiftLeft: (bits: string, count: number) => string
  readonly or: (a: string, b: string) => string
  readonly and: (a: string, b: string) => string
  /**
   * A table expression: the columns `id`, `px`, `py` and `code` of `coded`, each row with the columns of the row of `cover` whose interval contains
   * its code.
   */
  readonly located: string
  /** The rest of the query, after `located` in its list of common table expressions: it selects `id` and `boundary_id`. */
  readonly decided: string
}

/** Columns of a row of a cover that tell its boundaries. */
const CELL_COLUMNS = ['ids', 'parity', 'x1', 'y1', 'x2', 'y2', 'owners'] as const

/** Selects from the points `p` and their cells `c`. */
export const LOCATED_COLUMNS = ['p.id', 'p.px', 'p.py', ...CELL_COLUMNS.map((name) => `c.${name}`)].join(', ')

/** Differences between the ends of an edge and the point: its first end is at (u, v), its second at (s, t). */
interface Ends {
  readonly u: string
  readonly v: string
  readonly s: string
  readonly t: string
}

/**
 * The two tests of an edge. A product of two differences has at most 63 bits, because one is of longitudes (32 bits) and one of latitudes (31 bits);
 * two of them are compared and never subtracted, so all of it is exact in 64-bit integers.
 */
export const edgeTests = ({ u, v, s, t }: Ends): { readonly crosses: string; readonly touches: string } => ({
  // The first end is the left one only if the edge goes on west for ever.
  crosses: `(CASE WHEN ${u} < ${s} THEN (${t} <= 0) = (${v} > ${t}) ELSE (${v} > 0) <> (${t} > 0) END) AND (${u} * ${t} < ${v} * ${s}) = (${t} >= ${v})`,
  touches: `${u} * ${t} = ${v} * ${s} AND ((${u} <= 0 AND ${s} >= 0) OR (${u} >= 0 AND ${s} <= 0)) AND ((${v} <= 0 AND ${t} >= 0) OR (${v} >= 0 AND ${t} <= 0))`,
})

/** With the names of columns. */
export const EDGE = edgeTests({ u: 'u', v: 'v', s: 's', t: 't' })

/** Prefixes each line, as a comment. */
export const comment = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `-- ${line}`.trimEnd())
    .join('\n')
