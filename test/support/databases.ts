/** Databases for tests: a new directory, and on PostgreSQL a new schema; both are removed afterwards. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openServer } from '../../src/storage/sql/open-server.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { sha256 } from '../../src/util/sha256.ts'

/** The location of a test's data; several connections and processes may open it. */
export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** For `openAt`, also in another process. */
  readonly place: string
  /** The place of another server of the database, with files of its own; the same on SQLite, which has one server. */
  readonly otherServer: string
  readonly open: () => Promise<Storage>
  readonly remove: () => Promise<void>
}

export const sqliteDatabase = async (): Promise<TestDatabase> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-storage-'))
  return {
    name: 'SQLite',
    place: directory,
    otherServer: directory,
    open: () => openAt(directory),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

/** SQLite that is removed when it is closed. */
export const temporaryStorage = async (): Promise<Storage> => {
  const { open, remove } = await sqliteDatabase()
  const storage = await open()
  return {
    ...storage,
    close: async () => {
      await storage.close()
      await remove()
    },
  }
}

const postgresDatabase = async (): Promise<TestDatabase> => {
  const schema = newSchema()
  return atSchema(schema, () => dropSchema(schema))
}

const newSchema = (): string => `metes_test_${randomUUID().replaceAll('-', '')}`

const atSchema = (schema: string, remove: () => Promise<void>): TestDatabase => {
  const place = `${POSTGRES_URL}#${schema}`
  return {
    name: 'PostgreSQL',
    place,
    otherServer: otherServerOf(place),
    open: () => openAt(place),
    remove: async () => {
      await removeFilesAt(place)
      await removeFilesAt(otherServerOf(place))
      await remove()
    },
  }
}

const dropSchema = async (schema: string): Promise<void> => {
  await withClient((client) =>
    client.query(`drop schema if exists "${schema}" cascade; drop schema if exists "${schema}_live" cascade`),
  )
}

/** A table, and the rows that a new database has in it. */
interface NewTable {
  readonly name: string
  readonly rows: string
}

/** Databases that tests have given back, as good as new: emptying one takes a tenth of the time of making one. */
const spare: { readonly schema: string; readonly tables: readonly NewTable[] }[] = []

/** For suites that neither change the schema nor share it with other processes. */
const borrowedPostgres = async (): Promise<TestDatabase> => {
  if (spare.length === 0) spare.push(await makeSpare())
  const { schema, tables } = spare.pop()!
  return atSchema(schema, async () => {
    await renew(schema, tables)
    spare.push({ schema, tables })
  })
}

const makeSpare = async () => {
  const schema = newSchema()
  const storage = await openAt(`${POSTGRES_URL}#${schema}`)
  await storage.openFetched()
  await storage.close()
  await removeFilesAt(`${POSTGRES_URL}#${schema}`)
  process.once('beforeExit', () => dropSchema(schema))
  return { schema, tables: await withClient((client) => newTables(client, [schema, `${schema}_live`])) }
}

const newTables = async (client: pg.Client, schemas: readonly string[]): Promise<readonly NewTable[]> => {
  const { rows } = await client.query(
    'select format($2, schemaname, tablename) as name from pg_tables where schemaname = any($1)',
    [schemas, '%I.%I'],
  )
  const tables: NewTable[] = []
  for (const { name } of rows as readonly { name: string }[]) {
    const { rows: found } = await client.query(
      `select coalesce(json_agg(each), '[]')::text as rows from ${name} each`,
    )
    tables.push({ name, rows: found[0].rows })
  }
  return tables
}

const renew = (schema: string, tables: readonly NewTable[]): Promise<void> =>
  withClient(async (client) => {
    const fill = tables.flatMap(({ name, rows }) => [
      `delete from ${name};`,
      ...(rows === '[]'
        ? []
        : [
            `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${client.escapeLiteral(rows)});`,
          ]),
    ])
    await client.query(`begin;
      -- Tables in any order, whatever refers to them.
      set local session_replication_role = replica;
      ${fill.join('\n')}
      update "${schema}".fetched_log set store = md5(random()::text);
      commit`)
    const { rows } = await client.query(
      'select format($2, schemaname, sequencename) as name from pg_sequences where schemaname = any($1) and last_value is not null',
      [[schema, `${schema}_live`], '%I.%I'],
    )
    for (const { name } of rows as readonly { name: string }[])
      await client.query(`alter sequence ${name} restart`)
  })

/** A separate database on the server, for processes that get only a URL. */
export const wholeDatabase = async (): Promise<{
  readonly url: string
  readonly remove: () => Promise<void>
}> => {
  const name = `metes_test_${randomUUID().replaceAll('-', '')}`
  await withClient((client) => client.query(`create database "${name}"`))
  const url = new URL(POSTGRES_URL)
  url.pathname = name
  return {
    url: url.href,
    remove: async () => {
      await removeFilesAt(`${url.href}#metes`)
      await withClient((client) => client.query(`drop database if exists "${name}" with (force)`))
    },
  }
}

/** A directory, or the URL of a server with the schema behind `#`, and behind another `#` the directory of one of several servers. */
export const openAt = (place: string): Promise<Storage> => {
  const [url, schema] = place.split('#')
  if (schema === undefined) return openSqliteFiles(place)
  return openServer({ url, schema, dataDir: filesAt(place), readSecret: async () => TEST_SECRET_KEY })
}

/** The directory of the files at a place: of a database on a server, one that all processes of the test find. */
export const filesAt = (place: string): string => {
  const [url, schema, directory] = place.split('#')
  if (schema === undefined) return place
  return directory ?? join(tmpdir(), `metes-test-${sha256(`${url}#${schema}`).slice(0, 16)}`)
}

const otherServerOf = (place: string): string => `${place}#${filesAt(place)}-other`

const removeFilesAt = (place: string): Promise<void> => rm(filesAt(place), { recursive: true, force: true })

/** The rows of a query, for data that no port reads. */
export const rowsOf = async (place: string, file: string, query: string): Promise<readonly object[]> => {
  const [url, schema] = place.split('#')
  if (schema === undefined) {
    const database = new DatabaseSync(join(place, file), { readOnly: true })
    try {
      return database
        .prepare(query)
        .all()
        .map((row) => ({ ...row }))
    } finally {
      database.close()
    }
  }
  const client = new pg.Client({ connectionString: url, options: `-c search_path="${schema}"` })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}
/** The secret key of every test database on a server; servers that share one get it as METES_SECRET_KEY. */
export const TEST_SECRET_KEY = 'test-secret-key-'.repeat(3)

const POSTGRES_URL = process.env.METES_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const withClient = async <T>(use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** False, or why tests on PostgreSQL are skipped; where they are required, they run and fail instead. */
const noPostgres = async (): Promise<false | string> => {
  if (process.env.METES_TEST_REQUIRE?.split(',').includes('postgres')) return false
  try {
    await withClient((client) => client.query('select 1'))
    return false
  } catch (error) {
    return `no PostgreSQL answers at ${new URL(POSTGRES_URL).host} (${error instanceof Error ? error.message || error.name : error})`
  }
}

/** Both databases of accounts and units, with the reason where one cannot be tested here. */
export const TEST_DATABASES: readonly {
  readonly name: string
  readonly skip: false | string
  readonly create: () => Promise<TestDatabase>
  /** As new, for suites that neither change the schema nor share the database with other processes. */
  readonly borrow: () => Promise<TestDatabase>
}[] = [
  { name: 'SQLite', skip: false, create: sqliteDatabase, borrow: sqliteDatabase },
  { name: 'PostgreSQL', skip: await noPostgres(), create: postgresDatabase, borrow: borrowedPostgres },
]
