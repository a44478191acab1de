/**
 * Writes GeoPackage 1.3 (OGC 12-128r17): an SQLite file with one table of features and its R-tree. SQL is the format here,
 * so this is the one module outside storage that uses it. SQLite builds the file that becomes the answer.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import type { CellValue, Column } from './attribute-columns.ts'
import type { Row } from './attribute-row.ts'
import { ByteWriter } from './byte-writer.ts'
import { EMPTY_BOX, type FlatBox, flatBoxOf, joinBoxes } from './flat-box.ts'
import { CONTENT_TABLES, INDEX_TRIGGERS, TABLE, WGS84_SRID } from './geopackage-schema.ts'
import { RtreeEntries } from './sqlite-rtree.ts'
import { writeMultiPolygon } from './wkb.ts'
import type { FileMeta, OpenWriter } from './writer.ts'

export const openGeoPackage: OpenWriter<Row> = ({ moveIn, scratch }, meta) => {
  const path = scratch.path()
  // Defensive mode would forbid writing to the shadow tables of the index.
  const database = new DatabaseSync(path, { defensive: false })
  database.exec(`${FAST} begin; ${MARKS} ${CONTENT_TABLES} ${featureTable(meta.columns)}`)
  const insert = database.prepare(`insert into ${TABLE} values (?, ?${', ?'.repeat(meta.columns.length)})`)
  const index = new RtreeEntries()
  const blob = new ByteWriter(64 * 1024)
  let fid = 0
  let box: FlatBox = EMPTY_BOX
  // Use the time of the data, not of the file: the same boundaries then give the same bytes.
  const fetchedAt = meta.columns.findIndex(({ name }) => name === 'source_fetched_at')
  let newest = ''
  return {
    feature: (row, rings) => {
      const own = flatBoxOf(rings)
      const cells = row.cells()
      insert.run(
        ++fid,
        blobOf(blob, rings, own),
        ...meta.columns.map((column, i) => stored(cells[i], column)),
      )
      if (vertexCount(rings) > 0) index.add(fid, own)
      box = joinBoxes(box, own)
      const fetched = String(cells[fetchedAt] ?? '')
      if (fetched > newest) newest = fetched
    },
    end: () => {
      if (index.count > 0) fillIndex(database, index, box)
      describeTable(database, meta, box, newest)
      database.exec(`${INDEX_TRIGGERS} commit`)
      database.close()
      moveIn(path)
    },
  }
}

/**
 * The file has a single writer, which never releases its lock, and is deleted after a crash. Larger pages hold most polygons
 * whole.
 */
const FAST =
  'pragma page_size = 8192; pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -16384;'
/** Marks that identify a GeoPackage (§1.1.1.1.1). */
const MARKS = 'pragma application_id = 1196444487; pragma user_version = 10300;'

const TYPES: Readonly<Record<Column['type'], string>> = { text: 'TEXT', integer: 'INTEGER', real: 'DOUBLE' }

/** Table 1 of the standard: a DATETIME has milliseconds. */
const stored = (cell: CellValue, { isTime }: Column): CellValue =>
  isTime === true && cell !== null ? new Date(cell).toISOString() : cell

const featureTable = (columns: readonly Column[]): string => {
  const attributes = columns
    .map(({ name, type, isTime }) => `, "${name}" ${isTime === true ? 'DATETIME' : TYPES[type]}`)
    .join('')
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

/** Writes the tables of the R*Tree. */
const fillIndex = (database: DatabaseSync, index: RtreeEntries, box: FlatBox): void => {
  const table = `rtree_${TABLE}_geom`
  const { nodes, parents, leaves } = index.nodes(box)
  const putNode = database.prepare(`insert or replace into ${table}_node values (?, ?)`)
  for (const [place, node] of nodes.entries()) putNode.run(place + 1, node)
  insertPairs(database, `${table}_parent`, nodes.length - 1, (place) => [place + 2, parents[place + 1]])
  insertPairs(database, `${table}_rowid`, index.count, (place) => [index.id(place), leaves[place]])
}

/** Insert many rows with one statement: a call takes longer than writing a row. */
const PAIRS_AT_ONCE = 64

const insertPairs = (
  database: DatabaseSync,
  table: string,
  count: number,
  pair: (place: number) => readonly [number, number],
): void => {
  const statements = new Map<number, StatementSync>()
  for (let first = 0; first < count; first += PAIRS_AT_ONCE) {
    const rows = Math.min(PAIRS_AT_ONCE, count - first)
    const insert =
      statements.get(rows) ??
      database.prepare(`insert into ${table} values (?, ?)${', (?, ?)'.repeat(rows - 1)}`)
    statements.set(rows, insert)
    insert.run(...Array.from({ length: rows }, (_, row) => pair(first + row)).flat())
  }
}

const HEAD_BYTES = 40
const LITTLE_ENDIAN_WITH_BOX = 0b0011
const EMPTY = 0b1_0000

/**
 * §2.1.3: `GP`, version, flags, the reference system, the box, and the geometry as well-known binary. Reuses the buffer,
 * which SQLite has copied: a new buffer for each costs more than its content.
 */
const blobOf = (writer: ByteWriter, rings: Rings, [minX, minY, maxX, maxY]: FlatBox): Uint8Array => {
  const isEmpty = vertexCount(rings) === 0
  writer.at = HEAD_BYTES
  writeMultiPolygon(writer, rings)
  const { bytes, view } = writer
  bytes[0] = 0x47
  bytes[1] = 0x50
  bytes[2] = 0
  bytes[3] = LITTLE_ENDIAN_WITH_BOX | (isEmpty ? EMPTY : 0)
  view.setInt32(4, WGS84_SRID, true)
  view.setFloat64(8, isEmpty ? Number.NaN : minX, true)
  view.setFloat64(16, isEmpty ? Number.NaN : maxX, true)
  view.setFloat64(24, isEmpty ? Number.NaN : minY, true)
  view.setFloat64(32, isEmpty ? Number.NaN : maxY, true)
  return bytes.subarray(0, writer.at)
}
