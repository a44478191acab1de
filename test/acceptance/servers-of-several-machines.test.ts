/** Servers that share PostgreSQL, each with the catalog in its own data directory: real commands and servers, as on two machines. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { compareImports } from '../../src/app/open/catalog-servers.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { systemClock } from '../../src/util/clock.ts'
import { serveScriptedOverpass } from '../live/scripted-overpass.ts'
import { boundary as entry, stream } from '../support/boundary-entries.ts'
import { openAt, TEST_DATABASES, TEST_SECRET_KEY, wholeDatabase } from '../support/databases.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { makeFormerCatalog } from '../support/former-catalog.ts'
import { writePbf } from '../support/pbf-writer.ts'
import { type Installation, install } from '../support/service.ts'

const { skip } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!

describe('servers of two machines', { skip, concurrency: 1 }, () => {
  let scratch: string
  let one: Installation
  let other: Installation
  let database: { readonly url: string; readonly remove: () => Promise<void> }
  let env: Readonly<Record<string, string>>
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'metes-machines-'))
  })
  after(() => rm(scratch, { recursive: true }))
  beforeEach(async () => {
    one = await install()
    other = await install()
    database = await wholeDatabase()
    env = { METES_DATABASE_URL: database.url, METES_SECRET_KEY: TEST_SECRET_KEY, METES_WORKERS: '1' }
  })
  afterEach(async () => {
    await Promise.all([one.remove(), other.remove()])
    await database.remove()
  })

  const statusOf = async (url: string, id: string): Promise<number> =>
    (await fetch(`${url}/v1/boundaries/${id}`)).status
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await delay(50)
  }

  test('an import is seen by the server on its machine, while that serves, and by no other', async () => {
    const file = join(scratch, 'town.osm.pbf')
    await writeFile(
      file,
      writePbf(
        drawMap({
          ways: [{ id: 1, corners: boxCorners(0, 0, 1, 1) }],
          relations: [boundary(100, 'Town', 6, [1])],
        }),
      ),
    )
    const servers = await Promise.all([one, other].map((each) => each.serve(env)))
    const [first, second] = servers.map(({ url }) => url)
    assert.deepEqual([await statusOf(first, 'r100'), await statusOf(second, 'r100')], [404, 404])
    assert.equal((await one.runHere(['import', file, '--no-tiles'], env)).code, 0)
    await until(async () => (await statusOf(first, 'r100')) === 200)
    assert.equal(await statusOf(second, 'r100'), 404)
    const storage = await openAt(`${database.url}#metes#${other.dataDir}`)
    await until(async () =>
      (await storage.servers!.running(Date.now())).some(({ imports }) => imports.length > 0),
    )
    await assert.rejects(
      compareImports(storage, systemClock),
      /^Error: 1 other server has another catalog than this one, so answers differ: it has town\.osm\.pbf with 1 boundary\. .* run the same imports on each\.$/,
    )
    assert.equal((await other.runHere(['import', file, '--no-tiles'], env)).code, 0)
    await until(async () => (await statusOf(second, 'r100')) === 200)
    assert.match(
      (await other.run(['doctor'], env)).stdout,
      /✓ Servers: 1 other server runs, with the same imports/,
    )
    await storage.close()
    for (const server of servers) assert.equal(await server.stop(), 0)
  })

  test('what one fetches from the live map, the other answers without asking, also after both started again', async () => {
    const upstream = await serveScriptedOverpass(1)
    try {
      const live = { ...env, METES_OVERPASS_URL: upstream.url }
      const servers = await Promise.all([one, other].map((each) => each.serve(live)))
      assert.equal(await statusOf(servers[0].url, 'r1'), 200)
      assert.equal(await statusOf(servers[1].url, 'r1'), 200)
      assert.deepEqual([...upstream.answered], [[1, 1]])
      // Not asked for there: the log brings it.
      assert.equal(await statusOf(servers[0].url, 'r4'), 200)
      const search = async () => {
        const answer = await fetch(
          `${servers[1].url}/v1/boundaries/search?q=${encodeURIComponent('Place 4')}`,
        )
        return JSON.stringify(await answer.json()).includes('"r4"')
      }
      await until(search)
      for (const server of servers) await server.stop('SIGKILL')
      const again = await other.serve(live)
      assert.equal(await statusOf(again.url, 'r4'), 200)
      assert.deepEqual([...upstream.answered.values()], [1, 1])
      assert.equal(await again.stop(), 0)
    } finally {
      await upstream.close()
    }
  })

  test('a catalog that an earlier version kept in PostgreSQL is served by all after their first start, and the log says so', async () => {
    const files = join(scratch, 'former')
    const source = await openSqliteFiles(files)
    await source.boundaries.replace(stream([entry({ id: 'r7', name: 'Imported' })]), {
      origin: 'extract',
      coveredCountries: [],
      import: { file: 'x.osm.pbf', importedAt: '2026-01-02T03:04:05Z', dataTimestamp: null },
    })
    await source.close()
    // A server of the earlier version made the schema.
    await makeFormerCatalog(database.url, 'metes', join(files, 'catalog.db'))
    const first = await one.serve(env)
    assert.match(first.log(), /carried over 1 boundary of imports/)
    assert.equal(await statusOf(first.url, 'r7'), 200)
    const listed = await other.runHere(['catalog', 'list'], env)
    assert.match(listed.stdout, /x\.osm\.pbf/)
    assert.equal(await first.stop(), 0)
    const again = await one.serve(env)
    assert.doesNotMatch(again.log(), /carr/)
    assert.equal(await again.stop(), 0)
  })
})
