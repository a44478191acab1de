/** ClickHouse reads the file into a table that is sorted by the intervals. */
import { type Dialect, EDGE, LOCATED_COLUMNS } from '../dialect.ts'

const measured = (list: string, position: string): string => `arrayMap(each -> each - ${position}, ${list})`

const masks = (test: string): string =>
  `arrayMap((u, v, s, t, m) -> CASE WHEN ${test} THEN m ELSE 0 END, us, vs, ss, ts, owners)`

export const CLICKHOUSE: Dialect = {
  title: 'ClickHouse',
  isTested: true,
  // Not every engine of its databases can replace a table.
  cover: `DROP TABLE IF EXISTS cover;
CREATE TABLE cover ENGINE = MergeTree ORDER BY lo AS SELECT * FROM file('cover.parquet', 'Parquet');`,
  createView: 'CREATE OR REPLACE VIEW point_boundaries',
  double: 'Float64',
  // A join to the nearest row takes no column that may be null.
  floor: (number) => `assumeNotNull(toInt64(floor(${number})))`,
  shiftLeft: (bits, count) => `bitShiftLeft(${bits}, ${count})`,
  or: (a, b) => `bitOr(${a}, ${b})`,
  and: (a, b) => `bitAnd(${a}, toInt64(${b}))`,
  located: `SELECT ${LOCATED_COLUMNS}
FROM (SELECT *, 0 AS k FROM coded) p
ASOF INNER JOIN (SELECT *, 0 AS k FROM cover) c ON p.k = c.k AND p.code >= c.lo
WHERE p.code <= c.hi`,
  decided: `,
measured AS (
  SELECT id, ids, parity, owners,
    ${measured('x1', 'px')} AS us, ${measured('y1', 'py')} AS vs,
    ${measured('x2', 'px')} AS ss, ${measured('y2', 'py')} AS ts
  FROM located
),
decided AS (
  SELECT id, ids, parity,
    bitOr(bitXor(parity, arrayReduce('groupBitXor', ${masks(EDGE.crosses)})),
      arrayReduce('groupBitOr', ${masks(EDGE.touches)})) AS inside
  FROM measured
)
SELECT id, arrayJoin(if(parity = -1, ids,
    arrayFilter((each, i) -> bitAnd(bitShiftRight(inside, i - 1), 1) = 1, ids, arrayEnumerate(ids)))) AS boundary_id
FROM decided`,
}
