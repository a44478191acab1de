/**
 * Finds the points of a Parquet file: in a column of geometries (GeoParquet 1.1, or Parquet's own type), or in two columns
 * of numbers.
 */
import type { SchemaTree } from 'hyparquet'
import { PointsFault } from '../points-reader.ts'
import { type PositionColumns, positionColumns } from '../position-columns.ts'
import type { Footer } from './footer.ts'

/** Numbers of columns with values. Plain data, so that it can be sent to a thread. */
export type ParquetPosition =
  | { readonly kind: 'numbers'; readonly lon: number; readonly lat: number }
  | { readonly kind: 'wkb'; readonly geometry: number }

export const parquetPosition = (footer: Footer, given: PositionColumns): ParquetPosition => {
  const isNamed = given.lon !== null || given.lat !== null || given.latLon !== null
  const geometry = isNamed ? null : geometryColumn(footer)
  if (geometry !== null) return geometry
  const flat = [...footer.leaves.entries()].filter(([, path]) => path.length === 2)
  const names = flat.map(([, [, { element }]]) => element.name)
  const { lonColumn, latColumn, latLonColumn } = positionColumns(names, given)
  if (latLonColumn !== -1)
    throw new PointsFault(
      `The column ${names[latLonColumn]} is text. Split it into two columns of numbers first.`,
    )
  const numberColumn = (column: number): number => {
    const [leaf, [, { element }]] = flat[column]
    if (NUMBERS.includes(element.type ?? '') && element.repetition_type !== 'REPEATED') return leaf
    throw new PointsFault(`The column ${element.name} has no numbers. Convert it to numbers first.`)
  }
  return { kind: 'numbers', lon: numberColumn(lonColumn), lat: numberColumn(latColumn) }
}

const NUMBERS: readonly string[] = ['INT32', 'INT64', 'FLOAT', 'DOUBLE']

/** Returns null if the file has no geometries. */
const geometryColumn = (footer: Footer): ParquetPosition | null => {
  const described = describedGeometry(footer) ?? ownGeometry(footer)
  if (described === null) return null
  const { name, encoding, types, crs } = described
  if (types.some((type) => !/^Point\b/.test(type)))
    throw new PointsFault(
      `The column ${name} has geometries that are not points. Convert them to points first, or name columns with --lon and --lat.`,
    )
  if (!DEGREES.includes(crs))
    throw new PointsFault(
      `The column ${name} is in ${crs}. Convert it to longitude and latitude (EPSG:4326) first.`,
    )
  const leafOf = (...path: readonly string[]): number =>
    footer.leaves.findIndex((leaf) => pathNames(leaf).join('\0') === path.join('\0'))
  if (encoding === 'point') return { kind: 'numbers', lon: leafOf(name, 'x'), lat: leafOf(name, 'y') }
  return { kind: 'wkb', geometry: leafOf(name) }
}

const pathNames = (path: readonly SchemaTree[]): readonly string[] =>
  path.slice(1).map(({ element }) => element.name)

interface Geometry {
  readonly name: string
  readonly encoding: string
  readonly types: readonly string[]
  readonly crs: string
}

/** OGC:CRS84 is the default; an explicit null means unknown. */
const DEGREES = ['OGC:CRS84', 'EPSG:4326', 'unknown']

/** Finds the geometry column by GeoParquet's metadata. */
const describedGeometry = ({ keyValues }: Footer): Geometry | null => {
  const geo = keyValues.get('geo')
  if (geo === undefined) return null
  const { name, encoding, types, crs } = parsedGeo(geo)
  const id = crs === undefined ? 'OGC:CRS84' : crs === null ? 'unknown' : crsId(crs)
  return { name, encoding, types: types ?? [], crs: id }
}

const parsedGeo = (geo: string) => {
  try {
    const { primary_column: name, columns } = JSON.parse(geo)
    const { encoding, geometry_types: types, crs } = columns[name]
    return { name, encoding, types, crs }
  } catch (error) {
    throw new PointsFault('The GeoParquet metadata of the file is damaged.', { cause: error })
  }
}

const crsId = ({ id, name }: { readonly id?: CrsId; readonly name?: string }): string =>
  id === undefined ? (name ?? 'another coordinate system') : `${id.authority}:${id.code}`

interface CrsId {
  readonly authority: string
  readonly code: string | number
}

/** Finds the geometry column by Parquet's own type. */
const ownGeometry = ({ leaves }: Footer): Geometry | null => {
  for (const path of leaves) {
    const { logical_type: type, name } = path[path.length - 1].element
    if (path.length === 2 && (type?.type === 'GEOMETRY' || type?.type === 'GEOGRAPHY'))
      return { name, encoding: 'WKB', types: [], crs: type.crs ?? 'OGC:CRS84' }
  }
  return null
}
