/** The statements of `metes cover-sql` give the answers of contains_points, in every engine that is at hand. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { HALF_TURN, POLE } from '../../src/domain/geometry/map-rim.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { type Dialect, LOCATED_COLUMNS } from '../../src/domain/warehouses/dialect.ts'
import { BUCKET_BITS, BUCKET_OF_ROW, bucketJoin } from '../../src/domain/warehouses/operators.ts'
import { DIALECT_NAMES, DIALECTS, pointBoundariesSql } from '../../src/domain/warehouses/point-boundaries.ts'
import { bytesOfCollection } from '../support/exported-file.ts'
import { boxRing, clockwise, coastRing, nestedEnclaves, ringsOf, seededRandom } from '../support/shapes.ts'
import { statementsOf, WAREHOUSES, type WarehousePoint } from '../support/warehouses.ts'

const random = seededRandom(38)

const AREAS: readonly Rings[] = [
  ringsOf([[coastRing(random, { lon: 6, lat: 50, radius: 0.4, doublings: 7, roughness: 0.7 })]]),
  ringsOf(nestedEnclaves(random, { lon: 6.2, lat: 50.1, radius: 0.3, depth: 4, doublings: 3 })),
  ringsOf([[boxRing(5, 49, 7, 51), clockwise(boxRing(5.9, 49.9, 6.1, 50.1))]]),
  ringsOf([[boxRing(5.9, 49.9, 6.1, 50.1)]]),
  ringsOf([[boxRing(-180, -20, -175, -10)], [boxRing(-180, 30, -179.5, 31)]]),
  ringsOf([[boxRing(170, -15, 180, -5)]]),
  ringsOf([
    [
      [
        [180, -70],
        [0, -60],
        [-180, -70],
        [-180, -90],
        [180, -90],
      ],
    ],
  ]),
  // Its edges are as long as the map, so products of their differences are as large as they can be.
  ringsOf([
    [
      [
        [-180, -89.9999999],
        [180, 89.9999998],
        [179.9999999, 90],
        [-179.9999999, -89.9999997],
      ],
    ],
  ]),
]

const pointsOf = (): readonly WarehousePoint[] => {
  const units: (readonly [number, number])[] = []
  const add = (lon: number, lat: number): void => {
    units.push([
      Math.max(-HALF_TURN, Math.min(HALF_TURN, Math.round(lon))),
      Math.max(-POLE, Math.min(POLE, Math.round(lat))),
    ])
  }
  for (const { coords } of AREAS)
    for (let i = 0; i < 120; i++) {
      const vertex = 2 * Math.floor((random() * coords.length) / 2)
      const next = (vertex + 2) % coords.length
      const along = i % 3 === 0 ? 0 : random()
      const spread = i % 4 === 0 ? 0 : i % 4 === 1 ? 2 : 10 ** (8 * random())
      add(
        coords[vertex] + along * (coords[next] - coords[vertex]) + spread * (random() - 0.5),
        coords[vertex + 1] + along * (coords[next + 1] - coords[vertex + 1]) + spread * (random() - 0.5),
      )
    }
  for (let i = 0; i < 200; i++) add(HALF_TURN * (2 * random() - 1), POLE * (2 * random() - 1))
  for (const lon of [-HALF_TURN, 0, HALF_TURN]) for (const lat of [-POLE, -1e8, 3e8, POLE]) add(lon, lat)
  return [
    ...units.map(([lon, lat]) => ({ lon: lon / 1e7, lat: lat / 1e7 })),
    { lon: null, lat: 50 },
    { lon: 6, lat: null },
    { lon: Number.NaN, lat: 50 },
    { lon: 6, lat: Number.NaN },
    { lon: 186, lat: 50 },
    { lon: 6, lat: 91 },
    { lon: -1e300, lat: 1e300 },
  ].map((point, id) => ({ id, ...point }))
}

const POINTS = pointsOf()

const isOnMap = ({ lon, lat }: WarehousePoint): boolean =>
  lon !== null && lat !== null && Math.abs(lon) <= 180 && Math.abs(lat) <= 90

/** What contains_points says of each boundary. */
const EXPECTED = POINTS.flatMap((point) =>
  isOnMap(point)
    ? AREAS.flatMap((rings, area) =>
        locate(rings, toUnits(point.lon!), toUnits(point.lat!)) === OUTSIDE ? [] : [`${point.id} r${area}`],
      )
    : [],
).toSorted()

/** The join of the engines that have none to the nearest row, in an engine that is at hand. */
const DUCKDB_IN_BUCKETS: Dialect = {
  ...DIALECTS.duckdb,
  located: bucketJoin(
    `SELECT *, code >> bits AS bucket FROM coded CROSS JOIN (SELECT unnest([${BUCKET_BITS.join(', ')}]) AS bits)`,
    `SELECT *, unnest(range(lo >> bits, (hi >> bits) + 1)) AS bucket FROM (SELECT *, ${BUCKET_OF_ROW} AS bits FROM cover)`,
  ),
}

describe('the view point_boundaries', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metes-cover-'))
    await writeFile(join(folder, 'cover.parquet'), bytesOfCollection('cover', AREAS))
  })
  after(() => rm(folder, { recursive: true }))

  for (const [name, { skip, pairs }] of Object.entries(WAREHOUSES))
    test(`in ${name} agrees with contains_points`, { skip }, async () => {
      const sql = pointBoundariesSql(DIALECTS[name as keyof typeof WAREHOUSES])
      assert.deepEqual((await pairs(folder, sql, POINTS)).toSorted(), EXPECTED)
    })

  test('with a join in buckets agrees, too', { skip: WAREHOUSES.duckdb.skip }, async () => {
    const found = await WAREHOUSES.duckdb.pairs(folder, pointBoundariesSql(DUCKDB_IN_BUCKETS), POINTS)
    assert.deepEqual(found.toSorted(), EXPECTED)
  })

  test('lists a point as often as the table has it', { skip: WAREHOUSES.duckdb.skip }, async () => {
    const twice = [...POINTS, ...POINTS]
    const found = await WAREHOUSES.duckdb.pairs(folder, pointBoundariesSql(DIALECTS.duckdb), twice)
    assert.deepEqual(found.toSorted(), [...EXPECTED, ...EXPECTED].toSorted())
  })
})

test('the dialects that are said to be tested are, and all have the same steps', () => {
  assert.deepEqual(
    DIALECT_NAMES.filter((name) => DIALECTS[name].isTested),
    Object.keys(WAREHOUSES),
  )
  for (const name of DIALECT_NAMES) {
    const sql = pointBoundariesSql(DIALECTS[name])
    const view = statementsOf(sql).at(-1)!
    assert.match(view, /^CREATE .*VIEW point_boundaries AS\nWITH rounded AS/)
    assert.ok(view.includes(LOCATED_COLUMNS), name)
    assert.ok(sql.endsWith(';\n'), name)
    for (const [bracket, closing] of ['()', '[]']) {
      assert.equal(view.split(bracket).length, view.split(closing).length, `${name} ${bracket}`)
    }
  }
})
