/** SQLite, with its functions for JSON, which are lists in a table. It has no exclusive or: crossings are counted. */
import { comment, type Dialect, EDGE, LOCATED_COLUMNS } from '../dialect.ts'
import { OPERATORS } from '../operators.ts'

const LISTS = ['x1', 'y1', 'x2', 'y2', 'owners']

/** With which DuckDB writes the text that SQLite reads. */
export const SQLITE_TEXT = `SELECT lo, hi, to_json(ids) AS ids, parity, ${LISTS.map((list) => `to_json(${list}) AS ${list}`).join(', ')} FROM 'cover.parquet'`

const end = (list: string): string => `json_extract(l.${list}, '$[' || e.key || ']')`

export const SQLITE: Dialect = {
  title: 'SQLite 3.38 or later',
  isTested: true,
  cover: `CREATE TABLE IF NOT EXISTS cover (
  lo INTEGER PRIMARY KEY, hi INTEGER NOT NULL, ids TEXT NOT NULL, parity INTEGER NOT NULL,
  x1 TEXT NOT NULL, y1 TEXT NOT NULL, x2 TEXT NOT NULL, y2 TEXT NOT NULL, owners TEXT NOT NULL
);
${comment(`
Load it once, with DuckDB and sqlite3:
duckdb -c "COPY (${SQLITE_TEXT}) TO 'cover.csv' (HEADER)"
sqlite3 points.db ".import --csv --skip 1 cover.csv cover"`)}
DROP VIEW IF EXISTS point_boundaries;`,
  createView: 'CREATE VIEW point_boundaries',
  double: 'REAL',
  // The numbers are positive, so cutting off their decimals rounds down; not every build has the function.
  floor: (number) => `CAST(${number} AS INTEGER)`,
  ...OPERATORS,
  located: `SELECT ${LOCATED_COLUMNS}
FROM coded p JOIN cover c ON c.lo = (SELECT max(lo) FROM cover WHERE lo <= p.code)
WHERE p.code <= c.hi`,
  decided: `
SELECT l.id, b.value AS boundary_id
FROM located l, json_each(l.ids) b
WHERE l.parity = -1 OR (
  SELECT max(touches) = 1 OR (((l.parity >> b.key) & 1) + coalesce(sum(crosses), 0)) % 2 = 1
  FROM (
    SELECT (${EDGE.crosses}) AS crosses, (${EDGE.touches}) AS touches
    FROM (
      SELECT ${end('x1')} - l.px AS u, ${end('y1')} - l.py AS v, ${end('x2')} - l.px AS s, ${end('y2')} - l.py AS t
      FROM json_each(l.owners) e
      WHERE (e.value >> b.key) & 1 = 1
    )
  )
)`,
}
