/** Points of a GeoPackage (OGC 12-128): one of its tables of features, read row by row. */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { listed } from '../../../util/join-words.ts'
import { PointsFault } from '../points-reader.ts'
import { wkbPoint } from '../wkb-point.ts'
import type { PointTable, TableColumn, TableRow, TableValue } from './table.ts'

/** @param layer name of the table; null for the only one */
export const openGeoPackage = (path: string, layer: string | null): PointTable => {
  // SQLite would say of a missing file only that it cannot open it.
  closeSync(openSync(path, 'r'))
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const { table, geometry } = layerOf(database, layer)
    const described = database.prepare(`pragma table_info(${quoted(table)})`).all()
    const columns = described
      .filter(({ name }) => name !== geometry)
      .map(({ name, type }): TableColumn => ({ name: String(name), type: typeOf(String(type)) }))
    const statement = database.prepare(
      `select ${[geometry, ...columns.map(({ name }) => name)].map(quoted).join(', ')} from ${quoted(table)}`,
    )
    statement.setReadBigInts(true)
    return {
      columns,
      hasPositionColumns: false,
      rows: rowsOf(statement.iterate(), geometry, columns),
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    if (error instanceof PointsFault) throw error
    throw new PointsFault(`The file is not a GeoPackage, or it is damaged: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

interface Layer {
  readonly table: string
  readonly geometry: string
}

const layerOf = (database: DatabaseSync, name: string | null): Layer => {
  const layers = database
    .prepare(
      `select c.table_name as "table", g.column_name as geometry, g.geometry_type_name as type, upper(s.organization) as organization,
        s.organization_coordsys_id as crs
      from gpkg_contents c join gpkg_geometry_columns g using (table_name) left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
      where c.data_type = 'features' order by c.table_name`,
    )
    .all()
  const names = layers.map(({ table }) => String(table))
  if (names.length === 0) throw new PointsFault('The GeoPackage has no table of features.')
  const chosen = layers.filter(({ table }) => name === null || table === name)
  if (chosen.length === 0)
    throw new PointsFault(`The GeoPackage has no table "${name}". Its tables are ${listed(names)}.`)
  if (chosen.length > 1)
    throw new PointsFault(`The GeoPackage has several tables: ${listed(names)}. Name one with --layer.`)
  const { table, geometry, type, organization, crs } = chosen[0]
  if (!POINT_TYPES.includes(String(type).toUpperCase()))
    throw new PointsFault(`The table ${table} has geometries of type ${type}, which are not points.`)
  if (crs !== null && !(organization === 'EPSG' && Number(crs) === WGS84))
    throw new PointsFault(
      `The table ${table} is in ${organization}:${crs}. Convert it to longitude and latitude (EPSG:4326) first.`,
    )
  return { table: String(table), geometry: String(geometry) }
}

const WGS84 = 4326
const POINT_TYPES = ['POINT', 'MULTIPOINT', 'GEOMETRY']

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const typeOf = (declared: string): TableColumn['type'] => {
  const type = declared.toUpperCase()
  if (/INT/.test(type)) return 'integer'
  return /DOUBLE|FLOAT|REAL|NUMERIC/.test(type) ? 'real' : 'text'
}

function* rowsOf(
  rows: Iterable<Record<string, unknown>>,
  geometry: string,
  columns: readonly TableColumn[],
): Generator<TableRow> {
  for (const row of rows) {
    const blob = row[geometry]
    yield {
      point: blob instanceof Uint8Array ? pointOf(blob) : null,
      values: columns.map(({ name }) => row[name] as TableValue),
    }
  }
}

/** The magic number, the version, flags and the number of the reference system. */
const HEAD_BYTES = 8
/** Bytes of the box after the head, by the number in the flags. */
const BOX_BYTES = [0, 32, 48, 48, 64]

/** Reads a geometry with the head of GeoPackage (§2.1.3). */
const pointOf = (blob: Uint8Array): readonly [number, number] | null => {
  const box = BOX_BYTES[(blob[3] >> 1) & 7]
  if (blob[0] !== 0x47 || blob[1] !== 0x50 || box === undefined) return null
  return wkbPoint(blob.subarray(HEAD_BYTES + box))
}
