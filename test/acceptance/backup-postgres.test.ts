/** Backups of PostgreSQL by its own programs, on a real server. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../src/util/sha256.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { openAt, rowsOf, TEST_DATABASES, wholeDatabase } from '../support/databases.ts'
import { killAll } from '../support/kill-all.ts'
import { type Installation, install } from '../support/service.ts'

const WRITER = fileURLToPath(new URL('../support/backup-writer-process.ts', import.meta.url))

const scratch = await mkdtemp(join(tmpdir(), 'metes-dump-test-'))
after(() => rm(scratch, { recursive: true, force: true }))

let names = 0
const fresh = (): string => join(scratch, `place-${names++}`)

const skip = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!.skip

describe('a backup of PostgreSQL', { skip, concurrency: 1 }, () => {
  let metes: Installation
  let apiKey: string
  let backup: string
  const databases: { readonly url: string; readonly remove: () => Promise<void> }[] = []
  const newDatabase = async (): Promise<string> => {
    const database = await wholeDatabase()
    databases.push(database)
    return database.url
  }
  let url: string
  before(async () => {
    metes = await install()
    url = await newDatabase()
    const storage = await openAt(`${url}#metes#${metes.dataDir}`)
    const stamp = { file: 'here.osm.pbf', importedAt: '2026-01-02T03:04:05Z', dataTimestamp: null }
    const imported = stream([boundary({ id: 'r1', name: 'Imported' })])
    await storage.boundaries.replace(imported, { origin: 'extract', coveredCountries: [], import: stamp })
    const fetched = stream([boundary({ id: 'r2', name: 'Fetched', origin: 'live' })])
    await (await storage.openFetched()).replace(fetched, { origin: 'live', coveredCountries: [] })
    await storage.close()
    apiKey = await metes.createKey({ METES_DATABASE_URL: url })
    backup = fresh()
    const { code, stderr } = await metes.runHere(['backup', '--to', backup], { METES_DATABASE_URL: url })
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^Backup of .*: 1 account, 1 key, .* 1 import, 1 boundary, /m)
  })
  after(async () => {
    await metes.remove()
    for (const database of databases) await database.remove()
  })

  const findsKey = async (databaseUrl: string): Promise<boolean> => {
    const storage = await openAt(`${databaseUrl}#metes`)
    try {
      return (await storage.keys.findKey(sha256(apiKey))) !== null
    } finally {
      await storage.close()
    }
  }
  const hasSchema = async (databaseUrl: string): Promise<boolean> =>
    (await rowsOf(`${databaseUrl}#public`, '', `select 1 from pg_namespace where nspname like 'metes%'`))
      .length > 0

  /** What was imported on this server, and what any server fetched. */
  const hasCatalog = async (env: { METES_DATABASE_URL: string; METES_DATA_DIR: string }): Promise<void> => {
    const storage = await openAt(`${env.METES_DATABASE_URL}#metes#${env.METES_DATA_DIR}`)
    try {
      const [{ file, boundaries }] = await storage.boundaries.imports()
      assert.deepEqual([file, boundaries], ['here.osm.pbf', 1])
      const fetched = await (await storage.openFetched()).find({ by: 'relation', number: 2 })
      assert.deepEqual(
        fetched.map(({ name }) => name),
        ['Fetched'],
      )
    } finally {
      await storage.close()
    }
  }

  test('is verified in a scratch database, which is dropped', async () => {
    const { code, stderr } = await metes.runHere(['backup', 'verify', backup], { METES_DATABASE_URL: url })
    assert.equal(code, 0, stderr)
    const left = await rowsOf(
      `${url}#public`,
      '',
      `select datname from pg_database where datname like 'metes_verify%'`,
    )
    assert.deepEqual(left, [])
  })

  test('is restored into an empty database, and into one with data only with --force', async () => {
    const env = { METES_DATABASE_URL: await newDatabase(), METES_DATA_DIR: fresh() }
    const restored = await metes.runHere(['restore', backup], env)
    assert.equal(restored.code, 0, restored.stderr)
    assert.ok(await findsKey(env.METES_DATABASE_URL))
    const store = 'select store from fetched_log'
    assert.notDeepEqual(
      await rowsOf(`${url}#metes`, '', store),
      await rowsOf(`${env.METES_DATABASE_URL}#metes`, '', store),
    )
    await hasCatalog(env)
    const created = await metes.createKey(env, 'later@example.org')
    const refused = await metes.runHere(['restore', backup], { ...env, METES_DATA_DIR: fresh() })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /already holds data of Metes\. Name an empty database, or .* --force\.$/m)
    const forced = await metes.runHere(['restore', backup, '--force'], env)
    assert.equal(forced.code, 0, forced.stderr)
    const storage = await openAt(`${env.METES_DATABASE_URL}#metes`)
    assert.equal(await storage.keys.findKey(sha256(created)), null)
    await storage.close()
    assert.ok(await findsKey(env.METES_DATABASE_URL))
    await hasCatalog(env)
  })

  test('is refused while a server runs on the database', async () => {
    const env = { METES_DATABASE_URL: url }
    const server = await metes.serve(env)
    try {
      const elsewhere = { ...env, METES_DATA_DIR: fresh() }
      const { code, stderr } = await metes.runHere(['restore', backup, '--force'], elsewhere)
      assert.equal(code, 1)
      assert.match(stderr, /A server uses the database in METES_DATABASE_URL\. Stop all servers/)
    } finally {
      assert.equal(await server.stop(), 0)
    }
    assert.ok(await findsKey(url))
  })

  test('that was changed is refused, and the database stays as it was', async () => {
    const path = join(backup, 'database.dump')
    const bytes = await readFile(path)
    const changed = Buffer.from(bytes)
    changed[changed.length >> 1] ^= 1
    await writeFile(path, changed)
    try {
      const env = { METES_DATABASE_URL: await newDatabase(), METES_DATA_DIR: fresh() }
      const { code, stderr } = await metes.runHere(['restore', backup], env)
      assert.equal(code, 1)
      assert.match(stderr, /database\.dump in .* is not as it was written: its checksum differs/)
      assert.equal(await hasSchema(env.METES_DATABASE_URL), false)
      assert.ok(!existsSync(env.METES_DATA_DIR))
    } finally {
      await writeFile(path, bytes)
    }
  })

  test('whose restore fails in the middle leaves the database as it was', async () => {
    // The programs of PostgreSQL, of which one breaks off before its end.
    const programs = fresh()
    await mkdir(programs)
    await writeFile(
      join(programs, 'pg_restore'),
      `#!/bin/sh\nPATH='${process.env.PATH}' pg_restore "$@" | head -c 20000\necho "the disk broke" >&2\nexit 1\n`,
      { mode: 0o755 },
    )
    const env = {
      METES_DATABASE_URL: await newDatabase(),
      METES_DATA_DIR: fresh(),
      PATH: `${programs}:${process.env.PATH}`,
    }
    const failed = await metes.runHere(['restore', backup], env)
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /pg_restore failed: the disk broke/)
    assert.equal(await hasSchema(env.METES_DATABASE_URL), false)
    assert.ok(!existsSync(env.METES_DATA_DIR))
    const replaced = await metes.runHere(['restore', backup, '--force'], { ...env, METES_DATABASE_URL: url })
    assert.equal(replaced.code, 1)
    assert.ok(await findsKey(url), 'what was there is there')
  })

  test('whose restore is killed between the database and the files is recognised, and replaced with --force', async () => {
    // The last program of a restore, which takes the command with it.
    const programs = fresh()
    await mkdir(programs)
    await writeFile(
      join(programs, 'psql'),
      `#!/bin/sh\nPATH='${process.env.PATH}' psql "$@"\nkill -KILL "$PPID"\n`,
      { mode: 0o755 },
    )
    const env = { METES_DATABASE_URL: await newDatabase(), METES_DATA_DIR: fresh() }
    const killed = await metes.run(['restore', backup], { ...env, PATH: `${programs}:${process.env.PATH}` })
    assert.equal(killed.code, null)
    assert.ok(await findsKey(env.METES_DATABASE_URL))
    const again = await metes.runHere(['restore', backup], env)
    assert.equal(again.code, 1)
    assert.match(
      again.stderr,
      /holds what a restore loaded that was ended before it was complete, of the backup of \d{4}-.*Z\. Run the restore again with --force/,
    )
    const forced = await metes.runHere(['restore', backup, '--force'], env)
    assert.equal(forced.code, 0, forced.stderr)
    assert.match(
      (await metes.runHere(['restore', backup], { ...env, METES_DATA_DIR: fresh() })).stderr,
      /already holds data of Metes\. Name an empty database/,
      'that restore was complete',
    )
  })

  test('needs the programs of PostgreSQL, and says so where they are missing', async () => {
    const programs = fresh()
    await mkdir(programs)
    await symlink(process.execPath, join(programs, 'node'))
    const to = fresh()
    const env = { METES_DATABASE_URL: url, PATH: programs }
    const { code, stderr } = await metes.runHere(['backup', '--to', to], env)
    assert.equal(code, 1)
    assert.match(stderr, /pg_dump is not installed, .* Install PostgreSQL's client programs/)
    assert.ok(!existsSync(to))
    const restored = await metes.runHere(['restore', backup, '--force'], env)
    assert.equal(restored.code, 1)
    assert.match(restored.stderr, /(?:psql|pg_restore) is not installed/)
    assert.ok(await findsKey(url))
  })

  test('and of SQLite are not mixed up', async () => {
    const dataDir = fresh()
    const dumpIntoFiles = await metes.runHere(['restore', backup], { METES_DATA_DIR: dataDir })
    assert.equal(dumpIntoFiles.code, 1)
    assert.match(dumpIntoFiles.stderr, /is a dump of PostgreSQL\. Set METES_DATABASE_URL/)
    assert.ok(!existsSync(dataDir))
    const other = await install()
    try {
      await other.createKey()
      const files = fresh()
      assert.equal((await other.runHere(['backup', '--to', files])).code, 0)
      const { code, stderr } = await metes.runHere(['restore', files], { METES_DATABASE_URL: url })
      assert.equal(code, 1)
      assert.match(stderr, /is of SQLite files, and METES_DATABASE_URL names PostgreSQL/)
    } finally {
      await other.remove()
    }
  })

  test('shows one moment while two processes write', async () => {
    const busy = await newDatabase()
    const writers = ['a', 'b'].map((name) =>
      spawn(process.execPath, [WRITER, `${busy}#metes`, name], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    const to = fresh()
    try {
      await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')))
      const { code, stderr } = await metes.runHere(['backup', '--to', to], { METES_DATABASE_URL: busy })
      assert.equal(code, 0, stderr)
    } finally {
      await killAll(writers)
    }
    const env = { METES_DATABASE_URL: await newDatabase(), METES_DATA_DIR: fresh() }
    assert.equal((await metes.runHere(['restore', to], env)).code, 0)
    const broken = await rowsOf(
      `${env.METES_DATABASE_URL}#metes`,
      '',
      `select account_id as id from usage_day where account_id not in (select id from account)
       union all
       select name from service_secret
         where name <> 'secret key' and name not in (select account_id from usage_day)`,
    )
    assert.deepEqual(broken, [])
  })
})
