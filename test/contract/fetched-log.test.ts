/** Servers that share fetched boundaries by the log in PostgreSQL, each with a file of its own. */
import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryEntry, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { CATALOG_OPTIONS } from '../../src/storage/sql/catalog/files.ts'
import { openFetchedFile, shortenLog } from '../../src/storage/sql/fetched/fetched-file.ts'
import { type FetchedLog, openFetchedLog } from '../../src/storage/sql/fetched/fetched-log.ts'
import { LoggedBoundaryStore } from '../../src/storage/sql/fetched/logged-boundary-store.ts'
import { openPostgres } from '../../src/storage/sql/postgres.ts'
import { storeDatabase } from '../../src/storage/sql/store-database.ts'
import { UNITS } from '../../src/storage/sql/units/migrations.ts'
import type { UnitTables } from '../../src/storage/sql/units/schema.ts'
import { casesOf } from '../cases.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { filesAt, openAt, TEST_DATABASES, type TestDatabase } from '../support/databases.ts'
import { seededRandom } from '../support/shapes.ts'

const { skip, create } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!
const LIVE = { origin: 'live', coveredCountries: [] } as const
const AT = '2026-01-02T03:04:05Z'

const fetched = (number: number, name: string, more: Partial<BoundaryEntry> = {}): BoundaryEntry => ({
  ...boundary({ id: `r${number}`, name, origin: 'live', source: { version: null } }),
  ...more,
})

/** All rows of the file's tables, and what it can be searched for. */
const contentOf = (directory: string): string => {
  const [name] = readdirSync(directory).filter((each) => /^live-\w+\.db$/.test(each))
  const file = new DatabaseSync(join(directory, name))
  try {
    const tables = file
      .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' order by name`)
      .all()
      .map((row) => String(row.name))
      .filter((table) => !table.startsWith('sqlite_'))
    file.exec(`create virtual table temp.words using fts5vocab(main, boundary_text, instance)`)
    const rows = [...tables, 'temp.words', 'boundary_box'].map((table) => [
      table,
      file
        .prepare(`select * from ${table}`)
        .all()
        .map((row) => JSON.stringify(Object.values(row)))
        .sort(),
    ])
    return JSON.stringify(rows)
  } finally {
    file.close()
  }
}

