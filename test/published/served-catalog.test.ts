/** A catalog that is replaced while calls run: each call reads the version that it began with. */
import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { inOneVersion } from '../../src/platform/publishing/ports.ts'
import { createServedCatalog, type ServedCatalog } from '../../src/storage/sql/catalog/served-catalog.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { fresh, importSquares, squares } from './published-world.ts'

const R1 = { by: 'relation', number: 1 } as const
const PUBLISHED_AT = '2026-01-01T00:00:00Z'

describe('a catalog that is replaced while calls run', () => {
  const files = new Map<string, string>()
  let own: BoundaryStore
  let closeOwn: () => Promise<void>
  let served: ServedCatalog
  let catalog: Catalog
  before(async () => {
    for (const name of ['a', 'b']) {
      const dataDir = fresh('source')
      // Each by a machine of its own, so that both number their boundaries alike.
      const shifted = squares(5, ` ${name}`).map((each) =>
        name === 'a' ? each : { ...each, bbox: [10, 10, 11, 11] as const },
      )
      await importSquares(dataDir, shifted)
      files.set(name, join(dataDir, 'catalog.db'))
    }
    const storage = await openSqliteFiles(fresh('node'))
    own = storage.boundaries
    closeOwn = storage.close
    served = createServedCatalog(own)
    catalog = createCatalog({
      sources: [served.store],
      polygonBytes: 1e7,
      disputes: { at: async () => [] },
      lexicon: () => assert.fail('nothing is searched'),
    })
  })
  after(async () => {
    await served.close()
    await closeOwn()
  })

  /** As a version of its own, whatever it contains. */
  const swapTo = async (name: string, version: string): Promise<string> => {
    const path = fresh('version')
    await copyFile(files.get(name)!, path)
    await served.swap(path, { version, publishedAt: PUBLISHED_AT, store: name })
    return version
  }
  const nameNow = async (): Promise<string | null> => {
    const answer = await catalog.find(R1)
    return answer.found ? answer.record.name : null
  }

  test('until there is a version, the catalog of the machine is served', async () => {
    assert.equal(served.served(), null)
    assert.equal(await nameNow(), null)
  })

  test('a call keeps its version, also in what it starts, and a new call has the new one', async () => {
    await swapTo('a', '1-aaaaaaaa')
    const started = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const call = inOneVersion(served.pin, async () => {
      const before = [await nameNow(), await catalog.version()]
      started.resolve()
      await goOn.promise
      return [before, [await nameNow(), await catalog.version()], await Promise.all([nameNow(), nameNow()])]
    })
    await started.promise
    await swapTo('b', '2-bbbbbbbb')
    assert.equal(await inOneVersion(served.pin, nameNow), 'Square 1 b')
    goOn.resolve()
    const first = ['Square 1 a', 'published.1-aaaaaaaa']
    assert.deepEqual(await call, [first, first, ['Square 1 a', 'Square 1 a']])
  })

  test('points are tested with the polygons of the version, though both number them alike', async () => {
    const containing = async (): Promise<readonly string[]> =>
      (await catalog.reverse([10.5, 10.5])).map(({ name }) => name)
    await swapTo('a', '3-aaaaaaaa')
    assert.deepEqual(await inOneVersion(served.pin, containing), [])
    await swapTo('b', '4-bbbbbbbb')
    assert.equal((await inOneVersion(served.pin, containing)).length, 5)
    await swapTo('a', '5-aaaaaaaa')
    assert.deepEqual(await inOneVersion(served.pin, containing), [])
  })

  test('hundreds of calls over twenty changes each agree with the version that they began with', async () => {
    await swapTo('a', '10-aaaaaaaa')
    let isOver = false
    let calls = 0
    const callAgainAndAgain = async (): Promise<void> => {
      while (!isOver) {
        const pin = served.pin()
        const wanted = pin.served!.version.endsWith('aaaaaaaa') ? 'Square 1 a' : 'Square 1 b'
        await pin.run(async () => {
          for (let query = 0; query < 5; query++) {
            assert.equal(await nameNow(), wanted)
            assert.equal(await catalog.version(), `published.${pin.served!.version}`)
            await turn()
          }
        })
        pin.release()
        calls++
      }
    }
    const callers = Array.from({ length: 8 }, callAgainAndAgain)
    for (let change = 0; change < 20; change++) {
      await swapTo(change % 2 === 0 ? 'b' : 'a', `${11 + change}-${(change % 2 === 0 ? 'b' : 'a').repeat(8)}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    isOver = true
    await Promise.all(callers)
    assert.ok(calls > 100, `${calls} calls`)
  })

  test('work that outlives its call goes on with the current version', async () => {
    await swapTo('a', '40-aaaaaaaa')
    const goOn = Promise.withResolvers<void>()
    let late: Promise<string | null> | null = null
    await inOneVersion(served.pin, async () => {
      late = goOn.promise.then(nameNow)
    })
    await swapTo('b', '41-bbbbbbbb')
    goOn.resolve()
    assert.equal(await late, 'Square 1 b')
  })

  test('a published version is not written to', async () => {
    await assert.rejects(served.store.remove([]), /is opened for reading only/)
  })

  test('the identity is that of the machine, whatever it serves', async () => {
    assert.equal(await served.store.identity(), await own.identity())
  })
})
