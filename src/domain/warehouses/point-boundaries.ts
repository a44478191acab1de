/**
 * The statements that create the view `point_boundaries(id, boundary_id)` from `cover` and a table `points(id, lon, lat)`: all dialects from this
 * one text. Points are rounded to 1e-7 degrees, their codes computed by spreading bits, and the rest is up to `located` and `decided`.
 */
import { comment, type Dialect } from './dialect.ts'
import { BIGQUERY } from './dialects/bigquery.ts'
import { CLICKHOUSE } from './dialects/clickhouse.ts'
import { DUCKDB } from './dialects/duckdb.ts'
import { POSTGRES } from './dialects/postgres.ts'
import { SNOWFLAKE } from './dialects/snowflake.ts'
import { SPARK } from './dialects/spark.ts'
import { SQLITE } from './dialects/sqlite.ts'
import { TRINO } from './dialects/trino.ts'

export const DIALECTS = {
  duckdb: DUCKDB,
  clickhouse: CLICKHOUSE,
  postgres: POSTGRES,
  sqlite: SQLITE,
  bigquery: BIGQUERY,
  snowflake: SNOWFLAKE,
  spark: SPARK,
  trino: TRINO,
} as const satisfies Readonly<Record<string, Dialect>>

export type DialectName = keyof typeof DIALECTS

export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[]

/** Statements, each with a semicolon at its end. */
export const pointBoundariesSql = (dialect: Dialect): string =>
  `${[
    comment(introduction(dialect)),
    dialect.cover.trim(),
    `${dialect.createView} AS
WITH rounded AS (
  SELECT id,
    ${units(dialect, 'lon', '1800000000.5')} AS gx,
    ${units(dialect, 'lat', '900000000.5')} AS gy
  FROM points
  WHERE ${ON_MAP}
),
${spreading(dialect)}
coded AS (
  SELECT id, px, py, ${dialect.or('p', dialect.shiftLeft('q', 1))} AS code FROM spread5
),
located AS (
${indented(dialect.located)}
)${dialect.decided.trimEnd()};`,
  ].join('\n\n')}\n`

const introduction = ({ title, isTested }: Dialect): string => `
Boundaries that contain points, exactly, from a cover that Metes exported, in ${title}.
${isTested ? TESTED : 'The tests of Metes do not run these statements, which are made from the same text as those for engines that they run.'}
It needs a table points(id, lon, lat) in degrees, and makes the view point_boundaries(id, boundary_id).
A point on a border is in every boundary that has it. Points are rounded to 1e-7 degrees. Points that are
null, NaN or beyond ±180 and ±90 degrees have no row.`

const TESTED = 'The tests of Metes run these statements.'

const ON_MAP = 'lon BETWEEN -180 AND 180 AND lat BETWEEN -90 AND 90'

/** The grid position, from 0. No engine converts a number that is not on the map, in whatever order it does things. */
const units = ({ floor, double }: Dialect, column: string, origin: string): string =>
  floor(`CAST(CASE WHEN ${ON_MAP} THEN ${column} ELSE 0 END AS ${double}) * 1e7 + ${origin}`)

/** Steps in which the bits of a number move apart, until a zero is above each. */
const STEPS: readonly (readonly [shift: number, mask: bigint])[] = [
  [16, 0x0000ffff0000ffffn],
  [8, 0x00ff00ff00ff00ffn],
  [4, 0x0f0f0f0f0f0f0f0fn],
  [2, 0x3333333333333333n],
  [1, 0x5555555555555555n],
]

/** +180 degrees is −180. */
const spreading = ({ or, and, shiftLeft }: Dialect): string => {
  const first = `spread0 AS (
  SELECT id, gx - 1800000000 AS px, gy - 900000000 AS py, gx AS p, gy AS q
  FROM (SELECT id, CASE WHEN gx = 3600000000 THEN 0 ELSE gx END AS gx, gy FROM rounded) seam
),`
  const others = STEPS.map(([shift, mask], step) => {
    const spread = (bits: string): string => and(or(bits, shiftLeft(bits, shift)), String(mask))
    return `spread${step + 1} AS (
  SELECT id, px, py, ${spread('p')} AS p, ${spread('q')} AS q FROM spread${step}
),`
  })
  return [first, ...others].join('\n')
}

const indented = (text: string): string => text.trim().replace(/^/gm, '  ')
