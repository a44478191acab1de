/** Spark SQL reads the file where it is. */
import { type Dialect, edgeTests } from '../dialect.ts'
import { BUCKET_BITS, BUCKET_OF_ROW, bucketJoin } from '../operators.ts'

const { crosses, touches } = edgeTests({ u: 'e.u', v: 'e.v', s: 'e.s', t: 'e.t' })

const measured = (list: string, position: string): string => `transform(${list}, each -> each - ${position})`

export const SPARK: Dialect = {
  title: 'Spark SQL 3.1 or later',
  isTested: false,
  cover: 'CREATE OR REPLACE TEMPORARY VIEW cover AS SELECT * FROM parquet.`cover.parquet`;',
  createView: 'CREATE OR REPLACE TEMPORARY VIEW point_boundaries',
  double: 'DOUBLE',
  floor: (number) => `CAST(floor(${number}) AS BIGINT)`,
  shiftLeft: (bits, count) => `shiftleft(${bits}, ${count})`,
  or: (a, b) => `(${a} | ${b})`,
  and: (a, b) => `(${a} & ${b})`,
  located: bucketJoin(
    `SELECT *, shiftright(code, bits) AS bucket FROM coded LATERAL VIEW explode(array(${BUCKET_BITS.join(', ')})) AS bits`,
    `SELECT * FROM (SELECT *, ${BUCKET_OF_ROW} AS bits FROM cover)
  LATERAL VIEW explode(sequence(shiftright(lo, bits), shiftright(hi, bits))) AS bucket`,
  ),
  decided: `,
measured AS (
  SELECT id, ids, parity, arrays_zip(u, v, s, t, m) AS edges
  FROM (
    SELECT id, ids, parity, ${measured('x1', 'px')} AS u, ${measured('y1', 'py')} AS v,
      ${measured('x2', 'px')} AS s, ${measured('y2', 'py')} AS t, owners AS m
    FROM located
  )
),
decided AS (
  SELECT id, ids, parity,
    aggregate(edges, parity, (mask, e) -> mask ^ CASE WHEN ${crosses} THEN e.m ELSE 0L END)
      | aggregate(edges, 0L, (mask, e) -> mask | CASE WHEN ${touches} THEN e.m ELSE 0L END) AS inside
  FROM measured
)
SELECT id, explode(CASE WHEN parity = -1 THEN ids
    ELSE filter(ids, (each, i) -> (shiftright(inside, i) & 1) = 1) END) AS boundary_id
FROM decided`,
}
