/** Catalogs that an earlier version kept in PostgreSQL, at the first start of this one. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { type BoundaryStore, NO_FILTERS } from '../../src/domain/catalog/ports.ts'
import { SqlBoundaryStore } from '../../src/storage/sql/catalog/boundary-store.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openServer } from '../../src/storage/sql/open-server.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { filesAt, openAt, TEST_DATABASES, TEST_SECRET_KEY, type TestDatabase } from '../support/databases.ts'
import { makeFormerCatalog } from '../support/former-catalog.ts'

const { skip, create } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!
const OPENER = fileURLToPath(new URL('../support/open-process.ts', import.meta.url))
const AT = '2026-01-02T03:04:05Z'
const STAMP = { file: 'xx.osm.pbf', importedAt: AT, dataTimestamp: '2026-01-01T00:00:00Z' }
const TOWNS = 1_500

const country = boundary({
  id: 'r1',
  name: 'Xland',
  kind: 'country',
  adminLevel: 2,
  country: 'XX',
  iso: 'XX',
  bbox: [179, -10, -179, 10],
  names: { fr: 'Xlande', 'zh-Hant': '某國', mnw: 'ကျာ်' },
  supersedes: ['iso:XX'],
  isoAliases: ['QX'],
})

const fill = async (imports: BoundaryStore, live: BoundaryStore): Promise<void> => {
  const towns = Array.from({ length: TOWNS }, (_, number) =>
    boundary({
      id: `r${number + 10}`,
      name: `Town "${number}" São Ño'${number % 7}`,
      country: 'XX',
      parents: [country],
      bbox: [number / 100, number / 200, number / 100 + 0.013, number / 200 + 0.017],
      population: number % 3 === 0 ? number * 1_000_003 : null,
      source: { version: number, timestamp: number % 2 === 0 ? AT : null },
    }),
  )
  const scope = { origin: 'extract', coveredCountries: ['XX'], import: STAMP } as const
  await imports.replace(stream([country, ...towns]), scope)
  await imports.replace(stream([country, ...towns.slice(5)]), {
    ...scope,
    import: { ...STAMP, file: 'xx-later.osm.pbf', importedAt: '2026-01-03T00:00:00Z' },
  })
  const holder = { id: 'r1' as BoundaryId, name: 'Xland', isIn: 'store' } as const
  const conflicts = [{ claim: 'iso:XX', holder, replacesIfKept: false, reason: 'It is not Xland.' }]
  const other = { ...boundary({ id: 'r5000', name: 'Yland', country: 'XX' }), conflicts }
  await imports.replace(stream([other]), { origin: 'extract', coveredCountries: [] })
  await imports.recordDecision('r77' as BoundaryId, { decision: 'reject', claims: ['iso:ZZ'] }, AT)
  const fetched = boundary({ id: 'r9001', name: 'Fetched', origin: 'live', country: 'YY' })
  await live.replace(stream([fetched]), { origin: 'live', coveredCountries: [] })
  await live.remove(['r9002' as BoundaryId])
}

/** What the store answers, of all kinds of questions. */
const answersOf = async (store: BoundaryStore): Promise<unknown> => {
  const ids = ['r1', 'r10', 'r12', 'r17', 'r1509', 'r5000', 'r9001', 'r9002'] as BoundaryId[]
  const wordQuery = {
    match: { by: 'words', words: [['sao'], ['town']], lastIsPrefix: true },
    ...NO_FILTERS,
  } as const
  const nameQuery = { match: { by: 'name', spellings: ['xlande', 'fetched'] }, ...NO_FILTERS } as const
  const overrides = await store.overrides()
  return {
    records: (await store.records(ids)).toSorted((one, another) => (one.id < another.id ? -1 : 1)),
    found: await Promise.all(ids.map((id) => store.find({ by: 'relation', number: Number(id.slice(1)) }))),
    codes: await store.find({ by: 'iso', code: 'QX' }),
    geometries: await Promise.all(ids.map((id) => store.geometry(id))),
    words: (await store.search({ ...wordQuery, limit: 50 })).map(({ record }) => record.id),
    names: (await store.search({ ...nameQuery, limit: 50 })).map(({ record, forms }) => [record.id, forms]),
    similar: (await store.similarWords('xlnad', 2)).toSorted(),
    candidates: await store.candidates([180, 0]),
    around: (await store.candidatesIn([0, 0, 0.5, 0.5])).map(({ id }) => id).toSorted(),
    list: await store.list({ kind: 'municipality', box: null, properties: {}, after: null, limit: 2_000 }),
    extents: [...(await store.extents())].toSorted(),
    children: (await store.children(['r1' as BoundaryId], 8)).length,
    overrides: [[...overrides.superseded].toSorted(), [...overrides.coveredCountries]],
    imports: await store.imports(),
    conflicts: await store.conflicts(),
    decisions: [...(await store.decisions())],
    deleted: await Promise.all(ids.map((id) => store.isDeleted(id))),
  }
}

