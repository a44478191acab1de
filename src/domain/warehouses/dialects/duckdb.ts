/** DuckDB reads the file where it is. */
import { type Dialect, edgeTests, LOCATED_COLUMNS } from '../dialect.ts'
import { OPERATORS } from '../operators.ts'

const { crosses, touches } = edgeTests({ u: 'e.u', v: 'e.v', s: 'e.s', t: 'e.t' })

export const DUCKDB: Dialect = {
  title: 'DuckDB',
  isTested: true,
  cover: `CREATE OR REPLACE VIEW cover AS SELECT * FROM read_parquet('cover.parquet');`,
  createView: 'CREATE OR REPLACE VIEW point_boundaries',
  double: 'DOUBLE',
  floor: (number) => `CAST(floor(${number}) AS BIGINT)`,
  ...OPERATORS,
  located: `SELECT ${LOCATED_COLUMNS}
FROM coded p ASOF JOIN cover c ON p.code >= c.lo
WHERE p.code <= c.hi`,
  // Comprehensions, because lambdas are written differently from version to version.
  decided: `,
measured AS (
  SELECT id, ids, parity,
    [{'u': e[1] - px, 'v': e[2] - py, 's': e[3] - px, 't': e[4] - py, 'm': e[5]}
      for e in list_zip(x1, y1, x2, y2, owners)] AS edges
  FROM located
),
decided AS (
  SELECT id, ids, parity,
    xor(parity, coalesce(list_bit_xor([CASE WHEN ${crosses} THEN e.m ELSE 0 END for e in edges]), 0))
      | coalesce(list_bit_or([CASE WHEN ${touches} THEN e.m ELSE 0 END for e in edges]), 0) AS inside
  FROM measured
)
SELECT id, boundary_id
FROM (SELECT id, parity, inside, unnest(ids) AS boundary_id, generate_subscripts(ids, 1) AS i FROM decided)
WHERE parity = -1 OR (inside >> (i - 1)) & 1 = 1`,
}
