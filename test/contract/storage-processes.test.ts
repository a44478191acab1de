/** Several processes on one database, and processes that die. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { filesAt, TEST_DATABASES, type TestDatabase } from '../support/databases.ts'

const PROCESS = fileURLToPath(new URL('../support/storage-process.ts', import.meta.url))

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [PROCESS, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

const exitOf = async (child: ChildProcess): Promise<number | null> => {
  const [code] = await once(child, 'exit')
  return code
}

/** Where SQLite has them. */
const FILES = { catalog: 'catalog.db', accounts: 'metes.db', units: 'units.db' }

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`storage shared by processes: ${name}`, { skip }, () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await create()
    })
    afterEach(() => database.remove())

    test('an import killed half-way leaves the last good catalog, and the next import works', async () => {
      const storage = await database.open()
      const before = [
        boundary({ id: 'r1', name: 'Good one', country: 'XX' }),
        boundary({ id: 'r9000000', name: 'Good nine', country: 'XX' }),
      ]
      const scope = { origin: 'extract', coveredCountries: ['XX'] } as const
      await storage.boundaries.replace(stream(before), scope)
      await storage.close()

      const child = start(database.place, 'import-forever')
      await once(child.stdout!, 'data')
      child.kill('SIGKILL')
      await exitOf(child)

      const after = await database.open()
      const ids = ['r1', 'r2', 'r2000', 'r9000000'] as BoundaryId[]
      const known = await after.boundaries.records(ids)
      assert.deepEqual(known.map((record) => record.name).sort(), ['Good nine', 'Good one'])
      const query = { countries: [], kind: null, adminLevel: null, within: null, limit: 9 }
      const match = { by: 'words', words: [['half']], lastIsPrefix: false } as const
      assert.deepEqual(await after.boundaries.search({ ...query, match }), [])
      const summary = await after.boundaries.replace(stream(before.slice(0, 1)), scope)
      assert.deepEqual(summary, { added: 0, replaced: 0, unchanged: 1, removed: 1 })
      await after.close()
    })

    test('a removal killed before its commit changes nothing; repeated, it removes everything', async () => {
      const scope = {
        origin: 'extract',
        coveredCountries: ['XX'],
        import: { file: 'x.osm.pbf', importedAt: '2026-01-02T03:04:05Z', dataTimestamp: null },
      } as const
      const towns = Array.from({ length: 600 }, (_, at) =>
        boundary({ id: `r${at + 1}`, name: `Town ${at}`, country: 'XX' }),
      )
      const storage = await database.open()
      await storage.boundaries.replace(stream(towns), scope)
      const [listed] = await storage.boundaries.imports()
      await storage.close()

      const child = start(database.place, 'remove-import', String(listed.id))
      assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])

      const after = await database.open()
      const ids = ['r1', 'r600'] as BoundaryId[]
      assert.deepEqual(await after.boundaries.imports(), [listed])
      assert.equal((await after.boundaries.records(ids)).length, 2)
      assert.deepEqual([...(await after.boundaries.overrides()).coveredCountries], ['XX'])
      assert.equal((await after.boundaries.removeImport(listed.id))?.removed.boundaries, 600)
      assert.deepEqual(await after.boundaries.imports(), [])
      assert.equal((await after.boundaries.records(ids)).length, 0)
      assert.deepEqual([...(await after.boundaries.overrides()).coveredCountries], [])
      await after.close()
    })

    test('processes that start together on an empty directory and write together lose nothing', async () => {
      const names = ['ann', 'bob', 'eve']
      const codes = await Promise.all(names.map((each) => exitOf(start(database.place, 'write', each))))
      assert.deepEqual(codes, [0, 0, 0])
      const storage = await database.open()
      const ids = names.flatMap((each) =>
        Array.from({ length: 10 }, (_, round) => `iso:${each}-${round}` as BoundaryId),
      )
      assert.equal((await storage.boundaries.records(ids)).length, 30)
      assert.match(await storage.boundaries.version(), /\.30$/)
      await storage.close()
    })

    for (const [component, file] of Object.entries(FILES)) {
      test(`${component} used by a newer Metes are refused with both versions`, async () => {
        const storage = await database.open()
        await storage.create()
        await storage.close()
        await pretendNewer(database, component, file)
        await assert.rejects(
          database.open(),
          new RegExp(
            `version 999 of the ${component} schema; this Metes knows versions up to \\d+\\. A newer Metes`,
          ),
        )
      })
    }
  })
}

const pretendNewer = async (
  { name, place }: TestDatabase,
  component: string,
  file: string,
): Promise<void> => {
  const change = `set version = 999 where component = '${component}'`
  if (name === 'SQLite' || component === 'catalog') {
    const db = new DatabaseSync(join(filesAt(place), file))
    db.exec(`update schema_version ${change}`)
    db.close()
    return
  }
  const [url, schema] = place.split('#')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update "${schema}".schema_version ${change}`)
  await client.end()
}
