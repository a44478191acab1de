/** Exported files as programs of others read them: the attributes, the area and the validity of each feature. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import type { Format } from '../../src/domain/formats/index.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { noDuckDb, queryDuckDb, readFlatGeobuf } from './duckdb.ts'
import { planarArea, readWkb } from './file-readers.ts'
import { noGdal } from './gdal.ts'
import { isValid } from './geos.ts'
import { isRequired } from './required.ts'

export interface ReadFeature {
  readonly properties: Readonly<Record<string, unknown>>
  /** Square degrees. */
  readonly area: number
  readonly isValid: boolean
}

export interface ForeignReader {
  readonly name: string
  readonly formats: readonly Format[]
  /** Why it cannot read here; false where it can. */
  readonly skip: string | false
  readonly read: (path: string) => Promise<readonly ReadFeature[]>
}

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: GeoJsonArea
}

/** Debian's own, even if another Python is first on the path. */
const PYTHON = '/usr/bin/python3'

const python = (program: 'shapely-features.py' | 'geopandas-features.py', args: string[], input = '') =>
  JSON.parse(
    execFileSync(PYTHON, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  )

const hasModule = (name: string): boolean => spawnSync(PYTHON, ['-c', `import ${name}`]).status === 0

/** Features of GeoJSON, judged by GEOS. */
export const measured = (features: readonly Feature[]): readonly ReadFeature[] =>
  features.map(({ properties, geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return {
      properties,
      // GDAL keeps the winding of the file: clockwise in a Shapefile.
      area: Math.abs(planarArea(polygons as [number, number][][][])),
      isValid: isValid(ringsFromGeoJson(geometry)),
    }
  })

const readByGdal = async (path: string): Promise<readonly ReadFeature[]> =>
  measured(
    JSON.parse(
      execFileSync('ogr2ogr', ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=9', '/vsistdout/', path], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ).features,
  )

const readByDuckDb = async (path: string): Promise<readonly ReadFeature[]> => {
  const rows = await queryDuckDb(`select * replace (hex(ST_AsWKB(geometry)) as geometry) from '${path}'`)
  const shapes = python('shapely-features.py', [], rows.map(({ geometry }) => `${geometry}\n`).join(''))
  return rows.map((properties, row) => ({ properties, ...shapes[row] }))
}

const readByHyparquet = async (path: string): Promise<readonly ReadFeature[]> => {
  const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) }
  const { buffer: file } = Uint8Array.from(await readFile(path))
  const rows = await parquetReadObjects({ file, compressors, geoparquet: false, utf8: false })
  return measured(
    rows.map((properties) => ({
      properties,
      geometry: { type: 'MultiPolygon', coordinates: readWkb(properties.geometry) },
    })),
  )
}

const readByFlatGeobuf = async (path: string): Promise<readonly ReadFeature[]> => {
  const features: unknown[] = []
  for await (const feature of readFlatGeobuf(await readFile(path))) features.push(feature)
  return measured(features as readonly Feature[])
}

const noGeopandas =
  !isRequired('geopandas') && !hasModule('geopandas') && 'geopandas is not installed (python3-geopandas)'
const noShapely =
  !isRequired('python') && !hasModule('shapely') && 'Shapely is not installed (python3-shapely)'

export const FOREIGN_READERS: readonly ForeignReader[] = [
  {
    name: 'GDAL',
    formats: ['geojsonl', 'geojsons', 'topojson', 'kml', 'gml', 'csv', 'fgb', 'gpkg', 'shp'],
    skip: noGdal,
    read: readByGdal,
  },
  {
    name: 'geopandas',
    formats: ['geojson', 'fgb', 'gpkg', 'shp'],
    skip: noGeopandas,
    read: async (path) => python('geopandas-features.py', [path]),
  },
  {
    name: 'DuckDB, with Shapely for its geometries,',
    formats: ['parquet'],
    skip: noDuckDb || noShapely,
    read: readByDuckDb,
  },
  { name: 'hyparquet', formats: ['parquet'], skip: false, read: readByHyparquet },
  { name: 'the library of FlatGeobuf', formats: ['fgb'], skip: noDuckDb, read: readByFlatGeobuf },
]
