/** Snowflake: a table whose lists are arrays. */
import { comment, type Dialect, EDGE, LOCATED_COLUMNS } from '../dialect.ts'

const LISTS = ['x1', 'y1', 'x2', 'y2', 'owners']

const at = (list: string): string => `${list}[e.index]::NUMBER(38, 0)`

export const SNOWFLAKE: Dialect = {
  title: 'Snowflake',
  isTested: false,
  cover: comment(`
Load it once, from a stage:
CREATE OR REPLACE TABLE cover (lo NUMBER(38, 0), hi NUMBER(38, 0), ids ARRAY, parity NUMBER(38, 0), ${LISTS.map((list) => `${list} ARRAY`).join(', ')});
COPY INTO cover FROM @stage/cover.parquet
  FILE_FORMAT = (TYPE = PARQUET, USE_VECTORIZED_SCANNER = TRUE) MATCH_BY_COLUMN_NAME = CASE_INSENSITIVE;`),
  createView: 'CREATE OR REPLACE VIEW point_boundaries',
  double: 'DOUBLE',
  floor: (number) => `CAST(FLOOR(${number}) AS NUMBER(38, 0))`,
  shiftLeft: (bits, count) => `BITSHIFTLEFT(${bits}, ${count})`,
  or: (a, b) => `BITOR(${a}, ${b})`,
  and: (a, b) => `BITAND(${a}, ${b})`,
  located: `SELECT ${LOCATED_COLUMNS}
FROM coded p ASOF JOIN cover c MATCH_CONDITION (p.code >= c.lo)
WHERE p.code <= c.hi`,
  decided: `,
numbered AS (
  SELECT *, ROW_NUMBER() OVER (ORDER BY px) AS n FROM located
),
measured AS (
  SELECT n, id, ids, parity, ${at('owners')} AS m,
    ${at('x1')} - px AS u, ${at('y1')} - py AS v, ${at('x2')} - px AS s, ${at('y2')} - py AS t
  FROM numbered, LATERAL FLATTEN(INPUT => owners, OUTER => TRUE) e
),
decided AS (
  SELECT ANY_VALUE(id) AS id, ANY_VALUE(ids) AS ids, ANY_VALUE(parity) AS parity,
    BITOR(BITXOR(ANY_VALUE(parity), BITXOR_AGG(CASE WHEN ${EDGE.crosses} THEN m ELSE 0 END)),
      BITOR_AGG(CASE WHEN ${EDGE.touches} THEN m ELSE 0 END)) AS inside
  FROM measured
  GROUP BY n
)
SELECT d.id, b.value::VARCHAR AS boundary_id
FROM decided d, LATERAL FLATTEN(INPUT => d.ids) b
WHERE d.parity = -1 OR BITAND(BITSHIFTRIGHT(d.inside, b.index), 1) = 1`,
}
