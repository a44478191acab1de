/** Databases for tests: a new directory, and on PostgreSQL a new schema; both are removed afterwards. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openFiles, openServer, type Storage } from '../../src/storage/sql/open-storage.ts'

/** The location of a test's data; several connections and processes may open it. */
export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** For `openAt`, also in another process. */
  readonly place: string
  readonly open: () => Promise<Storage>
  readonly remove: () => Promise<void>
}

export const sqliteDatabase = async (): Promise<TestDatabase> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-storage-'))
  return {
    name: 'SQLite',
    place: directory,
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
  const schema = `metes_test_${randomUUID().replaceAll('-', '')}`
  const place = `${POSTGRES_URL}#${schema}`
  return {
    name: 'PostgreSQL',
    place,
    open: () => openAt(place),
    remove: () =>
      withClient((client) =>
        client.query(
          `drop schema if exists "${schema}" cascade; drop schema if exists "${schema}_live" cascade`,
        ),
      ),
  }
}

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
    remove: () => withClient((client) => client.query(`drop database if exists "${name}" with (force)`)),
  }
}

/** A directory, or the URL of a server with the schema behind `#`. */
export const openAt = (place: string): Promise<Storage> => {
  const [url, schema] = place.split('#')
  return schema === undefined ? openFiles(place) : openServer(url, async () => TEST_SECRET_KEY, schema)
}

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

const withClient = async (use: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    await use(client)
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

/** Both databases, with the reason where one cannot be tested here. */
export const TEST_DATABASES: readonly {
  readonly name: string
  readonly skip: false | string
  readonly create: () => Promise<TestDatabase>
}[] = [
  { name: 'SQLite', skip: false, create: sqliteDatabase },
  { name: 'PostgreSQL', skip: await noPostgres(), create: postgresDatabase },
]
