/** The R*Tree of a GeoPackage, which is not made by SQLite, as SQLite reads, checks and changes it. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { ringsFromParts } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { withCollection } from '../support/exported-file.ts'
import { seededRandom } from '../support/shapes.ts'

const INDEX = 'rtree_boundaries_geom'

/** Triangles of all sizes, whose coordinates mostly have no equal in single precision. */
const triangles = (count: number): readonly Rings[] => {
  const random = seededRandom(count)
  return Array.from({ length: count }, () => {
    const west = Math.round((random() - 0.5) * 3.4e9)
    const south = Math.round((random() - 0.5) * 1.7e9)
    const size = Math.ceil(random() ** 8 * 1e8)
    return ringsFromParts([[[west, south, west + size, south, west, south + size]]])
  })
}

const boxOf = ({ coords }: Rings): readonly [number, number, number, number] => [
  coords[0] / 1e7,
  coords[2] / 1e7,
  coords[1] / 1e7,
  coords[5] / 1e7,
]

const indexedBySqlite = (members: readonly Rings[]): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  database.exec(`create virtual table ${INDEX} using rtree(id, minx, maxx, miny, maxy)`)
  const insert = database.prepare(`insert into ${INDEX} values (?, ?, ?, ?, ?)`)
  for (const [index, rings] of members.entries()) insert.run(index + 1, ...boxOf(rings))
  return database
}

const checked = (database: DatabaseSync): unknown =>
  database
    .prepare(`select rtreecheck('${INDEX}') as fault, (select * from pragma_integrity_check) as broken`)
    .get()

const SOUND = { fault: 'ok', broken: 'ok' }

// A node has 51 cells: no entry, a root that is a leaf, and trees of two and three levels.
for (const count of [0, 1, 51, 52, 2_601, 2_602, 6_000])
  test(`an index of ${count} boxes is sound and has the boxes that SQLite would store`, () => {
    const members = triangles(count)
    withCollection('gpkg', members, (path) => {
      const database = new DatabaseSync(path)
      const expected = indexedBySqlite(members)
      assert.deepEqual({ ...(checked(database) as object) }, SOUND)
      for (const query of [
        `select * from ${INDEX} order by id`,
        `select id from ${INDEX} where maxx > -20 and minx < 30 and maxy > 0 and miny < 25 order by id`,
        `select id from ${INDEX} where id = ${Math.ceil(count / 2)}`,
      ])
        assert.deepEqual(database.prepare(query).all(), expected.prepare(query).all())
      database.close()
    })
  })

test('the index stays sound when boxes are added, moved and deleted', () => {
  withCollection('gpkg', triangles(3_000), (path) => {
    const database = new DatabaseSync(path)
    const insert = database.prepare(`insert or replace into ${INDEX} values (?, ?, ?, ?, ?)`)
    for (const [index, rings] of triangles(500).entries()) insert.run(2_800 + index, ...boxOf(rings))
    database.exec(`delete from ${INDEX} where id % 3 = 0`)
    // The rows of the features are another table.
    assert.equal(database.prepare(`select rtreecheck('${INDEX}') as fault`).get()?.fault, 'ok')
    assert.equal(database.prepare(`select count(*) as n from ${INDEX} where minx > -200`).get()?.n, 2_200)
    database.close()
  })
})
