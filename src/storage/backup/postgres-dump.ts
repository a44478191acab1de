/** PostgreSQL through its own programs: `pg_dump` writes one consistent dump, `pg_restore` and `psql` load it in one transaction. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { BackupError } from '../../platform/backup/ports.ts'
import { KEY_MARK } from '../sql/accounts/checked-key.ts'
import { isCounted } from './sqlite-files.ts'

export const DUMP = 'database.dump'

/** The schemas of a service: the second is that of an earlier version, which kept fetched boundaries in it. */
const SCHEMAS = ['metes', 'metes_live'] as const

export interface PostgresServer {
  readonly url: string
  /** Environment of the programs. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface DumpFacts {
  readonly schemas: Readonly<Record<string, number>>
  readonly rows: Readonly<Record<string, Readonly<Record<string, number>>>>
}

interface Running {
  readonly signal: AbortSignal | undefined
  readonly onBytes: (bytesDone: number) => void
}

/** Returns about how many bytes the tables have; a dump is compressed and smaller. */
export const databaseBytes = (server: PostgresServer): Promise<number> =>
  withClient(server, async (client) => {
    const { rows } = await client.query(
      `select coalesce(sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)), 0)::float8 as bytes
       from pg_tables where schemaname = any($1)`,
      [SCHEMAS],
    )
    return Number(rows[0].bytes)
  })

/** Writes the dump to the path, where there is an empty file, and counts what is in it. */
export const dumpDatabase = (
  server: PostgresServer,
  path: string,
  { signal, onBytes }: Running,
): Promise<DumpFacts> =>
  withClient(server, async (client) => {
    // The dump sees the same moment as the counts.
    await client.query('begin isolation level repeatable read read only')
    const { rows: snapshots } = await client.query('select pg_export_snapshot() as id')
    const present = await schemasIn(client)
    if (present.length === 0)
      throw new BackupError(
        'The database in METES_DATABASE_URL has no data of Metes yet, so there is nothing to back up.',
      )
    const facts = { schemas: await versionsIn(client), rows: await rowsIn(client, present) }
    const dump = start(
      server,
      'pg_dump',
      [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        `--snapshot=${snapshots[0].id}`,
        ...present.map((schema) => `--schema=${schema}`),
        `--file=${path}`,
      ],
      signal,
    )
    const timer = setInterval(() => void stat(path).then(({ size }) => onBytes(size)), PROGRESS_MS)
    await dump.ended.finally(() => clearInterval(timer))
    return facts
  })

const PROGRESS_MS = 500

export interface Loading {
  readonly dump: string
  readonly signal: AbortSignal | undefined
  /** Drops what is there, in the same transaction. */
  readonly replaces: boolean
  /** Statements for tables that exist then, in the same transaction. */
  readonly changes: readonly { readonly table: string; readonly statement: string }[]
  /** Marks the database as restored in part, in the same transaction: the moment of the backup; null for no mark. */
  readonly unfinished: string | null
}

/** Loads a dump in one transaction: until its end, and after a failure, the database is as before. */
export const loadDump = async (
  server: PostgresServer,
  { dump, signal, replaces, changes, unfinished }: Loading,
): Promise<void> => {
  const psql = start(
    server,
    'psql',
    ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'],
    signal,
  )
  const script = psql.child.stdin!
  // Its end has the reason.
  script.on('error', () => {})
  script.write('begin;\n')
  if (replaces) for (const schema of SCHEMAS) script.write(`drop schema if exists ${schema} cascade;\n`)
  const reader = start(
    server,
    'pg_restore',
    ['--no-owner', '--no-privileges', '--file=-', dump],
    signal,
    false,
  )
  reader.child.stdout!.pipe(script, { end: false })
  let refusal: unknown = null
  psql.ended.catch((error: unknown) => {
    refusal = error
    reader.child.kill()
  })
  try {
    await Promise.all([reader.ended, once(reader.child.stdout!, 'end')])
    for (const { table, statement } of changes)
      script.write(`do $$ begin if to_regclass('${table}') is not null then ${statement}; end if; end $$;\n`)
    if (unfinished !== null) script.write(`${markStatement(unfinished)};\n`)
    script.end('commit;\n')
  } catch (error) {
    const reason = refusal ?? error
    // Without a commit, the end of the connection undoes everything.
    script.end()
    await psql.ended.catch(() => {})
    throw reason
  }
  await psql.ended
}

/** Loads the dump into a database of its own, counts there, and drops it. */
export const countInScratchDatabase = async (
  server: PostgresServer,
  loading: Omit<Loading, 'replaces' | 'changes' | 'unfinished'>,
  name: string,
): Promise<DumpFacts> => {
  const scratch = new URL(server.url)
  scratch.pathname = `/${name}`
  return withClient(server, async (client) => {
    await client.query(`create database "${name}"`).catch((cause) => {
      throw new BackupError(
        'A dump of PostgreSQL is verified in a scratch database, which this user may not create. Grant it CREATEDB, or set METES_DATABASE_URL to a server where it may.',
        { cause },
      )
    })
    try {
      const at = { ...server, url: scratch.href }
      await loadDump(at, { ...loading, replaces: false, changes: [], unfinished: null })
      return await withClient(at, async (loaded) => ({
        schemas: await versionsIn(loaded),
        rows: await rowsIn(loaded, await schemasIn(loaded)),
      }))
    } finally {
      await client.query(`drop database if exists "${name}" with (force)`)
    }
  })
}

export interface DatabaseUse {
  readonly holdsData: boolean
  /** True if a server has renewed its lease within the last seconds. */
  readonly isServed: boolean
  /** The moment of the backup whose restore loaded the database and was ended before its files were in place; null if none was. */
  readonly unfinished: string | null
}

export const databaseUse = (server: PostgresServer, nowMs: number): Promise<DatabaseUse> =>
  withClient(server, async (client) => {
    if ((await schemasIn(client)).length === 0) return { holdsData: false, isServed: false, unfinished: null }
    const { rows: marks } = await client.query(
      `select obj_description(to_regnamespace('metes'), 'pg_namespace') as mark`,
    )
    const unfinished = UNFINISHED_MARK.exec(marks[0].mark ?? '')?.[1] ?? null
    const { rows: tables } = await client.query(`select to_regclass('metes.unit_owner') as owners`)
    if (tables[0].owners === null) return { holdsData: true, isServed: false, unfinished }
    const { rows } = await client.query(
      // The queue of jobs is an owner for ever.
      `select exists (select 1 from metes.unit_owner where alive_until_ms > $1 and id <> 'jobs') as served`,
      [nowMs],
    )
    return { holdsData: true, isServed: rows[0].served, unfinished }
  })

/** A comment, because it ends with the schema and needs no table of its own. */
const UNFINISHED_MARK = /^metes restore: unfinished, of (.*)$/

const markStatement = (moment: string): string =>
  `comment on schema metes is ${pg.escapeLiteral(`metes restore: unfinished, of ${moment}`)}`

/** The files are in place, too. */
export const markFinished = (server: PostgresServer): Promise<void> =>
  withClient(server, async (client) => {
    await client.query('comment on schema metes is null')
  })

/** The mark of the secret key in the database; null if there is none. */
export const keyMarkOnServer = (server: PostgresServer): Promise<string | null> =>
  withClient(server, async (client) => {
    const { rows: tables } = await client.query(`select to_regclass('metes.service_secret') as secrets`)
    if (tables[0].secrets === null) return null
    const { rows } = await client.query('select secret from metes.service_secret where name = $1', [KEY_MARK])
    return rows[0]?.secret ?? null
  })

const withClient = async <T>(
  { url }: PostgresServer,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  // The query that needs the connection reports that it broke.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const schemasIn = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query(
    'select schemaname as name from pg_tables where schemaname = any($1) group by schemaname order by schemaname',
    [SCHEMAS],
  )
  return rows.map(({ name }) => String(name))
}

