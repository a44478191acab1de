/**
 * PostGIS in a separate database on the server of the tests. Areas and points are stored before the clock starts, and the result of
 * a union stays in the server. Points are tested by `ST_Contains`.
 */
import pg from 'pg'
import type { Program } from './peer-program.ts'
import { Timed } from './race.ts'
import { wkbOf } from './wkb.ts'

const SERVER = process.env.METES_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export interface PostGis extends Program {
  /** Stores the areas in small parts as well, as its manual advises for `reverse`. */
  readonly divideAreas: () => Promise<void>
  /** Number of pairs of a point and an area that contains it or has it on its border. */
  readonly reverse: () => Promise<Timed<number>>
}

/** Null where there is none, reported once on standard error. */
export const startPostGis = async (): Promise<PostGis | null> => {
  const database = `metes_bench_${process.pid}`
  const server = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2_000 })
  const client = new pg.Client({
    connectionString: Object.assign(new URL(SERVER), { pathname: database }).href,
  })
  try {
    await server.connect()
    await server.query(`create database ${database}`)
    await client.connect()
    await client.query('create extension postgis')
  } catch (error) {
    console.error(`PostGIS is skipped: ${error instanceof Error ? error.message : error}`)
    await client.end()
    await server.query(`drop database if exists ${database}`).catch(() => {})
    await server.end()
    return null
  }
  await client.query('create table areas (name text primary key, area geometry)')
  await client.query('create index on areas using gist (area)')
  await client.query('create table points (id serial, point geometry)')
  const { rows } = await client.query('select postgis_lib_version() as version')

  const timed = async (query: string, values: readonly unknown[]) => {
    const started = performance.now()
    const answer = await client.query(query, [...values])
    return { rows: answer.rows, ms: performance.now() - started }
  }
  return {
    name: `PostGIS ${rows[0].version}`,
    takeArea: async (name, rings) => {
      await client.query('insert into areas values ($1, ST_GeomFromWKB($2)) on conflict do nothing', [
        name,
        wkbOf(rings),
      ])
    },
    takePoints: async (points) => {
      await client.query('truncate points')
      await client.query(
        'insert into points (point) select ST_MakePoint(x, y) from unnest($1::float8[], $2::float8[]) as p (x, y)',
        [[...points].filter((_, i) => i % 2 === 0), [...points].filter((_, i) => i % 2 === 1)],
      )
      await client.query('analyze points, areas')
    },
    divideAreas: async () => {
      await client.query('create table parts as select name, ST_Subdivide(area, 64) as part from areas')
      await client.query('create index on parts using gist (part)')
      await client.query('analyze parts')
    },
    reverse: async () => {
      const { rows, ms } = await timed(COVERING, [])
      return new Timed(Number(rows[0].pairs), ms)
    },
    contains: async (area) => {
      const { rows, ms } = await timed(CONTAINED, [area])
      return new Timed(Number(rows[0].inside), ms)
    },
    union: async (include, exclude) => {
      const { ms } = await timed(UNITED, [include, exclude])
      const { rows } = await client.query(
        'select ST_Area(area) as area, ST_IsValid(area) as valid from united',
      )
      await client.query('drop table united')
      return new Timed({ area: rows[0].area, isValid: rows[0].valid }, ms)
    },
    close: async () => {
      await client.end()
      await server.query(`drop database ${database}`)
      await server.end()
    },
  }
}

const CONTAINED =
  'select count(*) as inside from areas join points on ST_Contains(area, point) where name = $1'

/** A point on the edge between two parts of an area is one pair. */
const COVERING = `
  select count(*) as pairs
  from (select distinct id, name from points join parts on ST_Intersects(part, point)) as found`

const UNITED = `
  create temporary table united as
  select case when excluded is null then included else ST_Difference(included, excluded) end as area
  from (
    select (select ST_Union(area) from areas where name = any($1)) as included,
           (select ST_Union(area) from areas where name = any($2)) as excluded
  ) as sides`
