/** Trino: a table of a catalog that reads Parquet, such as Hive or Iceberg. */
import { comment, type Dialect, edgeTests } from '../dialect.ts'
import { BUCKET_BITS, BUCKET_OF_ROW, bucketJoin } from '../operators.ts'

const { crosses, touches } = edgeTests({ u: 'e[1]', v: 'e[2]', s: 'e[3]', t: 'e[4]' })

const measured = (list: string, position: string): string => `transform(${list}, each -> each - ${position})`

export const TRINO: Dialect = {
  title: 'Trino',
  isTested: false,
  cover: comment(`
Make it once, of a folder that contains only cover.parquet:
CREATE TABLE cover (
  lo bigint, hi bigint, ids array(varchar), parity bigint,
  x1 array(integer), y1 array(integer), x2 array(integer), y2 array(integer), owners array(bigint)
) WITH (format = 'PARQUET', external_location = 's3://bucket/cover/');`),
  createView: 'CREATE OR REPLACE VIEW point_boundaries',
  double: 'double',
  floor: (number) => `CAST(floor(${number}) AS bigint)`,
  shiftLeft: (bits, count) => `bitwise_left_shift(${bits}, ${count})`,
  or: (a, b) => `bitwise_or(${a}, ${b})`,
  and: (a, b) => `bitwise_and(${a}, ${b})`,
  located: bucketJoin(
    `SELECT coded.*, bits, bitwise_right_shift(code, bits) AS bucket
  FROM coded CROSS JOIN UNNEST(ARRAY[${BUCKET_BITS.join(', ')}]) AS b(bits)`,
    `SELECT sized.*, bucket FROM (SELECT *, ${BUCKET_OF_ROW} AS bits FROM cover) sized
  CROSS JOIN UNNEST(sequence(bitwise_right_shift(lo, bits), bitwise_right_shift(hi, bits))) AS b(bucket)`,
  ),
  decided: `,
measured AS (
  SELECT id, ids, parity,
    zip(${measured('x1', 'px')}, ${measured('y1', 'py')}, ${measured('x2', 'px')}, ${measured('y2', 'py')}, owners) AS edges
  FROM located
),
decided AS (
  SELECT id, ids, parity,
    bitwise_or(
      reduce(edges, parity, (mask, e) -> bitwise_xor(mask, CASE WHEN ${crosses} THEN e[5] ELSE BIGINT '0' END), mask -> mask),
      reduce(edges, BIGINT '0', (mask, e) -> bitwise_or(mask, CASE WHEN ${touches} THEN e[5] ELSE BIGINT '0' END), mask -> mask)
    ) AS inside
  FROM measured
)
SELECT id, boundary_id
FROM decided CROSS JOIN UNNEST(ids) WITH ORDINALITY AS b(boundary_id, i)
WHERE parity = -1 OR bitwise_and(bitwise_right_shift(inside, i - 1), 1) = 1`,
}
