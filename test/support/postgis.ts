/** A database with PostGIS on the tests' server: Debian's package postgresql-15-postgis-3, or that of another version. */
import pg from 'pg'
import { isRequired } from './required.ts'

const SERVER = process.env.METES_TEST_DATABASE_URL

const whyNoPostGis = async (): Promise<string | false> => {
  if (isRequired('postgis')) return false
  if (SERVER === undefined) return 'METES_TEST_DATABASE_URL is not set'
  const { rows } = await queried(SERVER, "select 1 from pg_available_extensions where name = 'postgis'")
  return rows.length === 0 && 'PostGIS is not installed'
}

const queried = async (connectionString: string, query: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}

/** Why tests with PostGIS are skipped; false where they are not. */
export const noPostGis = await whyNoPostGis()

export interface PostGisDatabase {
  /** The variables of libpq, which programs read. */
  readonly env: Readonly<Record<string, string>>
  readonly rows: <T>(query: string) => Promise<readonly T[]>
}

/** Creates a database, without the extension, and drops it afterwards. */
export const withDatabase = async (use: (database: PostGisDatabase) => Promise<void>): Promise<void> => {
  const { hostname, port, username, password } = new URL(SERVER!)
  const name = `metes_postgis_${process.pid}`
  const url = Object.assign(new URL(SERVER!), { pathname: name }).href
  await queried(SERVER!, `create database ${name}`)
  try {
    await use({
      env: {
        PGHOST: hostname,
        PGPORT: port || '5432',
        PGUSER: username,
        PGPASSWORD: password,
        PGDATABASE: name,
      },
      rows: async <T>(query: string) => (await queried(url, query)).rows as readonly T[],
    })
  } finally {
    await queried(SERVER!, `drop database if exists ${name}`)
  }
}