describe('servers that share fetched boundaries', { skip, concurrency: 1 }, () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await create()
  })
  afterEach(() => database.remove())

  const places = () => [database.place, database.otherServer]
  const inDatabase = async (query: string): Promise<readonly Record<string, unknown>[]> => {
    const [url, schema] = database.place.split('#')
    const client = new pg.Client({ connectionString: url, options: `-c search_path="${schema}"` })
    await client.connect()
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end()
    }
  }
  const withServers = async (
    use: (one: BoundaryStore, other: BoundaryStore) => Promise<void>,
  ): Promise<void> => {
    const [one, other] = await Promise.all(places().map(openAt))
    try {
      await use(await one.openFetched(), await other.openFetched())
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  }
  const withLog = async (use: (log: FetchedLog) => Promise<void>): Promise<void> => {
    const [url, schema] = database.place.split('#')
    const pool = openPostgres(url, schema)
    try {
      const units = storeDatabase(await pool.open<UnitTables>(UNITS))
      await use(await openFetchedLog(units, (first) => first(null)))
    } finally {
      await pool.close()
    }
  }
  const equalFiles = () => {
    const [one, other] = places().map((place) => contentOf(filesAt(place)))
    assert.equal(one, other)
  }

  test('what one stores and removes, the other has after it caught up, to the last byte and with the same version', () =>
    withServers(async (one, other) => {
      const geometry = { rings: Uint8Array.of(0, 255, 1), weights: Uint8Array.of(9, 0) }
      const summary = await one.replace(
        stream([fetched(1, 'First', { geometry }), fetched(2, 'Second')]),
        LIVE,
      )
      assert.deepEqual(summary, { added: 2, replaced: 0, unchanged: 0, removed: 0 })
      await other.catchUp()
      assert.deepEqual(
        await other.find({ by: 'relation', number: 1 }),
        await one.find({ by: 'relation', number: 1 }),
      )
      assert.deepEqual([...(await other.geometry('r1' as BoundaryId))!.rings], [0, 255, 1])
      assert.equal(await other.version(), await one.version())
      assert.equal(await other.identity(), await one.identity())
      await other.remove(['r2' as BoundaryId])
      await one.catchUp()
      assert.equal(await one.isDeleted('r2' as BoundaryId), true)
      await one.recordDecision('r7' as BoundaryId, { decision: 'reject', claims: [] }, AT)
      assert.equal(await other.decide('r9' as BoundaryId, 'keep', AT), null)
      assert.equal((await other.decisions()).get('r7' as BoundaryId)?.decision, 'reject')
      equalFiles()
    }))

  test('changes of both at once are made in one order: the files are equal', async () => {
    const random = seededRandom(5)
    const pick = (below: number): number => Math.floor(random() * below)
    await withServers(async (one, other) => {
      // Two processes share the first file.
      const third = await openAt(database.place)
      try {
        const stores = [one, other, await third.openFetched()]
        const rounds = casesOf('changes of fetched boundaries')
        const changes = Array.from({ length: rounds }, (_, round) => {
          const store = stores[round % stores.length]
          const number = 1 + pick(20)
          if (pick(4) === 0) return () => store.remove([`r${number}` as BoundaryId])
          const entries = [fetched(number, `Town ${round}`), fetched(100 + pick(20), `Village ${round}`)]
          return () => store.replace(stream(entries), LIVE)
        })
        for (let first = 0; first < changes.length; first += 9)
          await Promise.all(changes.slice(first, first + 9).map((change) => change()))
        await Promise.all(stores.map((store) => store.catchUp()))
        assert.equal(new Set(await Promise.all(stores.map((store) => store.version()))).size, 1)
      } finally {
        await third.close()
      }
    })
    equalFiles()
    const [{ changes }] = await inDatabase(
      'select count(*)::int as changes from fetched_change where body is not null',
    )
    assert.equal(changes, casesOf('changes of fetched boundaries'))
  })

  test('a change that fails is not in the log', () =>
    withServers(async (one, other) => {
      async function* broken() {
        yield fetched(1, 'First')
        throw new Error('the map broke off')
      }
      await assert.rejects(one.replace(broken(), LIVE), /broke off/)
      const [{ changes }] = await inDatabase('select last_sequence::int as changes from fetched_log')
      assert.equal(changes, 0)
      await other.catchUp()
      assert.deepEqual(await other.find({ by: 'relation', number: 1 }), [])
    }))

  test('a change whose server ended before it was in its file is read from the log', () =>
    withLog(async (log) => {
      const directory = filesAt(database.place)
      const file = await openFetchedFile(directory, log, CATALOG_OPTIONS)
      try {
        const broken = new LoggedBoundaryStore(file, {
          ...log,
          append: async (place, body) => {
            await log.append(place, body)
            throw new Error('the disk is full')
          },
        })
        await assert.rejects(broken.replace(stream([fetched(1, 'First')]), LIVE), /disk is full/)
        assert.deepEqual(await broken.find({ by: 'relation', number: 1 }), [])
        await broken.catchUp()
        assert.equal((await broken.find({ by: 'relation', number: 1 })).length, 1)
      } finally {
        await file.close()
      }
    }))

  test('a new server begins with the file beside the log; those that read go on, and those that were away begin again', async () => {
    await withServers(async (one, other) => {
      await withLog(async (log) => {
        for (let round = 1; round <= 6; round++) {
          await one.replace(stream([fetched(round, `Town ${round}`)]), LIVE)
          if (round % 2 === 0) await shortenLog(filesAt(database.place), log, () => true)
        }
      })
      const [{ changes }] = await inDatabase('select count(*)::int as changes from fetched_change')
      // The place of the former file, and what came after it.
      assert.equal(changes, 3)
      // It was away since the beginning.
      await assert.rejects(other.catchUp(), /of another history .* Restart this server/)
    })
    await withServers(async (_one, other) => {
      assert.equal((await other.find({ by: 'relation', number: 1 })).length, 1)
      assert.equal((await other.find({ by: 'relation', number: 6 })).length, 1)
    })
    equalFiles()
    rmSync(filesAt(database.otherServer), { recursive: true })
    await withServers(async (one, other) => {
      assert.equal(await other.version(), await one.version())
      await other.replace(stream([fetched(7, 'Town 7')]), LIVE)
      await one.catchUp()
      assert.equal((await one.find({ by: 'relation', number: 7 })).length, 1)
    })
    equalFiles()
  })

  test('a file that is damaged beside the log is refused with a sentence', async () => {
    await withServers(async (one) => {
      await one.replace(stream([fetched(1, 'First')]), LIVE)
      await withLog((log) => shortenLog(filesAt(database.place), log, () => true))
    })
    await inDatabase(`update fetched_part set bytes = set_byte(bytes, 100, 255 - get_byte(bytes, 100))`)
    rmSync(filesAt(database.otherServer), { recursive: true })
    const storage = await openAt(database.otherServer)
    await assert.rejects(storage.openFetched(), /is damaged: .* checksum differs\. Restore the database/)
    await storage.close()
  })

  test('a database that lost its last moments is noticed, and the file made again at the next start', async () => {
    await withServers(async (one, other) => {
      await one.replace(stream([fetched(1, 'First')]), LIVE)
      await one.replace(stream([fetched(2, 'Second')]), LIVE)
      await other.catchUp()
      // As a replica may that takes over.
      await inDatabase(
        'delete from fetched_change where sequence = 2; update fetched_log set last_sequence = 1',
      )
      await assert.rejects(other.replace(stream([fetched(3, 'Third')]), LIVE), /of another history/)
    })
    await withServers(async (one, other) => {
      await one.replace(stream([fetched(3, 'Third')]), LIVE)
      await other.catchUp()
      assert.deepEqual(await other.find({ by: 'relation', number: 2 }), [])
      assert.equal((await other.find({ by: 'relation', number: 3 })).length, 1)
    })
    equalFiles()
  })

  test('a start removes the files of other logs', async () => {
    await withServers(async (one) => {
      await one.replace(stream([fetched(1, 'First')]), LIVE)
    })
    const before = readdirSync(filesAt(database.place)).filter((name) => name.endsWith('.db'))
    await inDatabase(`update fetched_log set store = 'restored'`)
    const storage = await openAt(database.place)
    await storage.openFetched()
    await storage.create()
    await storage.close()
    assert.match(before.join(' '), /live-\w+\.db/)
    const after = readdirSync(filesAt(database.place)).filter((name) => name.startsWith('live-'))
    assert.deepEqual(after, ['live-restored.db'])
  })
})