describe('a catalog that an earlier version kept in PostgreSQL', { skip, concurrency: 1 }, () => {
  let scratch: string
  let source: Storage
  let answers: readonly unknown[]
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'metes-former-'))
    source = await openSqliteFiles(scratch)
    await fill(source.boundaries, await source.openFetched())
    answers = await Promise.all([source.boundaries, await source.openFetched()].map(answersOf))
  })
  after(async () => {
    await source.close()
    await rm(scratch, { recursive: true })
  })

  let database: TestDatabase
  let url: string
  let schema: string
  beforeEach(async () => {
    database = await create()
    ;[url, schema] = database.place.split('#')
    await makeFormerCatalog(url, schema, join(scratch, 'catalog.db'))
    await makeFormerCatalog(url, `${schema}_live`, join(scratch, 'live.db'))
  })
  afterEach(() => database.remove())

  const run = async (query: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url, options: `-c search_path="${schema}"` })
    await client.connect()
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end()
    }
  }
  const formerRows = () =>
    run(`select (select md5(string_agg(b::text, '' order by key)) from boundary b) as rows,
      (select md5(string_agg(g::text, '' order by key)) from boundary_geometry g) as geometries`)

  const answersAt = async (place: string): Promise<readonly unknown[]> => {
    const storage = await openAt(place)
    try {
      return await Promise.all([storage.boundaries, await storage.openFetched()].map(answersOf))
    } finally {
      await storage.close()
    }
  }

  test('is carried over by the first start of each server, and answers as before', async () => {
    const before = await formerRows()
    assert.deepEqual(await answersAt(database.place), answers)
    assert.deepEqual(await answersAt(database.otherServer), answers)
    assert.deepEqual(await formerRows(), before, 'what is in PostgreSQL stays')
  })

  test('is carried over once: what is stored later stays', async () => {
    const first = await openAt(database.place)
    assert.equal((await first.boundaries.removeImport(2))?.removed.file, 'xx-later.osm.pbf')
    const fetched = await first.openFetched()
    await fetched.remove(['r9001' as BoundaryId])
    await first.close()
    const again = await openAt(database.place)
    assert.equal((await again.boundaries.imports()).length, 0)
    await again.close()
    const other = await openAt(database.otherServer)
    assert.equal((await other.boundaries.imports()).length, 1)
    assert.deepEqual(await (await other.openFetched()).find({ by: 'relation', number: 9001 }), [])
    await other.close()
  })

  test('tells the operator what was carried over', async () => {
    const told: string[] = []
    const readSecret = async () => TEST_SECRET_KEY
    const dataDir = filesAt(database.place)
    const storage = await openServer({ url, schema, dataDir, readSecret, tell: (text) => told.push(text) })
    await storage.close()
    assert.match(told[0], /^carrying over the catalog in the schema metes_test_\w+ of PostgreSQL/)
    assert.match(told[1], /^carried over 1,496 boundaries of imports .*: [\d,]+ rows, checksum [0-9a-f]{64}$/)
  })

  test('can be changed by no earlier version any more, and is still read by it', async () => {
    await (await openAt(database.place)).close()
    await assert.rejects(
      run(`update meta set value = '9' where name = 'version'`),
      /The catalog has moved to a file of each server/,
    )
    await assert.rejects(run('delete from identity_decision'), /has moved/)
    assert.equal((await run('select 1 from boundary')).length, 1_496)
  })

  test('stays as it is when the server is killed meanwhile, and the next start carries it over', async () => {
    const before = await formerRows()
    const kill = async (waitMs: number): Promise<void> => {
      const child: ChildProcess = spawn(process.execPath, [OPENER, database.place], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      await once(child.stdout!, 'data')
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      child.kill('SIGKILL')
      await ended
    }
    for (const waitMs of [0, 40, 90, 160]) await kill(waitMs)
    assert.deepEqual(await formerRows(), before)
    assert.deepEqual(await answersAt(database.place), answers)
    const names = await readdir(filesAt(database.place))
    assert.deepEqual(
      names.filter((name) => name.startsWith('metes-')),
      [],
      'nothing is left of the killed ones',
    )
  })

  test('several processes that start at once carry over one after the other', async () => {
    const places = [database.place, database.place, database.otherServer]
    assert.deepEqual(await Promise.all(places.map(answersAt)), Array(3).fill(answers))
  })

  test('replaces a catalog that the directory has from a time without PostgreSQL, and keeps it aside', async () => {
    const directory = filesAt(database.place)
    await mkdir(directory)
    const earlier = await openSqliteFiles(directory)
    await earlier.boundaries.replace(stream([boundary({ id: 'r3', name: 'Old' })]), {
      origin: 'extract',
      coveredCountries: [],
    })
    await earlier.close()
    assert.deepEqual(await answersAt(database.place), answers)
    const aside = (await readdir(directory)).filter((name) => /^catalog-[0-9a-f]+\.db$/.test(name))
    assert.equal(aside.length, 1)
    const db = await openSqlite<CatalogTables>(join(directory, aside[0]), CATALOG, { cacheBytes: 1 << 20 })
    assert.equal((await new SqlBoundaryStore(db, 'extract').find({ by: 'relation', number: 3 })).length, 1)
    await db.close()
  })

  test('is carried over in place of a file that a killed process had only begun', async () => {
    const directory = filesAt(database.place)
    await mkdir(directory)
    await writeFile(join(directory, 'catalog.db'), '')
    assert.deepEqual(await answersAt(database.place), answers)
  })

  test('that differs in its copy is refused', async () => {
    // A number that SQLite cannot hold as it is.
    await run(`update boundary set population = 9223372036854775807 where id = 'r17'`)
    await assert.rejects(openAt(database.place))
    assert.deepEqual(
      (await readdir(filesAt(database.place))).filter((name) => name.endsWith('.db')),
      [],
    )
  })
})

