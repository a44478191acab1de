/**
 * GeoPackage 1.3 (OGC 12-128r17): an SQLite file with one table of features and its R-tree. SQL is the format here, so this is the one
 * module outside storage that speaks it. The file is built beside the answer and copied into it.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { piecesOf } from '../../util/scratch.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import type { Column } from './columns.ts'
import { EMPTY_BOX, type FlatBox, flatBoxOf, joinBoxes } from './flat-box.ts'
import { CONTENT_TABLES, INDEX_TRIGGERS, TABLE, WGS84_SRID } from './geopackage-schema.ts'
import type { Row } from './row.ts'
import { multiPolygonWkb } from './wkb.ts'
import type { FileMeta, OpenWriter } from './writer.ts'

export const openGeoPackage: OpenWriter<Row> = ({ write, scratch }, meta) => {
  const path = scratch.path()
  const database = new DatabaseSync(path)
  database.exec(`${FAST} begin; ${MARKS} ${CONTENT_TABLES} ${featureTable(meta.columns)}`)
  const insert = database.prepare(`insert into ${TABLE} values (?, ?${', ?'.repeat(meta.columns.length)})`)
  const insertBox = database.prepare(`insert into rtree_${TABLE}_geom values (?, ?, ?, ?, ?)`)
  let fid = 0
  let box: FlatBox = EMPTY_BOX
  // The time of the data, not of the file: the same boundaries give the same bytes.
  const fetchedAt = meta.columns.findIndex(({ name }) => name === 'source_fetched_at')
  let newest = ''
  return {
    feature: (row, rings) => {
      const own = flatBoxOf(rings)
      const cells = row.cells()
      insert.run(++fid, blobOf(rings, own), ...cells)
      if (vertexCount(rings) > 0) insertBox.run(fid, own[0], own[2], own[1], own[3])
      box = joinBoxes(box, own)
      const fetched = String(cells[fetchedAt] ?? '')
      if (fetched > newest) newest = fetched
    },
    end: () => {
      describeTable(database, meta, box, newest)
      database.exec(`${INDEX_TRIGGERS} commit`)
      database.close()
      for (const piece of piecesOf(path)) write(piece)
    },
  }
}

/** The file has one writer, which keeps its lock, and is thrown away after a crash. Larger pages hold most polygons whole. */
const FAST =
  'pragma page_size = 8192; pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -16384;'
/** What a GeoPackage is known by (§1.1.1.1.1). */
const MARKS = 'pragma application_id = 1196444487; pragma user_version = 10300;'

const TYPES: Readonly<Record<Column['type'], string>> = { text: 'TEXT', integer: 'INTEGER', real: 'DOUBLE' }

const featureTable = (columns: readonly Column[]): string => {
  const attributes = columns.map(({ name, type }) => `, "${name}" ${TYPES[type]}`).join('')
  return (
    `create table ${TABLE} (fid integer primary key autoincrement not null, geom MULTIPOLYGON${attributes});` +
    `create virtual table rtree_${TABLE}_geom using rtree(id, minx, maxx, miny, maxy);`
  )
}

const EARLIEST = '1970-01-01T00:00:00.000Z'

const describeTable = (
  database: DatabaseSync,
  { title, attribution }: FileMeta,
  box: FlatBox,
  newest: string,
): void => {
  const bounds = box.map((side) => (Number.isFinite(side) ? side : null))
  const describe: StatementSync = database.prepare(
    'insert into gpkg_contents values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const changed = Number.isNaN(Date.parse(newest)) ? EARLIEST : new Date(newest).toISOString()
  describe.run(TABLE, 'features', title, attribution, changed, ...bounds, WGS84_SRID)
  database
    .prepare('insert into gpkg_geometry_columns values (?, ?, ?, ?, 0, 0)')
    .run(TABLE, 'geom', 'MULTIPOLYGON', WGS84_SRID)
  database
    .prepare('insert into gpkg_extensions values (?, ?, ?, ?, ?)')
    .run(
      TABLE,
      'geom',
      'gpkg_rtree_index',
      'http://www.geopackage.org/spec120/#extension_rtree',
      'write-only',
    )
}

const HEAD_BYTES = 40
const LITTLE_ENDIAN_WITH_BOX = 0b0011
const EMPTY = 0b1_0000

/** §2.1.3: `GP`, version, flags, the reference system, the box, and the geometry as well-known binary. */
const blobOf = (rings: Rings, [minX, minY, maxX, maxY]: FlatBox): Uint8Array => {
  const bytes = multiPolygonWkb(rings, HEAD_BYTES)
  const view = new DataView(bytes.buffer)
  const isEmpty = vertexCount(rings) === 0
  bytes.set([0x47, 0x50, 0, LITTLE_ENDIAN_WITH_BOX | (isEmpty ? EMPTY : 0)])
  view.setInt32(4, WGS84_SRID, true)
  for (const [index, side] of [minX, maxX, minY, maxY].entries())
    view.setFloat64(8 + 8 * index, isEmpty ? Number.NaN : side, true)
  return bytes
}