const versionsIn = async (client: pg.Client): Promise<DumpFacts['schemas']> => {
  const { rows } = await client.query('select component, version from metes.schema_version')
  return Object.fromEntries(rows.map(({ component, version }) => [component, Number(version)]))
}

const rowsIn = async (client: pg.Client, schemas: readonly string[]): Promise<DumpFacts['rows']> => {
  const counts: Record<string, Record<string, number>> = {}
  for (const schema of schemas) {
    const { rows: tables } = await client.query(
      'select tablename as name from pg_tables where schemaname = $1 order by tablename',
      [schema],
    )
    counts[schema] = {}
    for (const { name } of tables) {
      if (!isCounted(name)) continue
      const { rows } = await client.query(`select count(*)::float8 as rows from "${schema}"."${name}"`)
      counts[schema][name] = Number(rows[0].rows)
    }
  }
  return counts
}

interface Started {
  readonly child: ChildProcess
  /** Rejects with what the program said, if it failed. */
  readonly ended: Promise<void>
}

/** Starts a program of PostgreSQL with the server of the URL. The password is passed where other users cannot see it. */
const start = (
  { url, env }: PostgresServer,
  program: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
  connects = true,
): Started => {
  const shown = new URL(url)
  const password = decodeURIComponent(shown.password)
  shown.password = ''
  const child = spawn(program, [...args, ...(connects ? [`--dbname=${shown.href}`] : [])], {
    env: { ...env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
  })
  if (!connects || program === 'pg_dump') child.stdin.end()
  if (connects) child.stdout.resume()
  const ended = endOf(child, program, signal)
  // The caller waits for it later.
  ended.catch(() => {})
  return { child, ended }
}

const endOf = async (
  child: ChildProcess,
  program: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const said = text(child.stderr!)
  said.catch(() => {})
  try {
    const [code] = await once(child, 'close')
    if (code === 0) return
    throw new BackupError(`${program} failed: ${firstLine(await said) || `it ended with ${code}`}`)
  } catch (error) {
    signal?.throwIfAborted()
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new BackupError(
      `${program} is not installed, and backups of PostgreSQL need it. Install PostgreSQL's client programs (pg_dump, pg_restore and psql), of the version of the server or newer: "apt-get install postgresql-client" on Debian.`,
    )
  }
}

const firstLine = (said: string): string => said.trim().split('\n')[0]
