/** A folder of GeoParquet partitions as programs of others read it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { noClickHouse, queryClickHouse } from './clickhouse.ts'
import { noDuckDb, queryDuckDb } from './duckdb.ts'
import { planarArea, type ReadPolygons, readWkb } from './file-readers.ts'
import { isValid } from './geos.ts'

export interface ReadRow {
  readonly id: string
  readonly country: string
  readonly level: number
  /** Square degrees. */
  readonly area: number
  readonly isValid: boolean
}

interface FolderReader {
  /** Why it cannot read here; false where it can. */
  readonly skip: string | false
  readonly read: (folder: string) => Promise<readonly ReadRow[]>
}

/** A Python with geopandas and pyarrow, and with pyogrio for GDAL; Debian's geopandas has no pyarrow. */
const PYTHON = process.env.METES_TEST_PYTHON ?? '/usr/bin/python3'
const PROGRAM = fileURLToPath(new URL('partitioned-features.py', import.meta.url))
const TOOLS = fileURLToPath(new URL('../../tools/node_modules', import.meta.url))

/** GDAL needs the path of the library, and knows the driver by its name. */
const [DUCKDB_LIBRARY = ''] = globSync('@duckdb/*/libduckdb.{so,dylib}', { cwd: TOOLS }).map(
  (path) => `${TOOLS}/${path}`,
)

const runs = (program: string): boolean => spawnSync(PYTHON, ['-c', program]).status === 0

const python = (args: readonly string[]): readonly ReadRow[] =>
  JSON.parse(
    execFileSync(PYTHON, [PROGRAM, ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )

const measured = (polygons: ReadPolygons) => ({
  area: planarArea(polygons),
  isValid: isValid(
    ringsFromGeoJson({ type: 'MultiPolygon', coordinates: polygons as [number, number][][][] }),
  ),
})

export const FOLDER_READERS: Readonly<Record<string, FolderReader>> = {
  DuckDB: {
    skip: noDuckDb,
    read: async (folder) => {
      const rows = await queryDuckDb(
        `SELECT id, country, level, hex(ST_AsWKB(geometry)) AS wkb FROM '${folder}/*/*/*.parquet'`,
      )
      return rows.map(({ id, country, level, wkb }) => ({
        id: String(id),
        country: String(country),
        level: Number(level),
        ...measured(readWkb(Buffer.from(String(wkb), 'hex'))),
      }))
    },
  },
  ClickHouse: {
    skip: noClickHouse,
    read: async (folder) => {
      const rows = await queryClickHouse(
        `SELECT id, country, level, geometry FROM file('*/*/*.parquet')`,
        folder,
      )
      return rows.map(([id, country, level, polygons]) => ({
        id: String(id),
        country: String(country),
        level: Number(level),
        ...measured(polygons as ReadPolygons),
      }))
    },
  },
  geopandas: {
    skip:
      !runs('import geopandas, pyarrow') &&
      'the Python in METES_TEST_PYTHON has no geopandas with pyarrow (pip install geopandas pyarrow)',
    read: async (folder) => python(['geopandas', folder]),
  },
  GDAL: {
    skip:
      (!existsSync(DUCKDB_LIBRARY) && 'DuckDB is not installed (npm run tools)') ||
      (!runs('import geopandas, pyogrio; assert "ADBC" in pyogrio.list_drivers()') &&
        'the Python in METES_TEST_PYTHON has no GDAL 3.12 with ADBC (pip install geopandas pyogrio)'),
    read: async (folder) => python(['gdal', folder, DUCKDB_LIBRARY]),
  },
}
