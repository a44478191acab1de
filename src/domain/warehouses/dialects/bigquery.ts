/** BigQuery: a table in the default dataset. */
import { comment, type Dialect, EDGE } from '../dialect.ts'
import { BUCKET_BITS, BUCKET_OF_ROW, bucketJoin, OPERATORS } from '../operators.ts'

const mask = (aggregate: string, test: string): string =>
  `IFNULL((SELECT ${aggregate}(IF(${test}, m, 0)) FROM UNNEST(edges)), 0)`

export const BIGQUERY: Dialect = {
  title: 'BigQuery',
  isTested: false,
  cover: comment(`
Load it once into the default dataset, from a bucket:
LOAD DATA OVERWRITE cover FROM FILES (
  format = 'PARQUET', uris = ['gs://bucket/cover.parquet'], enable_list_inference = true);`),
  createView: 'CREATE OR REPLACE VIEW point_boundaries',
  double: 'FLOAT64',
  floor: (number) => `CAST(FLOOR(${number}) AS INT64)`,
  ...OPERATORS,
  located: bucketJoin(
    `SELECT *, code >> bits AS bucket FROM coded CROSS JOIN UNNEST([${BUCKET_BITS.join(', ')}]) AS bits`,
    `SELECT * FROM (SELECT *, ${BUCKET_OF_ROW} AS bits FROM cover)
  CROSS JOIN UNNEST(GENERATE_ARRAY(lo >> bits, hi >> bits)) AS bucket`,
  ),
  decided: `,
measured AS (
  SELECT id, ids, parity, ARRAY(
    SELECT AS STRUCT x1[OFFSET(i)] - px AS u, y1[OFFSET(i)] - py AS v, x2[OFFSET(i)] - px AS s, y2[OFFSET(i)] - py AS t, m
    FROM UNNEST(owners) AS m WITH OFFSET AS i
  ) AS edges
  FROM located
),
decided AS (
  SELECT id, ids, parity,
    (parity ^ ${mask('BIT_XOR', EDGE.crosses)})
      | ${mask('BIT_OR', EDGE.touches)} AS inside
  FROM measured
)
SELECT id, boundary_id
FROM decided CROSS JOIN UNNEST(ids) AS boundary_id WITH OFFSET AS i
WHERE parity = -1 OR ((inside >> i) & 1) = 1`,
}
