/** PostgreSQL without extensions. It reads no Parquet, so the cover comes through a file of text. */
import { comment, type Dialect, EDGE, LOCATED_COLUMNS } from '../dialect.ts'
import { OPERATORS } from '../operators.ts'

const LISTS = ['x1', 'y1', 'x2', 'y2', 'owners']

const literal = (list: string): string => `'{' || array_to_string(${list}, ',') || '}' AS ${list}`

/** With which DuckDB writes the text that PostgreSQL reads. */
export const POSTGRES_TEXT = `SELECT lo, hi, ${literal('ids')}, parity, ${LISTS.map(literal).join(', ')} FROM 'cover.parquet'`

export const POSTGRES: Dialect = {
  title: 'PostgreSQL 14 or later, without PostGIS',
  isTested: true,
  cover: `CREATE TABLE IF NOT EXISTS cover (
  lo bigint PRIMARY KEY, hi bigint NOT NULL, ids text[] NOT NULL, parity bigint NOT NULL,
  x1 integer[] NOT NULL, y1 integer[] NOT NULL, x2 integer[] NOT NULL, y2 integer[] NOT NULL, owners bigint[] NOT NULL
);
${comment(`
Load it once, with DuckDB and psql:
duckdb -c "COPY (${POSTGRES_TEXT}) TO 'cover.csv' (HEADER)"
psql -c "\\copy cover FROM 'cover.csv' CSV HEADER" -c "ANALYZE cover"`)}`,
  createView: 'CREATE OR REPLACE VIEW point_boundaries',
  double: 'double precision',
  floor: (number) => `CAST(floor(${number}) AS bigint)`,
  ...OPERATORS,
  located: `SELECT ${LOCATED_COLUMNS}
FROM coded p
CROSS JOIN LATERAL (SELECT * FROM cover WHERE lo <= p.code ORDER BY lo DESC LIMIT 1) c
WHERE p.code <= c.hi`,
  decided: `
SELECT l.id, b.boundary_id
FROM located l
CROSS JOIN LATERAL (
  SELECT coalesce(bit_xor(CASE WHEN ${EDGE.crosses} THEN m ELSE 0 END), 0) AS crossed,
    coalesce(bit_or(CASE WHEN ${EDGE.touches} THEN m ELSE 0 END), 0) AS touched
  FROM (
    SELECT e.x1 - l.px AS u, e.y1 - l.py AS v, e.x2 - l.px AS s, e.y2 - l.py AS t, e.m
    FROM unnest(l.x1, l.y1, l.x2, l.y2, l.owners) AS e(x1, y1, x2, y2, m)
  ) measured
) d
CROSS JOIN LATERAL unnest(l.ids) WITH ORDINALITY AS b(boundary_id, i)
WHERE l.parity = -1 OR ((((l.parity # d.crossed) | d.touched) >> (b.i - 1)::integer) & 1) = 1`,
}
