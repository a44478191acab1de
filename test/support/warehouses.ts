/** The engines of SQL in which the statements of `metes cover-sql` are run. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { POSTGRES_TEXT } from '../../src/domain/warehouses/dialects/postgres.ts'
import { SQLITE_TEXT } from '../../src/domain/warehouses/dialects/sqlite.ts'
import { noDuckDb, queryDuckDb } from './duckdb.ts'
import { isRequired } from './required.ts'

/** Null and NaN are points too. */
export interface WarehousePoint {
  readonly id: number
  readonly lon: number | null
  readonly lat: number | null
}

export interface Warehouse {
  /** Why it cannot run here; false where it can. */
  readonly skip: string | false
  /** Creates the table of points, runs the statements where `cover.parquet` lies, and returns the rows of the view as text. */
  readonly pairs: (
    folder: string,
    sql: string,
    points: readonly WarehousePoint[],
  ) => Promise<readonly string[]>
}

const PAIRS = 'SELECT id, boundary_id FROM point_boundaries'

const values = (points: readonly WarehousePoint[], nan: string): string => {
  const number = (value: number | null): string =>
    value === null ? 'NULL' : Number.isNaN(value) ? nan : String(value)
  return points.map(({ id, lon, lat }) => `(${id}, ${number(lon)}, ${number(lat)})`).join(', ')
}

const CLICKHOUSE = fileURLToPath(new URL('../../tools/clickhouse/node_modules', import.meta.url))
const POSTGRES = process.env.METES_TEST_DATABASE_URL

const POSTGRES_NAN = `'NaN'::double precision`

export const WAREHOUSES = {
  duckdb: {
    skip: noDuckDb,
    pairs: async (folder, sql, points) => {
      const table = `CREATE TABLE points AS SELECT * FROM (VALUES ${values(points, `'NaN'::DOUBLE`)}) t(id, lon, lat)`
      const rows = await queryDuckDb(`${table}; ${sql} ${PAIRS}`, folder)
      return rows.map(({ id, boundary_id }) => `${id} ${boundary_id}`)
    },
  },
  clickhouse: {
    skip:
      !isRequired('clickhouse') && !existsSync(CLICKHOUSE) && 'ClickHouse is not installed (npm run tools)',
    pairs: async (folder, sql, points) => {
      const type = 'id Int64, lon Nullable(Float64), lat Nullable(Float64)'
      const statements = [
        `CREATE TABLE points (${type}) ENGINE = Memory`,
        `INSERT INTO points VALUES ${values(points, 'nan')}`,
        ...statementsOf(sql),
        PAIRS,
      ]
      const program = fileURLToPath(new URL('clickhouse-process.ts', import.meta.url))
      const lines = execFileSync(process.execPath, [program], {
        cwd: folder,
        input: JSON.stringify(statements),
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      })
      return lines
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as readonly [unknown, unknown]).join(' '))
    },
  },
  postgres: {
    skip: !isRequired('postgres') && POSTGRES === undefined && 'METES_TEST_DATABASE_URL is not set',
    pairs: async (folder, sql, points) => {
      const cover = await queryDuckDb(POSTGRES_TEXT, folder)
      const client = new pg.Client({ connectionString: POSTGRES })
      await client.connect()
      try {
        await client.query(
          'CREATE TEMPORARY TABLE points (id bigint, lon double precision, lat double precision)',
        )
        await client.query(`INSERT INTO points VALUES ${values(points, POSTGRES_NAN)}`)
        await client.query('SET search_path TO pg_temp')
        await client.query(sql)
        for (const row of cover) {
          const cells = Object.values(row).map(String)
          await client.query(
            `INSERT INTO cover VALUES (${cells.map((_, i) => `$${i + 1}`).join(', ')})`,
            cells,
          )
        }
        await client.query('ANALYZE cover')
        const { rows } = await client.query(PAIRS)
        return rows.map(({ id, boundary_id }) => `${id} ${boundary_id}`)
      } finally {
        await client.end()
      }
    },
  },
  sqlite: {
    skip: noDuckDb,
    pairs: async (folder, sql, points) => {
      const cover = await queryDuckDb(SQLITE_TEXT, folder)
      const database = new DatabaseSync(':memory:')
      try {
        database.exec('CREATE TABLE points (id INTEGER, lon REAL, lat REAL)')
        database.exec(`INSERT INTO points VALUES ${values(points, 'NULL')}`)
        database.exec(sql)
        const insert = database.prepare('INSERT INTO cover VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
        for (const row of cover) insert.run(...(Object.values(row) as (bigint | string)[]))
        return database
          .prepare(PAIRS)
          .all()
          .map(({ id, boundary_id }) => `${id} ${boundary_id}`)
      } finally {
        database.close()
      }
    },
  },
} as const satisfies Readonly<Record<string, Warehouse>>

/** Without the comments. */
export const statementsOf = (sql: string): readonly string[] =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