describe('a catalog of PostgreSQL without anything to carry over', { skip }, () => {
  test('leaves the file as it is', async () => {
    const database = await create()
    const scratch = await mkdtemp(join(tmpdir(), 'metes-former-'))
    try {
      const [url, schema] = database.place.split('#')
      const empty = await openSqliteFiles(scratch)
      await empty.boundaries.identity()
      await empty.close()
      await makeFormerCatalog(url, schema, join(scratch, 'catalog.db'))
      const storage = await openAt(database.place)
      await storage.boundaries.replace(stream([boundary({ id: 'r3', name: 'New' })]), {
        origin: 'extract',
        coveredCountries: [],
      })
      await storage.close()
      const again = await openAt(database.place)
      assert.equal((await again.boundaries.find({ by: 'relation', number: 3 })).length, 1)
      await again.close()
    } finally {
      await database.remove()
      await rm(scratch, { recursive: true })
    }
  })
})

test('a catalog of an earlier schema in PostgreSQL is carried over, and then as this version has it', {
  skip,
}, async () => {
  const database = await create()
  const scratch = await mkdtemp(join(tmpdir(), 'metes-former-'))
  try {
    const path = join(scratch, 'catalog.db')
    const version = 2
    const earlier = { ...CATALOG, migrations: CATALOG.migrations.slice(0, version) }
    const now = await openSqliteFiles(scratch)
    await now.boundaries.replace(stream([country]), { origin: 'extract', coveredCountries: ['XX'] })
    await now.close()
    // The rows of tables that the earlier schema had, too.
    const before = await openSqlite<CatalogTables>(join(scratch, 'earlier.db'), earlier, {
      cacheBytes: 1 << 20,
    })
    await before.create()
    await before.close()
    const { DatabaseSync } = await import('node:sqlite')
    const file = new DatabaseSync(join(scratch, 'earlier.db'))
    file.exec(`attach '${path}' as now`)
    for (const table of [
      'boundary',
      'boundary_geometry',
      'boundary_name',
      'boundary_code',
      'word',
      'superseded',
      'covered_country',
    ]) {
      const columns = file.prepare('select name from pragma_table_info(?)').all(table)
      const names = columns.map(({ name }) => name).join(', ')
      file.exec(`insert into ${table} (${names}) select ${names} from now.${table}`)
    }
    const { key } = file.prepare('select key from boundary').get() as { key: number }
    file.prepare(`insert into boundary_text (rowid, words) values (?, 'xland')`).run(key)
    file.close()
    const [url, schema] = database.place.split('#')
    await makeFormerCatalog(url, schema, join(scratch, 'earlier.db'), version)
    const storage = await openAt(database.place)
    assert.deepEqual(await storage.boundaries.find({ by: 'relation', number: 1 }), [country.record])
    assert.equal((await storage.boundaries.imports())[0].file, 'earlier imports')
    await storage.close()
  } finally {
    await database.remove()
    await rm(scratch, { recursive: true })
  }
})
